import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import type { HttpSession } from "../http-session";
import { test } from "../manager";
import { makeSurvey, ofEverybody, ofWomenAndMen } from "../new-survey";
import { expectAccessible, OVERLAY } from "./accessible";
import { listenToConsole, signIn, visit } from "./person";

const MANAGER = "manager@demo.test";

type Quotas = BuiltInSurvey["respondent_attributes"];

/** The quotas as the service has them. */
async function quotasOf(api: HttpSession, id: string): Promise<Quotas> {
  return (await (await api.get(`/api/demand/surveys?ids=${id}`)).json()).surveys[0].respondent_attributes;
}
const namesAndTargets = async (api: HttpSession, id: string) =>
  (await quotasOf(api, id)).map(({ quota_name, quota }) => `${quota_name} ${quota}`);

async function openQuotas(page: Page, id: string): Promise<void> {
  await visit(page, `/surveys/${id}?show=quotas`);
  await expect(page.getByRole("button", { name: "Quota tools" })).toBeVisible();
}

async function openTool(page: Page, tool: string): Promise<Locator> {
  await page.getByRole("button", { name: "Quota tools" }).click();
  await page.getByRole("menuitem", { name: tool }).click();
  return page.getByRole("dialog");
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save…" }).click();
  await page
    .getByRole("dialog", { name: "Save these changes?" })
    .getByRole("button", { name: /^Save( and|$)/ })
    .click();
  await expect(page.getByText(/was saved\.$/)).toBeVisible();
}

/** Does what a person would, and counts it: a key, or what is typed into one field. */
function hands(page: Page) {
  let actions = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        actions += 1;
        await page.keyboard.press(key);
      }
    },
    type: async (text: string) => {
      actions += 1;
      await page.keyboard.type(text);
    },
    actions: () => actions,
  };
}

test("60 interlocked cells are built by their margins and saved, with keys alone, in under 60 actions", async ({
  page,
  manager,
}) => {
  const { id } = await makeSurvey(manager, { country_code: "CA", ...ofEverybody(1000) });
  const listener = listenToConsole(page);
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  const { press, type, actions } = hands(page);

  await press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
  await type("Build quotas");
  await expect(page.getByRole("option", { name: /Quotas: Build quotas/ })).toBeVisible();
  await press("Enter");
  const dialog = page.getByRole("dialog", { name: "Build quotas" });
  const question = dialog.getByRole("combobox", { name: /uestion$/ });
  for (const [name, bands] of [
    ["Gender", null],
    ["Age", "18-24, 25-34, 35-44, 45-54, 55+"],
    ["Region", null],
  ] as const) {
    await expect(question).toBeFocused();
    await type(name);
    await press("Enter");
    if (!bands) continue;
    await expect(dialog.getByRole("textbox", { name: `Groups of ${name}` })).toBeFocused();
    await type(bands);
    await press("Enter");
  }
  await expect(dialog.getByText("60 quotas, together 1,000")).toBeVisible();
  await expect(question).toBeFocused();
  await press("Tab", "Tab", "ArrowRight");
  await expect(dialog.getByRole("radio", { name: "% of questions" })).toBeFocused();
  await press("Tab");
  await expect(dialog.getByRole("textbox", { name: "Total" })).toHaveValue("1,000");
  await expect(dialog.getByRole("textbox", { name: "Total" })).toBeFocused();
  // The last group of each question gets what the others leave.
  let at = 0;
  for (const shares of [
    [49, null],
    [12, 18, 20, 21, null],
    [7, 23, 38, 7, 14, null],
  ]) {
    for (const share of shares) {
      await press("Tab");
      await expect(dialog.getByRole("textbox", { name: /^Percent of/ }).nth(at)).toBeFocused();
      at += 1;
      if (share !== null) await type(String(share));
    }
  }
  await expect(dialog.getByRole("region", { name: "Shares of Gender" })).toContainText("490");
  await expect(dialog.getByRole("region", { name: "Shares of Gender" })).toContainText("510");
  await press("Control+Enter");
  await expect(dialog).toBeHidden();
  // Nobody's hands are so quick that the next key comes before the focus is back on the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await press("Control+s");
  const preview = page.getByRole("dialog", { name: "Save these changes?" });
  await expect(preview.getByText("60 new quotas")).toBeVisible();
  // What removes something is not one key away, and waits for what the quota has collected.
  await expect(preview.getByRole("button", { name: "Back to editing" })).toBeFocused();
  const save = preview.getByRole("button", { name: "Save and remove 1 quota" });
  await expect(save).toBeEnabled();
  await press("Tab");
  await expect(save).toBeFocused();
  await press("Enter");
  await expect(page.getByText(/was saved\.$/)).toBeVisible();
  expect(actions()).toBeLessThan(60);

  const saved = await quotasOf(manager, id);
  expect(saved).toHaveLength(60);
  const sumOf = (questionId: number, optionId: number) =>
    saved
      .filter(({ qualifications }) =>
        qualifications.some((each) => each.question_id === questionId && each.allowed_option_ids.includes(optionId)),
      )
      .reduce((sum, { quota }) => sum + quota, 0);
  expect([sumOf(2, 1), sumOf(2, 2)]).toEqual([490, 510]);
  expect([18, 25, 35, 45, 55].map((age) => sumOf(1, age))).toEqual([120, 180, 200, 210, 290]);
  expect(saved[0]).toMatchObject({ quota_name: "Male, 18-24, Atlantic provinces" });
  listener.expectQuiet();
});

