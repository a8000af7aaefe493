import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import writeExcelFile from "write-excel-file/node";
import { createSurvey, expect, readSurvey, test, type World } from "../api/world";
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

test("300 responses are rejected in one go, seen in the counts, and it is undone", async ({ page, context, world }) => {
  const listener = listenToConsole(page);
  const { surveyId, rduds } = await fielded(world, 310);
  await signInAnew(context, await world.addPerson("manager"));
  await visit(page, `/surveys/${surveyId}`);
  await page.getByRole("link", { name: "Responses" }).click();
  await expect(page.getByText("310 responses")).toBeVisible();

  await page.getByRole("button", { name: "Reconcile a list…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reconcile a list" });
  // A list that decides, and leaves one open: that one is left out until somebody says otherwise.
  await dialog.getByLabel("Response ids").fill(`rdud,decision\n${rduds[0]},reject\n${rduds[1]},\n${rduds[2]},accept`);
  await expect(dialog.getByRole("radio", { name: "Leave out" })).toBeChecked();
  await expect(
    dialog.getByText("2 rows name responses: 1 to reject, 1 to accept; 1 without a decision would be left out."),
  ).toBeVisible();
  await dialog.getByLabel("Response ids").fill(rduds.slice(0, 300).join("\n"));
  await dialog.getByLabel("Reason", { exact: true }).fill("Too fast");
  await expect(dialog.getByText("300 rows name responses: 300 to reject.")).toBeVisible();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("Of 300 responses, 300 will change.")).toBeVisible();
  await expect(dialog.getByRole("row", { name: "Completes 310 10 -300" })).toBeVisible();
  await expect(dialog.getByRole("row", { name: "Cost $310.00 $10.00 -$300.00" })).toBeVisible();
  await dialog.getByRole("button", { name: "Reject 300 responses" }).click();

  const ended = page.getByRole("alert").filter({ hasText: /^Reject 300 responses of .*: done\./ });
  await expect(ended).toBeVisible();
  expect(await completesOf(world, surveyId)()).toEqual([10, 10]);
  await expect(rowOf(page, rduds[0] ?? "")).toContainText("Rejected");
  await expect(rowOf(page, rduds[0] ?? "")).toContainText("Too fast");
  await ended.getByRole("button", { name: "Undo" }).click();
  await expect.poll(completesOf(world, surveyId)).toEqual([310, 310]);
  await expect(rowOf(page, rduds[0] ?? "")).toContainText("Accepted");

  // Behind the end of the list is nothing: its last page opens instead.
  const elsewhere = await context.newPage();
  await visit(elsewhere, `/surveys/${surveyId}/responses?page=99`);
  await expect(elsewhere).toHaveURL(/[?&]page=7(&|$)/);
  await expect(elsewhere.getByRole("row")).toHaveCount(11);
  await elsewhere.close();
  listener.expectQuiet();
});

test("a large workbook and a pasted list are previewed; one response and some are judged from the list", async ({
  page,
  context,
  world,
}) => {
  const quiet = listenToConsole(page);
  const { surveyId, rduds } = await fielded(world, 3);
  const [first = "", second = "", third = ""] = rduds;
  const person = await world.addPerson("manager");
  await signInAnew(context, person);
  await visit(page, `/surveys/${surveyId}/responses?reconcile=true`);
  const dialog = page.getByRole("dialog", { name: "Reconcile a list" });
  const named = [first, second, ...Array.from({ length: 20_000 }, () => randomUUID())];
  const cells = named.map((rdud) => [{ value: rdud }]);
  const workbook = await writeExcelFile([[{ value: "rdud" }], ...cells]).toBuffer();
  const file = { name: "list.xlsx", mimeType: "application/octet-stream", buffer: workbook };
  await dialog.getByLabel("List file").setInputFiles(file);
  await expect(dialog.getByText("20,002 rows name responses: 20,002 to reject.")).toBeVisible();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("Not found in this survey: 20,000 responses.")).toBeVisible();
  await expect(dialog.getByText("Of 20,002 responses, 2 will change.")).toBeVisible();
  await expectAccessible(page, { within: OVERLAY });
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByLabel("List file").setInputFiles({ ...file, buffer: Buffer.from("%PDF-1.7") });
  await expect(dialog.getByRole("alert")).toContainText("The file is a PDF document.");

  // From here on a call fails, which browsers report in the console.
  quiet.expectQuiet();

  // A preview that fails, or takes its time, leads back to the list that was pasted.
  const list = dialog.getByLabel("Response ids");
  await list.fill(rduds.join("\n"));
  const address = /\/api\/responses\/.*preview/;
  await page.route(address, (route) => route.abort());
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("The preview could not be loaded")).toBeVisible();
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(list).toHaveValue(rduds.join("\n"));
  await page.unroute(address);
  await page.route(address, () => {});
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("Working out what this changes…")).toBeVisible();
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(list).toHaveValue(rduds.join("\n"));
  await page.unroute(address);

  await visit(page, `/surveys/${surveyId}/responses`);
  const listener = listenToConsole(page);
  const reject = page.getByRole("button", { name: `Reject ${first}` });
  const one = page.getByRole("dialog", { name: "Reject this response" });
  // Left by Escape, a dialog gives the focus back to what opened it.
  await reject.click();
  await expect(one.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(reject).toBeFocused();
  await reject.click();
  await one.getByLabel("Reason").fill("Straight lines");
  await one.getByRole("button", { name: "Reject 1 response" }).click();
  await expect(rowOf(page, first)).toContainText("Straight lines");

  await rowOf(page, second).getByRole("checkbox").check();
  await rowOf(page, third).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Reject…" }).click();
  const some = page.getByRole("dialog", { name: "Reject the chosen responses" });
  await some.getByRole("button", { name: "Reject 2 responses" }).click();
  await expect.poll(completesOf(world, surveyId)).toEqual([0, 0]);

  await page.getByRole("button", { name: `Details of ${first}` }).click();
  const details = page.getByRole("dialog", { name: "Response", exact: true });
  await expect(page).toHaveURL(new RegExp(`response=${first}`));
  await reload(page);
  await expect(details.getByRole("row", { name: "Reason Straight lines" })).toBeVisible();
  await expect(details.getByRole("row", { name: `Reconciled by ${person.email}` })).toBeVisible();
  await expectAccessible(page, { within: OVERLAY });
  listener.expectQuiet();
});

test("a role that may not judge responses sees why", async ({ page, context, world }) => {
  const { surveyId, rduds } = await fielded(world, 1);
  await signInAnew(context, await world.addPerson("analyst"));
  await visit(page, `/surveys/${surveyId}/responses`);
  await page.getByRole("button", { name: "Reconcile a list…" }).focus();
  const why = "Responses are accepted and rejected by project managers and admins. Ask an admin of your account.";
  await expect(page.getByRole("tooltip", { name: why })).toBeVisible();
  await page.getByRole("button", { name: `Reject ${rduds[0]}` }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
