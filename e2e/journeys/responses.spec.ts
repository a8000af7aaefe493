import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { createSurvey, readSurvey, test, type World } from "../api/world";
import { expectAccessible, OVERLAY } from "./accessible";
import { listenToConsole, reload, signInAnew, visit } from "./person";

/** A survey with so many completes of a dollar each. */
async function fielded(world: World, completes: number) {
  const survey = await createSurvey(world.service);
  const quotas = survey.respondent_attributes.map(({ quota_id }) => quota_id);
  const rows = Array.from({ length: completes }, (_, at) => ({
    rdud: randomUUID(),
    survey_id: survey.id,
    status: "complete",
    buyer_cpi: 1,
    qualification_attributes: "[]",
    quota_ids: quotas,
    started_at: new Date(Date.now() - 3_600_000 + at * 1000),
    ended_at: new Date(Date.now() - 3_000_000 + at * 1000),
  }));
  await world.sql`insert into responses ${world.sql(rows)}`;
  return { surveyId: survey.id, rduds: rows.map(({ rdud }) => rdud) };
}

const completesOf = (world: World, surveyId: string) => async () => {
  const { survey_completes, total_cost } = (await readSurvey(world.service, surveyId)).survey.field_details;
  return [survey_completes, total_cost];
};

const rowOf = (page: Page, rdud: string) =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name: `Details of ${rdud}` }) });

test("a list of responses is rejected, seen in the counts and undone, and one is judged from its row", async ({
  page,
  context,
  world,
}) => {
  const listener = listenToConsole(page);
  const { surveyId, rduds } = await fielded(world, 4);
  const [first = "", second = ""] = rduds;
  const person = await world.addPerson("manager");
  await signInAnew(context, person);
  await visit(page, `/surveys/${surveyId}/responses`);
  await expect(page.getByText("4 responses")).toBeVisible();

  await page.getByRole("button", { name: "Reconcile a list…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reconcile a list" });
  await dialog.getByLabel("Response ids").fill(rduds.slice(0, 3).join("\n"));
  await dialog.getByLabel("Reason", { exact: true }).fill("Too fast");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("row", { name: "Cost $4.00 $1.00 -$3.00" })).toBeVisible();
  await expectAccessible(page, { within: OVERLAY });
  await dialog.getByRole("button", { name: "Reject 3 responses" }).click();
  const ended = page.getByRole("alert").filter({ hasText: /^Reject 3 responses of .*: done\./ });
  await expect(ended).toBeVisible();
  expect(await completesOf(world, surveyId)()).toEqual([1, 1]);
  await expect(rowOf(page, first)).toContainText("Rejected");
  await expect(rowOf(page, first)).toContainText("Too fast");
  await ended.getByRole("button", { name: "Undo" }).click();
  await expect.poll(completesOf(world, surveyId)).toEqual([4, 4]);
  await expect(rowOf(page, first)).toContainText("Accepted");

  // Left by Escape, a dialog gives the focus back to what opened it.
  const reject = page.getByRole("button", { name: `Reject ${second}` });
  const one = page.getByRole("dialog", { name: "Reject this response" });
  await reject.click();
  await expect(one.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(reject).toBeFocused();
  await reject.click();
  await one.getByLabel("Reason").fill("Straight lines");
  await one.getByRole("button", { name: "Reject 1 response" }).click();
  await expect(rowOf(page, second)).toContainText("Straight lines");

  await page.getByRole("button", { name: `Details of ${second}` }).click();
  const details = page.getByRole("dialog", { name: "Response", exact: true });
  await expect(page).toHaveURL(new RegExp(`response=${second}`));
  await reload(page);
  await expect(details.getByRole("row", { name: "Reason Straight lines" })).toBeVisible();
  await expect(details.getByRole("row", { name: `Reconciled by ${person.email}` })).toBeVisible();
  await expectAccessible(page, { within: OVERLAY });
  listener.expectQuiet();
});
