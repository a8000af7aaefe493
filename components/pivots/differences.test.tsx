import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  fetchData,
  fetchResponses,
  fetchSpecs,
  type PivotRequest,
  type PivotTable,
} from "@/lib/contracts/interfaces/pivot";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { listViews } from "@/lib/contracts/ours/views";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { question } from "@/lib/test-answers";
import { withExports } from "../test-exports";
import { on, renderPage, serve } from "../test-page";
import { PivotsPage } from "./pivots-page";

const exported = withExports();

/** 24 people: 6 of the North; 16 have a car and 16 a bike, so 8 have both. */
const people = Array.from({ length: 24 }, (_, at) => ({
  Region: [at % 4 === 0 ? 1 : 2],
  Sex: [(at % 2) + 1],
  Owns: [...(at % 3 === 0 ? [] : [2]), ...(at % 3 < 2 ? [1] : [])],
  Spend: (at % 8) * 5.25,
}));
const labels = { Region: ["North", "South"], Sex: ["Female", "Male"], Owns: ["bike", "car"] };
type Dimension = keyof typeof labels;

const questions = [
  ...Object.entries(labels).map(([id, of], at) =>
    question(at + 1, id, id === "Owns" ? "multiple" : "single", {
      options: of.map((label, place): [number, string, null] => [place + 1, label, null]),
    }),
  ),
  question(4, "Spend", "numeric"),
];

const mean = (figures: readonly number[]) => figures.reduce((sum, each) => sum + each, 0) / figures.length;
const deviation = (figures: readonly number[]) =>
  Math.sqrt(figures.reduce((sum, each) => sum + (each - mean(figures)) ** 2, 0) / (figures.length - 1));

/** Means of what they spend, counted person by person. */
function tableOf({ rows: [row], columns: [column] }: PivotRequest): PivotTable {
  const codesOf = (of: string | undefined) => (of ? [[1], [2], []] : [[]]);
  const labelsOf = (of: string | undefined) =>
    codesOf(of).map((codes) => codes.map((code) => labels[of as Dimension][code - 1] ?? ""));
  const isAmong = (person: (typeof people)[number], of: string | undefined, [code]: number[]) =>
    code === undefined || person[of as Dimension].includes(code);
  /** Of the count and of the mean. */
  const each = <T,>(figures: (spent: number[]) => [T, T]) =>
    codesOf(row).map((ofRow) =>
      codesOf(column).map((ofColumn) =>
        figures(
          people
            .filter((person) => isAmong(person, row, ofRow) && isAmong(person, column, ofColumn))
            .map(({ Spend }) => Spend),
        ),
      ),
    );
  const base = each(({ length }) => [length, length]);
  return {
    ...{ rows: labelsOf(row), rowCodes: codesOf(row), columns: labelsOf(column), columnCodes: codesOf(column) },
    cells: each<number | null>((spent) => [spent.length, spent.length === 0 ? null : mean(spent)]),
    ...{ base, weightedBase: base, effectiveBase: base, excluded: 0 },
    deviation: each<number | null>((spent) => [null, spent.length < 2 ? null : deviation(spent)]),
  };
}

beforeEach(() => localStorage.setItem("table-settings-hidden", "false"));

function open(look: string) {
  const calls = serve(
    on(fetchSpecs, () => ({
      dimensions: Object.keys(labels),
      measures: [{ aggregationType: aggregations.average, questionId: "Spend", label: "Average" }],
    })),
    on(listQuestions, () => ({ questions, weights: [], revision: 1 })),
    on(listViews, () => ({ views: [], default_view: "everything" })),
    on(fetchData, ({ body }) => tableOf(body as PivotRequest)),
    on(fetchResponses, () => ({ total: 12, responses: [] })),
  );
  const page = renderPage(<PivotsPage views={() => null} derive={null} mayWrite={false} />, {
    address: `/pivots?project=p&values=mean:Spend&${look}`,
  });
  return { ...page, calls };
}

/** The row that begins so, as a person reads it. */
const row = (begins: string) =>
  [...document.querySelectorAll("tbody tr")]
    .map(({ textContent }) => textContent)
    .find((text) => text.startsWith(begins)) ?? "";
const heads = () => [...document.querySelectorAll("thead th")].map(({ textContent }) => textContent.trim());
const note = () => screen.getByRole("note").textContent;

