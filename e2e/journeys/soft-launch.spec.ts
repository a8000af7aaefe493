import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import type { World } from "../api/world";
import type { HttpSession } from "../http-session";
import { test } from "../manager";
import { makeSurvey } from "../new-survey";
import { expectAccessible, OVERLAY } from "./accessible";
import { listenToConsole, signIn, visit } from "./person";
import { cellOf, gridOf, typeCell } from "./quota-grid";

const draft = (manager: HttpSession) =>
  makeSurvey(manager, {
    respondent_attributes: ["Women", "Men"].map((quota_name, index) => ({
      quota_name,
      quota: 50 + index,
      qualifications: [],
    })),
  });

async function complete({ sql }: World, survey: BuiltInSurvey, counts: number[]): Promise<void> {
  const rows = counts.flatMap((count, place) =>
    Array.from({ length: count }, () => ({
      rdud: randomUUID(),
      survey_id: survey.id,
      status: "complete",
      buyer_cpi: 1,
      qualification_attributes: "[]",
      quota_ids: [survey.respondent_attributes[place]?.quota_id ?? ""],
      started_at: new Date(Date.now() - 3_600_000),
      ended_at: new Date(Date.now() - 3_000_000),
    })),
  );
  await sql`insert into responses ${sql(rows)}`;
}

/** An open page looks at its soft launch as often as this. */
const EVERY_MS = 10_000;

type Standing = [status: string, ...targets: number[]];

async function standing(manager: HttpSession, { id }: BuiltInSurvey): Promise<Standing> {
  const { surveys } = await (await manager.get(`/api/demand/surveys?ids=${id}`)).json();
  const { status, respondents, respondent_attributes } = surveys[0] as BuiltInSurvey;
  return [status, respondents, ...respondent_attributes.map(({ quota }) => quota)];
}

const panelOf = (page: Page) => page.getByRole("region", { name: "Soft launch" });

test("a survey goes live at 10%, is paused when that is in, and launched in full from a telephone", async ({
  page,
  manager,
  world,
}) => {
  const survey = await draft(manager);
  const listener = listenToConsole(page);
  await signIn(page, "manager@demo.test");
  await page.clock.install();
  await visit(page, `/surveys/${survey.id}`);
  await page.getByRole("button", { name: "Soft launch" }).click();
  const start = page.getByRole("dialog", { name: "Start a soft launch" });
  await expect(start.getByRole("row", { name: /^Women 50 50 5/ })).toBeVisible();
  await expect(start.getByRole("row", { name: /^Men 51 51 6/ })).toBeVisible();
  await expectAccessible(page, { within: OVERLAY });
  await start.getByRole("button", { name: "Go live at this share" }).click();
  await expect(panelOf(page).getByRole("heading", { name: "Soft launch at 10%" })).toBeVisible();
  expect(await standing(manager, survey)).toEqual(["Live", 10, 5, 6]);

  await complete(world, survey, [5, 6]);
  await expect.poll(async () => (await standing(manager, survey))[0]).toBe("Paused");
  await page.clock.fastForward(EVERY_MS);
  const waiting = panelOf(page).getByRole("heading", { name: "Soft launch: 10% is in, and waits for your decision" });
  await expect(waiting).toBeVisible();
  await expect(panelOf(page).getByText("80% expected")).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, "/surveys");
  const notice = page.getByRole("region", { name: "Soft launches that wait" });
  await expect(notice.getByText("10% is in: 11 of 100")).toBeVisible();
  await notice.getByRole("link", { name: survey.name }).click();
  await page.getByRole("button", { name: "Full launch" }).click();
  const full = page.getByRole("dialog", { name: "Full launch" });
  await expect(full.getByRole("row", { name: /^Men 51 6 51/ })).toBeVisible();
  await full.getByRole("button", { name: "Launch in full" }).click();
  await expect(page.getByText("All targets are in full again, and the survey is live.")).toBeVisible();
  expect(await standing(manager, survey)).toEqual(["Live", 100, 50, 51]);
  listener.expectQuiet();
});

test("during a soft launch the grid edits the full targets and shows both", async ({ page, manager }) => {
  const survey = await draft(manager);
  const started = { survey_id: survey.id, action: "start", share: 10 };
  expect((await manager.post("/api/soft-launches", { data: started })).status()).toBe(200);
  const listener = listenToConsole(page);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}?show=quotas`);
  await expect(cellOf(page, 1, "target")).toHaveText(/now 5 \/\s*50/);
  await typeCell(page, 1, "target", "80");
  await gridOf(page).press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByRole("table", { name: "Changes of quota Women" })).toContainText("80");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("No unsaved changes")).toBeVisible();
  await expect(cellOf(page, 1, "target")).toHaveText(/now 8 \/\s*80/);
  expect(await standing(manager, survey)).toEqual(["Live", 10, 8, 6]);

  expect(
    (await manager.post("/api/soft-launches", { data: { survey_id: survey.id, action: "launch" } })).status(),
  ).toBe(200);
  expect(await standing(manager, survey)).toEqual(["Live", 100, 80, 51]);
  listener.expectQuiet();
});

test("a save under a soft launch shows the full target that somebody else has set meanwhile", async ({
  page,
  manager,
}) => {
  const survey = await draft(manager);
  const act = (body: object) => manager.post("/api/soft-launches", { data: { survey_id: survey.id, ...body } });
  expect((await act({ action: "start", share: 10 })).status()).toBe(200);
  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${survey.id}`);
  const respondents = page.getByRole("textbox", { name: "Respondents", exact: true });
  await expect(respondents).toHaveValue("100");
  await respondents.fill("120");
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(dialog.getByRole("button", { name: "Save", exact: true })).toBeEnabled();
  // What changes while the survey is read once more is shown by that, before the save.
  await expect(dialog.getByText(/^Reading the survey from/)).toBeHidden();
  expect((await act({ action: "retarget", targets: { "": 300 } })).status()).toBe(200);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText(/^This soft launch was changed since you looked\./)).toBeVisible();
  await expect(dialog.getByText("300", { exact: true }).first()).toBeVisible();
  expect(await standing(manager, survey)).toEqual(["Live", 30, 5, 6]);
});
