import { expect } from "@playwright/test";
import { test } from "../manager";
import { makeSurvey, women } from "../new-survey";
import { expectAccessible, OVERLAY } from "./accessible";
import { listenToConsole, signIn, visit } from "./person";

test("a survey is copied to three countries with one preview; an option that one lacks is mapped", async ({
  page,
  manager,
}) => {
  const listener = listenToConsole(page);
  const { qualifications } = await (
    await manager.get("/api/demand/qualifications?country_code=US&page_size=500")
  ).json();
  const region = qualifications.find(({ id }: { id: number }) => id === 8);
  const { id, name } = await makeSurvey(manager, {
    respondent_attributes: [
      women,
      {
        quota_name: "A region",
        quota: 40,
        qualifications: [{ question_id: 8, allowed_option_ids: [region.options[0].id] }],
      },
    ],
  });

  await signIn(page, "manager@demo.test");
  await visit(page, `/surveys/${id}`);
  await page.getByRole("button", { name: "Copy…" }).click();
  const dialog = page.getByRole("dialog", { name: `Copy “${name}”` });
  const places = dialog.getByRole("combobox", { name: "Countries and languages" });
  for (const place of ["Germany", "United Kingdom", "France"]) {
    await places.fill(place);
    await page
      .getByRole("option", { name: new RegExp(`^${place}`) })
      .first()
      .click();
  }
  await places.press("Escape");
  await expect(dialog.getByRole("textbox", { name: /^Name for/ })).toHaveCount(3);
  const target = dialog.getByRole("textbox", { name: "Target for Germany" });
  await target.clear();
  await expect(dialog.getByText("Its target must be 1 or more.")).toBeVisible();
  await target.pressSequentially("50");
  const create = dialog.getByRole("button", { name: "Create 3 surveys" });
  // What a country lacks stops the creation until somebody has said what stands for it.
  await expect(dialog.getByText(/needs a match in this country: choose it/).first()).toBeVisible();
  await expect(create).toBeDisabled();
  const leaveOut = dialog.getByRole("button", { name: "Leave out Region" });
  await dialog
    .getByRole("combobox", { name: /^Region: “.*”, in 1 quota, becomes/ })
    .first()
    .click();
  await page.getByRole("option").nth(1).click();
  while ((await leaveOut.count()) > 1) await leaveOut.last().click();
  await expect(dialog.getByText("“Region” is left out: 1 quota copied without it.").first()).toBeVisible();
  await expect(create).toBeEnabled();
  await expectAccessible(page, { within: OVERLAY });
  await create.click();
  await expect(page.getByText(/: started\. Progress is under “Jobs” above\.$/)).toBeVisible();

  const copies = async () => {
    const { surveys } = await (
      await manager.get(`/api/demand/surveys?search=${encodeURIComponent(name)}&page_size=50`)
    ).json();
    return surveys
      .filter((survey: { id: string }) => survey.id !== id)
      .map((survey: { country_code: string; status: string; respondent_attributes: { quota: number }[] }) => [
        survey.country_code,
        survey.status,
        survey.respondent_attributes.map(({ quota }) => quota),
      ])
      .sort();
  };
  await expect.poll(copies).toEqual([
    ["DE", "Draft", [30, 20]],
    ["FR", "Draft", [60, 40]],
    ["GB", "Draft", [60, 40]],
  ]);
  listener.expectQuiet();
});
