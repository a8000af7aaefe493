import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import { respondentWords } from "@/lib/service/fielding/respondent-words";
import { makeSurvey } from "../new-survey";
import { openSession } from "../sessions";
import { test } from "../undrawn";
import { violationsAtRest } from "./accessible";

/** A respondent's way: the questions before a survey, the client's own page, and the thanks. */

const asked = [
  { question_id: 1, allowed_option_ids: [34, 35] },
  { question_id: 2, allowed_option_ids: [2] },
  { question_id: 17, allowed_option_ids: [17_001] },
];

/** The client's survey: one link that ends it. */
let client: Server;
let redirects: BuiltInSurvey["redirects"] | undefined;
test.beforeAll(async () => {
  client = createServer((request, response) => {
    const id = new URL(request.url ?? "", "http://client").searchParams.get("id") ?? "";
    const back = redirects?.complete.replace("[%RID%]", id) ?? "";
    response.setHeader("content-type", "text/html").end(`<h1>The survey</h1><a href="${back}">Finish</a>`);
  });
  await new Promise<void>((done) => client.listen(0, "127.0.0.1", done));
});
test.afterAll(() => new Promise((done) => client.close(done)));

async function liveSurvey(members: Record<string, unknown>): Promise<BuiltInSurvey> {
  const api = await openSession({ email: "manager@demo.test" });
  const survey = await makeSurvey(api, {
    ...{ status: "Live", device_compatibilities: ["desktop", "mobile", "tablet"] },
    entry_link: `http://127.0.0.1:${(client.address() as AddressInfo).port}/start?id=[%RID%]`,
    respondent_attributes: [{ quota_name: "All", quota: 100, qualifications: asked }],
    ...members,
  });
  return survey;
}

test.describe("on a phone whose browser runs no scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("the questions are answered by keyboard, and lead to the survey and to the thanks", async ({ page }) => {
    const { id, ...survey } = await liveSurvey({ country_code: "DE", language_code: "DE" });
    redirects = survey.redirects;
    const words = respondentWords.DE;
    await page.goto(`/enter/${id}?respondent=one`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.screener.title);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    for (const target of await page.locator(".option, input[type=number], select, button").all()) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(48);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    await page.keyboard.press("Tab");
    await expect(page.getByRole("spinbutton")).toBeFocused();
    await page.keyboard.type("34");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio").nth(1)).toBeChecked();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: words.screener.submit })).toBeFocused();
    await page.keyboard.press("Enter");

    await page.getByRole("link", { name: "Finish" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.ends.complete.title);
    // Whoever opens the invitation again sees how it ended.
    await page.goto(`/enter/${id}?respondent=one`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.ends.complete.title);
    expect(await page.context().cookies()).toEqual([]);
  });
});

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsAtRest(page, colorScheme), colorScheme).toEqual([]);
  }
}

test.describe("in a German browser", () => {
  test.use({ locale: "de-DE" });

  test("questions, what is wrong with answers, ends and problems are accessible in light and dark", async ({
    page,
  }) => {
    const { id } = await liveSurvey({ country_code: "DE", language_code: "DE" });
    const { screener, ends, problems } = respondentWords.DE;
    await page.goto(`/enter/${id}?respondent=wrong&answered=1&q1=12`);
    await expect(page.getByRole("spinbutton", { name: "Wie alt sind Sie?" })).toHaveAccessibleDescription(screener.age);
    await expect(page.getByRole("group", { name: "Welches Geschlecht haben Sie?" })).toHaveAccessibleDescription(
      screener.unanswered,
    );
    await expectAccessible(page);

    await page.goto(`/enter/${id}?respondent=away&q1=80&q2=1&q17=17001`);
    await expect(page.getByRole("heading")).toHaveText(ends.standard_termination.title);
    await expectAccessible(page);

    await page.goto("/return/complete?rid=unknown");
    await expect(page.getByRole("heading")).toHaveText(problems.unknownSession.title);
    await expectAccessible(page);
  });
});
