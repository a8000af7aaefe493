import { expect, test } from "@playwright/test";
import { signInApi } from "../sign-in";
import { expectAccessible, listenToConsole, signInPage } from "./person";

test("a survey is copied to three countries with one preview; an option that one lacks is mapped", async ({
  page,
  baseURL,
}) => {
  const api = await signInApi(baseURL ?? "", { email: "manager@demo.test" });
  const listener = listenToConsole(page);
  const name = `Copied ${Date.now()}`;
  const { projects } = await (await api.get("/api/demand/projects?page_size=1")).json();
  const { qualifications } = await (await api.get("/api/demand/qualifications?country_code=US&page_size=500")).json();
  const region = qualifications.find(({ id }: { id: number }) => id === 8);
  const created = await api.post("/api/demand/surveys", {
    data: {
      project_id: projects[0].id,
      name,
      respondents: 100,
      country_code: "US",
      language_code: "EN",
      length_of_interview: 5,
      incidence_rate: 80,
      collects_pii: false,
      hashing_enabled: false,
      out_of_field_date: "2031-02-01",
      out_of_field_timezone: "Coordinated Universal Time",
      device_compatibilities: ["desktop"],
      calculation_type: "Completes",
      traffic_control_limit_type: "None",
      entry_link: "https://surveys.example/?r=[%RID%]",
      respondent_attributes: [
        { quota_name: "Men", quota: 60, qualifications: [{ question_id: 2, allowed_option_ids: [1] }] },
        {
          quota_name: "A region",
          quota: 40,
          qualifications: [{ question_id: 8, allowed_option_ids: [region.options[0].id] }],
        },
      ],
    },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { id } = await created.json();

  await signInPage(page, "manager@demo.test");
  await page.goto(`/surveys/${id}`, { waitUntil: "networkidle" });
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
  await dialog.getByRole("textbox", { name: "Target for Germany" }).fill("50");
  const create = dialog.getByRole("button", { name: "Create 3 surveys" });
  // What a country lacks stops the creation until somebody has said what stands for it.
  const leaveOut = dialog.getByRole("button", { name: "Leave the rest out" });
  await expect(dialog.getByText(/option is not in this country/).first()).toBeVisible();
  await expect(create).toBeDisabled();
  const gaps = dialog.getByRole("combobox", { name: /^Region: “.*”, in 1 quota, becomes/ });
  while ((await leaveOut.count()) > 0) {
    await gaps.nth((await gaps.count()) - (await leaveOut.count())).click();
    await page.getByRole("option").nth(1).click();
  }
  await expect(create).toBeEnabled();
  await expectAccessible(page);
  await create.click();
  await expect(page.getByText(/: started\. Progress is under “Work” above\.$/)).toBeVisible();

  const copies = async () => {
    const { surveys } = await (
      await api.get(`/api/demand/surveys?search=${encodeURIComponent(name)}&page_size=50`)
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
  await expect.poll(copies, { timeout: 20_000 }).toEqual([
    ["DE", "Draft", [30, 20]],
    ["FR", "Draft", [60, 40]],
    ["GB", "Draft", [60, 40]],
  ]);
  listener.expectQuiet();
  await api.dispose();
});
