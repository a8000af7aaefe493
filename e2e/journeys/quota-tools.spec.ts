import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import type { HttpSession } from "../http-session";
import { test } from "../manager";
import { makeSurvey, ofEverybody, ofWomenAndMen, women } from "../new-survey";
import { expectAccessible, OVERLAY } from "./accessible";
import { listenToConsole, signIn, visit } from "./person";
import { comeBack } from "./quota-grid";

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

/** What a spreadsheet puts on the clipboard, pasted into a field. */
const paste = (field: Locator, text: string) =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** The builder that knows of two questions, one of them in these groups. */
async function buildByGenderAndAge(page: Page, ages: string): Promise<Locator> {
  const dialog = await openTool(page, "Build quotas…");
  const question = dialog.getByRole("combobox", { name: /uestion$/ });
  for (const name of ["Gender", "Age"]) {
    await question.fill(name);
    // Enter takes what is offered, once the country's questions have been read.
    await expect(page.getByRole("option", { name }).first()).toBeVisible();
    await question.press("Enter");
  }
  await dialog.getByRole("textbox", { name: "Groups of Age" }).fill(ages);
  return dialog;
}

test("nested quotas take counts that are pasted as a column, a group counting its cells", async ({ page, manager }) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  const before = await quotasOf(manager, id);
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  const dialog = await buildByGenderAndAge(page, "18-34, 35+");
  await dialog.getByText("Nested").click();
  await dialog.getByText("Counts").click();
  await expect(dialog.getByText("4 cells have no target yet.")).toBeVisible();
  await paste(dialog.getByRole("textbox", { name: "Target of Male, 18-34" }), "10\n15\n20\n1,055\n");
  await expect(dialog.getByRole("row", { name: "Female 1,075" })).toBeVisible();
  await dialog.getByRole("button", { name: "Make 6 quotas" }).click();
  await save(page);
  const after = await quotasOf(manager, id);
  // The quotas of the same respondents stay the ones that they were, with what they have collected.
  const idOf = (quotas: Quotas, name: string) => quotas.find(({ quota_name }) => quota_name === name)?.quota_id;
  expect(idOf(after, "Female")).toBe(idOf(before, "Women"));
  expect(after.map(({ quota_name, quota }) => `${quota_name} ${quota}`)).toEqual([
    "Male 25",
    "Male, 18-34 10",
    "Male, 35-99 15",
    "Female 1075",
    "Female, 18-34 20",
    "Female, 35-99 1055",
  ]);
});

