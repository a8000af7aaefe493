import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { afterEach, expect, test, vi } from "vitest";
import { on, Refusal, renderPage, serve } from "@/components/test-page";
import { saveFile } from "@/components/ui/save-file";
import { listQualifications, listSurveys } from "@/lib/contracts/interfaces/demand";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import {
  deleteQuotaTemplate,
  getQuotaTemplate,
  listQuotaTemplates,
  renameQuotaTemplate,
  saveQuotaTemplate,
} from "@/lib/contracts/ours/quota-templates";
import { getSoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { draftOf } from "@/lib/surveys/draft";
import { questionsById } from "@/lib/surveys/qualification-text";
import { QuotaList } from "@/lib/surveys/quotas/quota-list";
import { gender, numericQuestion, quota, survey } from "@/lib/surveys/test-surveys";
import { type Editor, EditorProvider } from "../editor/editor-context";
import { QuotaTools } from "./quota-tools";

vi.mock("@/components/ui/save-file", () => ({ saveFile: vi.fn() }));
const saved = vi.mocked(saveFile);
afterEach(() => saved.mockReset());

const of = (option: number) => [{ question_id: 2, allowed_option_ids: [option] }];
const women = quota("w", { quota_name: "Women", quota: 60, qualifications: of(2) });
const men = quota("m", { quota_name: "Men", quota: 40, qualifications: of(1) });
const womenAndMen = survey({ country_code: "US", respondent_attributes: [women, men] });
const everybody = survey({ respondent_attributes: [quota("e", { quota_name: "Everybody", qualifications: [] })] });
const age = numericQuestion(18, 99);
const region = (options: [number, string][]): Question => ({
  ...{ id: 8, name: "Region", text: "Where do you live?", type: "single" },
  options: options.map(([id, text]) => ({ id, text })),
});

const connection = {
  ...{ name: "p", title: "Production", environment: "production", addsQuotas: true, searches: false },
  ...{ fieldedElsewhere: null, checkedElsewhere: null },
};

type PageProps = { present: Survey; list: QuotaList; questions: readonly Question[] };

function Page({ present, list, questions }: PageProps) {
  const { control } = useForm({ defaultValues: draftOf(present) });
  const names = { questions: questionsById(questions), namesMissing: null, refusal: null };
  const editor = { control, connection, present, latest: present, revision: "r1", list, ...names };
  return (
    <EditorProvider value={editor as unknown as Editor}>
      <QuotaTools />
    </EditorProvider>
  );
}

/** The tools of a survey, and its list of quotas as they leave it. */
function show(present: Survey = womenAndMen, questions: readonly Question[] = [gender, age]) {
  const list = new QuotaList(draftOf(present).respondent_attributes);
  const page = renderPage(<Page present={present} list={list} questions={questions} />);
  return { ...page, list, targets: () => list.quotas().map((each) => `${each.quota_name} ${each.quota}`) };
}

async function openTool({ user }: ReturnType<typeof show>, tool: string) {
  await user.click(screen.getByRole("button", { name: "Quota tools" }));
  await user.click(await screen.findByRole("menuitem", { name: tool }));
}

async function openDialog(page: ReturnType<typeof show>, tool: string) {
  await openTool(page, tool);
  return within(await screen.findByRole("dialog"));
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

const catalogue = (qualifications: readonly Question[]) => ({
  ...{ total_qualifications: qualifications.length, page: 1, page_size: 500, qualifications },
});
const questionsOf = (catalogues: Record<string, readonly Question[]>) =>
  on(listQualifications, ({ query }) => catalogue(catalogues[query.get("country_code") ?? ""] ?? []));
/** Surveys as the service has them, at a revision. */
const surveysAt = (revision: string, surveys: Survey[]) =>
  on(listSurveys, () =>
    Response.json(
      { total_surveys: surveys.length, page: 1, page_size: 20, surveys },
      { headers: { etag: `"${revision}"` } },
    ),
  );

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const isDisabled = (dialog: Dialog, name: string | RegExp) =>
  dialog.getByRole<HTMLButtonElement>("button", { name }).disabled;

async function buildByGenderAndAge(page: ReturnType<typeof show>, ages: string) {
  const dialog = await openDialog(page, "Build quotas…");
  for (const name of ["Gender", "Age"]) {
    await page.user.type(dialog.getByRole("combobox", { name: /uestion$/ }), `${name}{Enter}`);
  }
  type(dialog.getByLabelText("Groups of Age"), ages);
  return dialog;
}

test("percentages that miss 100 are scaled to it, cells are left out and typed over, all in one step", async () => {
  const page = show();
  const dialog = await buildByGenderAndAge(page, "18-34, 35-54, 55+");
  await page.user.click(dialog.getByLabelText("% of questions"));
  for (const band of ["18-34", "35-54", "55-99"]) {
    type(dialog.getByLabelText(`Percent of Age ${band}`), "33.3");
  }
  expect(await dialog.findByText(/of Age add up to 99\.9, not 100/)).toBeDefined();
  expect(isDisabled(dialog, "Make 6 quotas")).toBe(true);
  await page.user.click(dialog.getByText("Scale to 100"));
  await page.user.click(dialog.getByLabelText("Take Male, 55-99"));
  type(dialog.getByLabelText("Target of Female, 18-34"), "30");
  await page.user.click(dialog.getByLabelText("Add to them"));
  await page.user.click(await dialog.findByText("Make 5 quotas"));
  await waitFor(() => expect(page.list.quotas()).toHaveLength(7));
  expect(page.targets().slice(0, 2)).toEqual(["Women 60", "Men 40"]);
  expect(page.targets()).toContain("Female, 18-34 30");
  expect(page.targets().join()).not.toContain("Male, 55-99,");
  act(() => page.list.undo());
  expect(page.targets()).toEqual(["Women 60", "Men 40"]);
});

test("nested quotas take counts that are pasted as a column, and the ones of the same respondents stay", async () => {
  const page = show();
  const dialog = await buildByGenderAndAge(page, "18-34, 35+");
  await page.user.click(dialog.getByLabelText("Nested"));
  await page.user.click(dialog.getByLabelText("Counts"));
  expect(await dialog.findByText("4 cells have no target yet.")).toBeDefined();
  const clipboardData = { getData: () => "10\n15\n20\n1,055\n" };
  fireEvent.paste(dialog.getByLabelText("Target of Male, 18-34"), { clipboardData });
  await page.user.click(await dialog.findByText("Make 6 quotas"));
  await waitFor(() =>
    expect(page.targets()).toEqual([
      ...["Male 25", "Male, 18-34 10", "Male, 35-99 15", "Female 1075", "Female, 18-34 20", "Female, 35-99 1055"],
    ]),
  );
  expect(page.list.quotas().find(({ quota_name }) => quota_name === "Female")?.quota_id).toBe("w");
});

const fileOf = (content: BlobPart, name = "quotas.csv") => new File([content], name);

/** The quotas as they are exported: the names of columns, and a line for each. */
async function exported(page: ReturnType<typeof show>): Promise<string[]> {
  await openTool(page, "Export CSV");
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const text = await saved.mock.calls[0]?.[0].text();
  return (text ?? "").replace(/^\uFEFF/, "").split("\r\n");
}

test("a file is imported whole or not at all, after it was said what changes", async () => {
  serve(questionsOf({ US: [gender, age] }), surveysAt("r1", [womenAndMen]));
  const page = show();
  const [head = "", first = "", second = ""] = await exported(page);
  const dialog = await openDialog(page, "Import…");
  const choose = (content: BlobPart) => page.user.upload(dialog.getByLabelText("Quota file"), fileOf(content));
  await choose([head, first.replace(",60,", ",sixty,"), second.replace(",Male,", ",Mals,")].join("\r\n"));
  expect(await dialog.findByRole("tab", { name: "Refused 2" })).toBeDefined();
  expect(dialog.getByRole("row", { name: /2 Target “sixty” is not a whole number/ })).toBeDefined();
  expect(dialog.getByRole("row", { name: /3 Gender .*Did you mean “Male”\?/ })).toBeDefined();
  expect(isDisabled(dialog, /^Import/)).toBe(true);

  await page.user.click(dialog.getByRole("button", { name: "Read something else" }));
  // Semicolons and Latin-1, as a spreadsheet of another country saves it; the second quota's row is gone.
  const changed = [head, first.replace(",60,", ",55,")].map((line) => line.replaceAll(",", ";"));
  await choose(new Uint8Array(Buffer.from([...changed, ';"Größe, ""neu""";15;;;Male;;'].join("\r\n"), "latin1")));
  expect(await dialog.findByText(/was read as Western European/)).toBeDefined();
  for (const tab of ["Removed 1", "Changed 1", "Added 1", "Unchanged 0", "Refused 0"]) {
    expect(dialog.getByRole("tab", { name: tab })).toBeDefined();
  }
  await page.user.click(dialog.getByRole("tab", { name: "Changed 1" }));
  expect(dialog.getByRole("row", { name: "Women 60 55" })).toBeDefined();
  expect(page.targets()).toEqual(["Women 60", "Men 40"]);
  await page.user.click(dialog.getByRole("button", { name: "Import and remove 1 quota" }));
  await waitFor(() => expect(page.targets()).toEqual(["Women 55", 'Größe, "neu" 15']));
});

test("a file that says what is there already, or is none, changes nothing and says why", async () => {
  serve(questionsOf({ US: [gender, age] }), surveysAt("r1", [womenAndMen]));
  const page = show();
  const lines = await exported(page);
  const dialog = await openDialog(page, "Import…");
  const choose = (file: File) => page.user.upload(dialog.getByLabelText("Quota file"), file);
  for (const [file, sentence] of [
    [fileOf("", "empty.csv"), "The file is empty."],
    [fileOf("%PDF-1.7", "quotas.xlsx"), /is a PDF document/],
    [fileOf("a,b\n1,2", "words.csv"), /No column is called “Target”/],
  ] as const) {
    await choose(file);
    expect(await dialog.findByText(sentence)).toBeDefined();
  }
  await choose(fileOf(lines.join("\r\n")));
  expect(await dialog.findByRole("tab", { name: "Unchanged 2" })).toBeDefined();
  expect(dialog.getByText("The quotas are like this already.")).toBeDefined();
  expect(isDisabled(dialog, "Import")).toBe(true);
});

test("a file is not imported after the survey was changed, nor into another survey", async () => {
  serve(questionsOf({ US: [gender, age] }), surveysAt("r2", [womenAndMen, { ...womenAndMen, id: "s-2" }]));
  const page = show();
  const lines = await exported(page);
  const file = fileOf(lines.join("\r\n"));
  const dialog = await openDialog(page, "Import…");
  await page.user.upload(dialog.getByLabelText("Quota file"), file);
  expect((await dialog.findByRole("alert")).textContent).toBe(
    "The survey was changed since this file was exported. Export it again, and make your changes in the new file.",
  );
  page.unmount();

  const other = show({ ...womenAndMen, id: "s-2" });
  const elsewhere = await openDialog(other, "Import…");
  await other.user.upload(elsewhere.getByLabelText("Quota file"), file);
  expect((await elsewhere.findByRole("alert")).textContent).toContain("This file was exported from another survey.");
  expect(other.targets()).toEqual(["Women 60", "Men 40"]);
});

test("rows that were read before others changed the quotas are read again first", async () => {
  serve(questionsOf({ US: [gender, age] }), surveysAt("r1", [womenAndMen]));
  const page = show();
  const dialog = await openDialog(page, "Import…");
  type(dialog.getByLabelText("Paste rows from a spreadsheet"), "Name\tTarget\nWomen\t70\nMen\t40");
  await page.user.click(dialog.getByRole("button", { name: "Show what would change" }));
  expect(await dialog.findByRole("tab", { name: "Changed 1" })).toBeDefined();
  act(() =>
    page.list.begin(
      draftOf({ ...womenAndMen, respondent_attributes: [women, { ...men, quota: 41 }] }).respondent_attributes,
    ),
  );
  expect(dialog.getByText("The quotas have changed since this was read. Read it again.")).toBeDefined();
  expect(isDisabled(dialog, "Import")).toBe(true);
  await page.user.click(dialog.getByRole("button", { name: "Read something else" }));
  await page.user.click(dialog.getByRole("button", { name: "Show what would change" }));
  expect(await dialog.findByRole("tab", { name: "Changed 2" })).toBeDefined();
});

test("a template of a name that is there is overwritten only as such, is renamed and deleted", async () => {
  const template = {
    ...{ id: "t1", account_id: "a1", name: "Census", country_code: "US", quota_count: 2 },
    ...{ who: "ann@b.test", updated_at: "2031-01-01T10:00:00.000Z" },
  };
  let templates: (typeof template)[] = [];
  const calls = serve(
    questionsOf({ US: [gender, age] }),
    on(listQuotaTemplates, () => ({ templates, accounts: [{ id: "a1", name: "Panel" }] })),
    on(getQuotaTemplate, () => ({ template, quotas: [] })),
    on(saveQuotaTemplate, () => {
      templates = [template];
      return template;
    }),
    on(renameQuotaTemplate, ({ body }) => {
      templates = [{ ...template, name: (body as { name: string }).name }];
      return templates[0];
    }),
    on(deleteQuotaTemplate, () => {
      templates = [];
      return template;
    }),
  );
  const page = show();
  const { user } = page;
  for (const button of ["Save template", "Overwrite the template"]) {
    const saving = await openDialog(page, "Save as template…");
    await user.type(await saving.findByRole("textbox", { name: "Name" }), "Census");
    await user.click(saving.getByRole("button", { name: button }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  const quotas = [women, men].map(({ quota_name, quota, qualifications }) => ({ quota_name, quota, qualifications }));
  const asSaved = { account_id: "a1", name: "Census", country_code: "US", quotas };
  expect(calls.filter(({ name }) => name === "saveQuotaTemplate").map(({ body }) => body)).toEqual([
    { ...asSaved, overwrite: false },
    { ...asSaved, overwrite: true },
  ]);

  const keeping = await openDialog(page, "From a template…");
  await user.click(await keeping.findByRole("button", { name: "Rename Census" }));
  await user.type(keeping.getByRole("textbox", { name: "New name of Census" }), " B");
  await user.click(keeping.getByRole("button", { name: "Rename" }));
  await user.click(await keeping.findByRole("button", { name: "Delete Census B" }));
  await user.click(keeping.getByRole("button", { name: "Delete template" }));
  await waitFor(() => expect(keeping.queryByRole("radio", { name: "Census B" })).toBeNull());
  expect(calls.find(({ name }) => name === "deleteQuotaTemplate")?.body).toEqual({ id: "t1" });
});

const southerners = quota("x", {
  ...{ quota_name: "Southerners", quota: 40 },
  qualifications: [{ question_id: 8, allowed_option_ids: [3] }],
});
const source = survey({
  ...{ id: "s-2", name: "American", country_code: "US", respondents: 100 },
  respondent_attributes: [women, southerners],
});
const british = { ...everybody, country_code: "GB", respondents: 50 };

async function takeFromSource(page: ReturnType<typeof show>) {
  const dialog = await openDialog(page, "From another survey…");
  await page.user.type(dialog.getByRole("combobox", { name: "Survey" }), "Amer");
  await page.user.click(await screen.findByRole("option", { name: "American (US)" }));
  return dialog;
}

test("quotas of a survey of another country are taken once what is lacking has been mapped", async () => {
  const [ours, theirs] = [
    region([
      [11, "South East"],
      [12, "Wales"],
    ]),
    region([
      [3, "South"],
      [4, "West"],
    ]),
  ];
  serve(
    questionsOf({ US: [gender, theirs], GB: [gender, ours] }),
    surveysAt("r1", [source]),
    on(getSoftLaunch, () => ({ launch: null })),
  );
  const page = show(british, [gender, ours]);
  const dialog = await takeFromSource(page);
  const lacks = "1 option of “Region” needs a match in this country: choose it, or leave the question out.";
  expect(await dialog.findByText(lacks)).toBeDefined();
  expect(isDisabled(dialog, "Use 2 quotas")).toBe(true);
  await page.user.click(dialog.getByRole("combobox", { name: /^Region: “South”, in 1 quota, becomes/ }));
  await page.user.click(await screen.findByRole("option", { name: "South East" }));
  await page.user.click(dialog.getByRole("button", { name: "Use 2 quotas" }));
  await waitFor(() => expect(page.targets()).toEqual(["Women 30", "Southerners 20"]));
  expect(page.list.quotas()[1]?.qualifications).toMatchObject([{ question_id: 8, allowed_option_ids: [11] }]);
});

test("quotas are not taken into a country whose questions could not be read", async () => {
  let isAway = true;
  serve(
    on(listQualifications, ({ query }) => {
      if (isAway && query.get("country_code") === "GB") throw new Refusal("unavailable", "It is being restarted.");
      return catalogue([gender, region([[3, "South"]])]);
    }),
    surveysAt("r1", [source]),
    on(getSoftLaunch, () => ({ launch: null })),
  );
  const page = show(british);
  const dialog = await takeFromSource(page);
  expect(await dialog.findByText(/^The questions of this country could not be/)).toBeDefined();
  expect(dialog.queryByRole("button", { name: /^Use/ })).toBeNull();
  isAway = false;
  await page.user.click(dialog.getByRole("button", { name: "Try again" }));
  await page.user.click(await dialog.findByRole("button", { name: "Use 2 quotas" }));
  await waitFor(() => expect(page.targets()).toEqual(["Women 30", "Southerners 20"]));
});