test("columns are compared by letters when asked, where bases are large enough", async () => {
  const { user, address } = open("rows=Sex&columns=Region");
  await waitFor(() => expect(row("Total")).toMatch(/^Total10\.5021\.0018\.38/));
  expect(note()).toContain("Grey: a base below 30.");
  await user.click(await screen.findByText("Tests: none"));
  await user.selectOptions(await screen.findByLabelText("Test"), "Columns with each other (letters)");
  await waitFor(() => expect(row("Total")).toContain("10.50, Not compared: its base of 6 is below 30."));
  const type = async (label: string | RegExp, text: string) => {
    const field = screen.getByLabelText(label, { selector: "input" });
    await user.clear(field);
    await user.type(field, text);
  };
  await type("Smallest base", "5");
  await type("Lower level", "80");
  await user.keyboard("{Escape}");
  // Means 10.5 and 21 of 6 and 18 people with deviations 11.5: p is 0.087.
  await waitFor(() => expect(row("Total")).toMatch(/higher than a:\s*21\.00/));
  expect(screen.getByText("Tests: letters")).toBeDefined();
  expect(heads()).toContain("South B");
  expect(note()).toContain("Welch's t test of means, two-sided, capital letters at 95%, small letters at 80%");
  expect(note()).not.toContain("Grey");
  for (const part of ["against=columns", "minimumBase=5", "low=80"]) expect(address()).toContain(part);
  expect((await exported(user, "CSV as shown")).toString("utf8")).toContain("21.00 a");
});

test("each cell is compared with the rest by arrows, which are read in words", async () => {
  open("rows=Sex&columns=Region&against=rest&minimumBase=5&low=80");
  await waitFor(() => expect(row("Total")).toMatch(/lower than the rest:\s*10\.50/));
  expect(row("Total")).toMatch(/higher than the rest:\s*21\.00/);
});

test("questions of the columns stand side by side when asked to, with letters inside each that can be compared", async () => {
  const { user, address, calls } = open("rows=Sex&columns=Region,Owns&against=columns&minimumBase=5&low=80");
  await user.click(await screen.findByLabelText("Side by side"));
  await waitFor(() => expect(row("Base")).toMatch(/^Base \(n\)618161624/));
  expect(address()).toContain("banner=true");
  expect(heads().slice(1)).toEqual([
    ...["Region", "Owns", "Total", "North A", "South B"],
    ...[expect.stringMatching(/^bike C/), expect.stringMatching(/^car D/)],
  ]);
  // 8 of those with a bike have a car.
  expect(row("Total")).toMatch(/^Total10\.50.*higher than a:\s*21\.00.*–.*–.*18\.38/);
  expect(note()).toContain("under each question of the columns those who answered it");
  expect(note()).toContain("Respondents (n): Region 24; Owns 24.");
  expect(note()).toContain("– under “Owns”: Not compared: a respondent can stand in several of these columns");
  const csv = (await exported(user, "CSV as shown")).toString("utf8");
  expect(csv).toContain("North (A),South (B)");
  expect(csv).toMatch(/Total,10\.50,21\.00 a,[\d.]+ –,[\d.]+ –,18\.38/);

  const male = [...document.querySelectorAll("tbody tr")].find(({ textContent }) => textContent.startsWith("Male"));
  const south = male?.querySelectorAll("button")[1];
  if (!south) throw new Error("It has no figures.");
  await user.click(south);
  const dialog = await screen.findByRole("dialog", { name: "Respondents of this cell" });
  expect(dialog.textContent).toContain("Sex: Male · Region: South");
  await waitFor(() => expect(dialog.textContent).toContain("12 responses with a number of Mean: Spend"));
  expect(calls.findLast(({ name }) => name === "fetchResponses")?.body).toMatchObject({
    ...{ rows: ["Sex"], rowCodes: [2], columns: ["Region"], columnCodes: [2] },
  });
});

test("a table without a chart has no picture, and says how it gets one", async () => {
  const { user } = open("rows=Sex");
  await waitFor(() => expect(row("Total")).toContain("18.38"));
  await user.click(screen.getByText("Export"));
  const picture = (await screen.findByText("PNG picture")).closest("[role=menuitem]");
  expect(picture?.getAttribute("aria-disabled")).toBe("true");
  expect(picture?.textContent).toContain("under “Show as” first");
});

test("a table whose figures add up to no whole is not drawn as a stack, and says what is", async () => {
  open("rows=Sex&columns=Region&chart=stacked");
  const says = (await screen.findByText("No chart of this table")).closest("[role=status]");
  expect(says?.textContent).toContain("Only counts, percentages and sums add up to a whole");
});

test("a picture of a table's chart says what is drawn, of whom and by which weight", async () => {
  const { user } = open("rows=Sex&columns=Region&chart=bars");
  await waitFor(() => expect(row("Total")).toContain("18.38"));
  const svg = (await exported(user, "SVG picture")).toString("utf8");
  for (const text of ["Mean: Spend – Sex by Region", "21.00", "No filter.", "Unweighted.", "Made "]) {
    expect(svg).toContain(text);
  }
});