test("percentages that miss 100 are scaled to it, cells are left out and typed over, all in one step", async ({
  page,
  manager,
}) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  const listener = listenToConsole(page);
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  const dialog = await buildByGenderAndAge(page, "18-34, 35-54, 55+");
  await dialog.getByText("% of questions").click();
  for (const band of ["18-34", "35-54", "55-99"]) {
    await dialog.getByRole("textbox", { name: `Percent of Age ${band}` }).fill("33.3");
  }
  await expect(dialog.getByText(/of Age add up to 99\.9, not 100/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Make 6 quotas" })).toBeDisabled();
  await expectAccessible(page, { within: OVERLAY });
  await dialog.getByRole("button", { name: "Scale to 100" }).click();
  await dialog.getByRole("checkbox", { name: "Take Male, 55-99" }).uncheck();
  await dialog.getByRole("textbox", { name: "Target of Female, 18-34" }).fill("30");
  await dialog.getByText("Add to them").click();
  await dialog.getByRole("button", { name: "Make 5 quotas" }).click();
  await expect(dialog).toBeHidden();
  // One step back takes all of it away again.
  const cell = page.getByRole("gridcell", { name: "Female, 18-34" });
  await expect(cell).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cell).toBeHidden();
  await page.getByRole("button", { name: "Redo" }).click();
  await save(page);
  const saved = await namesAndTargets(manager, id);
  expect(saved.slice(0, 2)).toEqual(["Women 60", "Men 40"]);
  expect(saved).toHaveLength(7);
  expect(saved).toContain("Female, 18-34 30");
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

test("quotas are exported, changed in the file, looked at before they are imported, and saved", async ({
  page,
  manager,
}) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  const listener = listenToConsole(page);
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  const text = await readFile(await exported(page, "CSV"), "utf8");
  expect(text).toMatch(/^\uFEFFQuota id,Name,Target,Starts,Completes,Gender,Survey,Revision\r\n/);
  const [head = "", first = "", second = ""] = text.split("\r\n");

  const wrong = [head, first.replace(",60,", ",sixty,"), second.replace(",Male,", ",Mals,")].join("\r\n");
  const dialog = await importFile(page, "quotas.csv", Buffer.from(wrong));
  await expect(dialog.getByRole("tab", { name: "Refused 2" })).toBeVisible();
  await expect(dialog.getByRole("row", { name: /2 Target “sixty” is not a whole number/ })).toBeVisible();
  await expect(dialog.getByRole("row", { name: /3 Gender .*Did you mean “Male”\?/ })).toBeVisible();
  await expectAccessible(page, { within: OVERLAY });
  await expect(dialog.getByRole("button", { name: /^Import/ })).toBeDisabled();
  await dialog.getByRole("button", { name: "Read something else" }).click();

  // Semicolons and Latin-1, as a spreadsheet of another country saves it; the second quota's row is gone.
  const added = `;Größe, "neu";15;;;Male;;`;
  const changed = [head, first.replace(",60,", ",55,")].map((line) => line.replace(/^\uFEFF/, "").replaceAll(",", ";"));
  const latin = Buffer.from([...changed, added.replace('Größe, "neu"', '"Größe, ""neu"""')].join("\r\n"), "latin1");
  await dialog.getByLabel("Quota file").setInputFiles({ name: "quotas.csv", mimeType: "text/csv", buffer: latin });
  await expect(dialog.getByText(/was read as Western European/)).toBeVisible();
  for (const tab of ["Removed 1", "Changed 1", "Added 1", "Unchanged 0", "Refused 0"]) {
    await expect(dialog.getByRole("tab", { name: tab })).toBeVisible();
  }
  await dialog.getByRole("tab", { name: "Changed 1" }).click();
  await expect(dialog.getByRole("row", { name: "Women 60 55" })).toBeVisible();
  await dialog.getByRole("button", { name: "Import and remove 1 quota" }).click();
  await expect(dialog).toBeHidden();
  await save(page);
  expect(await namesAndTargets(manager, id)).toEqual(["Women 55", 'Größe, "neu" 15']);

  const workbook = await readFile(await exported(page, "XLSX"));
  const again = await importFile(page, "quotas.xlsx", workbook);
  await expect(again.getByRole("tab", { name: "Unchanged 2" })).toBeVisible();
  await expect(again.getByText("The quotas are like this already.")).toBeVisible();
  await again.getByRole("button", { name: "Read something else" }).click();
  await again.getByLabel("Paste rows").fill("Name\tTarget\tGender\nWomen\t70\tFemale");
  await again.getByRole("button", { name: "Show what would change" }).click();
  await expect(again.getByRole("tab", { name: "Removed 1" })).toBeVisible();
  listener.expectQuiet();
});

test("rows that were read before others changed the quotas are read again first", async ({ page, manager }) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  const dialog = await openTool(page, "Import…");
  await dialog.getByLabel("Paste rows").fill("Name\tTarget\nWomen\t70\nMen\t40");
  await dialog.getByRole("button", { name: "Show what would change" }).click();
  await expect(dialog.getByRole("tab", { name: "Changed 1", exact: true })).toBeVisible();
  const [first, second] = await quotasOf(manager, id);
  const theirs = [first, { ...second, quota: 41 }];
  const changed = await manager.patch("/api/demand/surveys", { data: { id, respondent_attributes: theirs } });
  expect(changed.ok()).toBe(true);
  await comeBack(page, 60_000);
  await expect(dialog.getByText("The quotas have changed since this was read. Read it again.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await dialog.getByRole("button", { name: "Read something else" }).click();
  await dialog.getByRole("button", { name: "Show what would change" }).click();
  await expect(dialog.getByRole("tab", { name: "Changed 2", exact: true })).toBeVisible();
});

test("a file is not imported after the survey was changed, nor into another survey", async ({ page, manager }) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  const other = await makeSurvey(manager, ofWomenAndMen);
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  const file = await readFile(await exported(page, "CSV"));
  const renamed = await manager.patch("/api/demand/surveys", { data: { id, name: `${other.name} renamed` } });
  expect(renamed.status()).toBe(200);
  const dialog = await importFile(page, "quotas.csv", file);
  await expect(dialog.getByRole("alert")).toHaveText(
    "The survey was changed since this file was exported. Export it again, and make your changes in the new file.",
  );
  for (const [name, content, sentence] of [
    ["empty.csv", Buffer.alloc(0), "The file is empty."],
    ["quotas.xlsx", Buffer.from("%PDF-1.7"), /is a PDF document/],
    ["words.csv", Buffer.from("a,b\n1,2"), /No column is called “Target”/],
  ] as const) {
    await dialog.getByLabel("Quota file").setInputFiles({ name, mimeType: "text/csv", buffer: content });
    await expect(dialog.getByRole("alert")).toHaveText(sentence);
  }
  await openQuotas(page, other.id);
  const elsewhere = await importFile(page, "quotas.csv", file);
  await expect(elsewhere.getByRole("alert")).toContainText("This file was exported from another survey.");
  expect(await namesAndTargets(manager, id)).toEqual(["Women 60", "Men 40"]);
});

test("a template is saved, used in another survey with its target scaled, renamed and deleted", async ({
  page,
  manager,
}) => {
  const { id } = await makeSurvey(manager, ofWomenAndMen);
  const other = await makeSurvey(manager, ofEverybody(100));
  const listener = listenToConsole(page);
  const name = `Census ${other.name}`;
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  for (const button of ["Save template", "Overwrite the template"]) {
    const saving = await openTool(page, "Save as template…");
    await saving.getByRole("textbox", { name: "Name" }).fill(name);
    await saving.getByRole("button", { name: button }).click();
    await expect(saving).toBeHidden();
  }

  await openQuotas(page, other.id);
  const dialog = await openTool(page, "From a template…");
  await dialog.getByRole("radio", { name }).check();
  await expect(dialog.getByRole("tab", { name: "Added 2" })).toBeVisible();
  await expect(dialog.getByRole("tab", { name: "Removed 1" })).toBeVisible();
  await dialog.getByRole("button", { name: "Use 2 quotas" }).click();
  await expect(dialog).toBeHidden();

  const scaling = await openTool(page, "Scale all targets…");
  await scaling.getByRole("textbox", { name: "New total" }).fill("33");
  await expect(scaling.getByRole("row", { name: "Women 60 20" })).toBeVisible();
  await expect(scaling.getByRole("row", { name: "Together 100 33" })).toBeVisible();
  await scaling.getByRole("button", { name: "Scale targets" }).click();
  await save(page);
  expect(await namesAndTargets(manager, other.id)).toEqual(["Women 20", "Men 13"]);

  const keeping = await openTool(page, "From a template…");
  await keeping.getByRole("button", { name: `Rename ${name}` }).click();
  await keeping.getByRole("textbox", { name: `New name of ${name}` }).fill(`${name} B`);
  await keeping.getByRole("button", { name: "Rename", exact: true }).click();
  await keeping.getByRole("button", { name: `Delete ${name} B` }).click();
  await keeping.getByRole("button", { name: "Delete template" }).click();
  await expect(keeping.getByRole("radio", { name: `${name} B` })).toBeHidden();
  listener.expectQuiet();
});

test("quotas of a survey of another country are taken once what is lacking has been mapped", async ({
  page,
  manager,
}) => {
  const { qualifications } = await (
    await manager.get("/api/demand/qualifications?country_code=US&page_size=500")
  ).json();
  const region = qualifications.find(({ id }: { id: number }) => id === 8);
  const south = {
    quota_name: "Southerners",
    quota: 40,
    qualifications: [{ question_id: 8, allowed_option_ids: [region.options[2].id] }],
  };
  const source = await makeSurvey(manager, { respondent_attributes: [women, south] });
  const { id } = await makeSurvey(manager, { country_code: "GB", ...ofEverybody(50) });
  const listener = listenToConsole(page);
  await signIn(page, MANAGER);
  await openQuotas(page, id);
  const dialog = await openTool(page, "From another survey…");
  await dialog.getByRole("combobox", { name: "Survey" }).fill(source.id);
  await page.getByRole("option", { name: source.name }).click();
  await expect(
    dialog.getByText("1 option of “Region” is not in this country: choose a match, or leave the question out."),
  ).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Use 2 quotas" })).toBeDisabled();
  await dialog.getByRole("combobox", { name: /^Region: “South”, in 1 quota, becomes/ }).click();
  await page.getByRole("option", { name: "South East" }).click();
  await dialog.getByRole("button", { name: "Use 2 quotas" }).click();
  await expect(dialog).toBeHidden();
  await save(page);
  expect(await namesAndTargets(manager, id)).toEqual(["Women 30", "Southerners 20"]);
  listener.expectQuiet();
});

test("quotas are not taken into a country whose questions could not be read", async ({ page, manager }) => {
  const source = await makeSurvey(manager, ofWomenAndMen);
  const { id } = await makeSurvey(manager, ofEverybody(100));
  await signIn(page, MANAGER);
  await visit(page, `/surveys/${id}`);
  const ofGermany = /\/api\/demand\/qualifications\?.*country_code=DE/;
  await page.route(ofGermany, (route) => route.fulfill({ status: 503, json: { message: "It is being restarted." } }));
  const country = page.getByRole("combobox", { name: "Country", exact: true });
  await country.click();
  await country.fill("Germany");
  await page.getByRole("option", { name: "Germany" }).click();
  await page.getByRole("tab", { name: /^Quotas/ }).click();
  const dialog = await openTool(page, "From another survey…");
  await dialog.getByRole("combobox", { name: "Survey" }).fill(source.id);
  await page.getByRole("option", { name: source.name }).click();
  await expect(dialog.getByText(/^The questions of this country could not be/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByRole("button", { name: /^Use/ })).toBeHidden();
  await page.unroute(ofGermany);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByRole("button", { name: "Use 2 quotas" }).click();
  const grid = page.getByRole("grid");
  await expect(grid.getByRole("gridcell", { name: /Female/ })).toBeVisible();
  await expect(grid.getByRole("gridcell", { name: /Everyone/ })).toBeHidden();
});