async function exported(page: Page, form: "CSV" | "XLSX"): Promise<string> {
  const downloading = page.waitForEvent("download");
  await openTool(page, `Export ${form}`);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(form === "CSV" ? / quotas\.csv$/ : / quotas\.xlsx$/);
  return download.path();
}

async function importFile(page: Page, name: string, content: Buffer): Promise<Locator> {
  const dialog = await openTool(page, "Import…");
  await dialog.getByLabel("Quota file").setInputFiles({ name, mimeType: "application/octet-stream", buffer: content });
  return dialog;
}

test("quotas are exported, changed in the file, previewed before they are imported, and saved", async ({
  page,
  manager,
}) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  const listener = listenToConsole(page);
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  const text = await readFile(await exported(page, "CSV"), "utf8");
  expect(text).toMatch(/^\uFEFFQuota id,Name,Target,Starts,Completes,Gender,Survey,Revision\r\n/);
  const [head = "", first = ""] = text.split("\r\n");
  const dialog = await importFile(page, "quotas.csv", Buffer.from([head, first.replace(",60,", ",55,")].join("\r\n")));
  await expect(dialog.getByRole("tab", { name: "Removed 1" })).toBeVisible();
  await dialog.getByRole("tab", { name: "Changed 1" }).click();
  await expect(dialog.getByRole("row", { name: "Women 60 55" })).toBeVisible();
  await expectAccessible(page, { within: OVERLAY });
  await dialog.getByRole("button", { name: "Import and remove 1 quota" }).click();
  await save(page);
  expect(await namesAndTargets(manager, id)).toEqual(["Women 55"]);

  const workbook = await readFile(await exported(page, "XLSX"));
  const again = await importFile(page, "quotas.xlsx", workbook);
  await expect(again.getByText("The quotas are like this already.")).toBeVisible();
  listener.expectQuiet();
});

test("quotas are saved as a template, used in another survey and scaled to its target", async ({ page, manager }) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  const other = await makeSurvey(manager, ofEverybody(100));
  const listener = listenToConsole(page);
  const name = `Census ${other.name}`;
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  const saving = await openTool(page, "Save as template…");
  await saving.getByRole("textbox", { name: "Name" }).fill(name);
  await saving.getByRole("button", { name: "Save template" }).click();
  await expect(saving).toBeHidden();

  await openQuotas(page, other.id);
  const dialog = await openTool(page, "From a template…");
  await dialog.getByRole("radio", { name }).check();
  await expect(dialog.getByRole("tab", { name: "Added 2" })).toBeVisible();
  await dialog.getByRole("button", { name: "Use 2 quotas" }).click();
  const scaling = await openTool(page, "Scale all targets…");
  await scaling.getByRole("textbox", { name: "New total" }).fill("33");
  await expect(scaling.getByRole("row", { name: "Women 60 20" })).toBeVisible();
  await scaling.getByRole("button", { name: "Scale targets" }).click();
  await save(page);
  expect(await namesAndTargets(manager, other.id)).toEqual(["Women 20", "Men 13"]);
  listener.expectQuiet();
});
