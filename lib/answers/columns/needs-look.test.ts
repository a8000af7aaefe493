import { expect, test } from "vitest";
import type { ImportPlan, MissingCode } from "@/lib/contracts/interfaces/answers";
import { changeDateOrder } from "./change-plan";
import { columnsToLookAt } from "./needs-look";

const planWith = (missing: MissingCode[]): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null },
  ...{ weights: [], ignored: [], notes: [] },
  questions: [{ kind: "open", id: "Q", text: "Q", column: "Q", missing, blank: "not_asked", grid: null }],
});

test.each<[what: string, code: MissingCode, reason: string | null]>([
  ["a number", { cell: 99, kind: "no_answer" }, "99 is taken for a missing answer."],
  ["a word of two meanings", { cell: "Missing", kind: "no_answer" }, "“Missing” is taken for a missing answer."],
  ["a usual word", { cell: "Refused", kind: "no_answer" }, null],
  ["NA", { cell: "NA", kind: "not_asked" }, null],
  ["a number with a label", { cell: 99, kind: "no_answer", label: "Refused" }, null],
])("a person looks at a missing code by what it is: %s", (_, code, reason) => {
  const looks = columnsToLookAt(planWith([code]), { columns: ["Q"], rows: [], problems: [] });
  expect(looks).toEqual(reason === null ? [] : [{ column: "Q", reason }]);
});

test("a person looks at NA that is taken for a country, whether texts are options or not", () => {
  const texts = ["DE", "SE", "NO", "BR", "ZA", "NA"];
  const rows = texts.map((text, at) => ({ row: at + 2, cells: [text] }));
  const plan = planWith([]);
  const options = texts.map((label, order) => ({ code: order + 1, label, order, value: null, cells: [label] }));
  const coded = {
    ...plan,
    questions: plan.questions.map((each) => ({ ...each, kind: "single" as const, column: "Q", options })),
  };
  const looked = (given: ImportPlan, of = rows) => columnsToLookAt(given, { columns: ["Q"], rows: of, problems: [] });
  for (const looks of [looked(plan), looked(coded, [])]) {
    expect(looks).toEqual([{ column: "Q", reason: expect.stringContaining("“NA” is taken for an answer") }]);
  }
  const missing: MissingCode[] = [{ cell: "NA", kind: "not_asked" }];
  expect(looked(planWith(missing))).toEqual([]);
  expect(looked(plan, rows.slice(2))).toEqual([]);
});

test("dates that the first rows leave open are looked at, unless all rows or a person told their order", () => {
  const dated: ImportPlan = { ...planWith([]), questions: [], time: { column: "Q", order: "mdy" } };
  const rows = ["1/2/2024", "3/4/2024"].map((cell, at) => ({ row: at + 2, cells: [cell] }));
  const seen = { columns: ["Q"], rows, problems: [] };
  const looks = [{ column: "Q", reason: "Its dates can be read as month/day or as day/month." }];
  expect(columnsToLookAt(dated, seen)).toEqual(looks);
  expect(columnsToLookAt({ ...dated, settledOrders: ["Other"] }, seen)).toEqual(looks);
  expect(columnsToLookAt({ ...dated, settledOrders: ["Q"] }, seen)).toEqual([]);
  expect(columnsToLookAt(changeDateOrder(dated, "Q", "dmy"), seen)).toEqual([]);
});

test.each<[what: string, cells: string[], isLooked: boolean]>([
  ["percentages", ["82%", "7.5 %", "60"], true],
  ["currency", ["$7,226.50", "-$12", "15 €"], true],
  ["thousands set apart by blanks", ["2 932,5", "12\u00a0000"], true],
  ["thousands set apart by apostrophes", ["9’609", "1'200.50"], true],
  ["words beside them", ["82%", "about half"], false],
  ["telephone numbers", ["030 1234567", "040 7654321"], false],
  ["plain numbers", ["1", "2"], false],
])("a person looks at texts that are numbers with signs: %s", (_, texts, isLooked) => {
  const rows = [...texts, "n/a", ""].map((cell, at) => ({ row: at + 2, cells: [cell] }));
  const looks = columnsToLookAt(planWith([{ cell: "n/a", kind: "not_asked" }]), {
    ...{ columns: ["Q"], rows, problems: [] },
  });
  const reason = `It looks like numbers with signs (${texts[0]}), which are kept as text: write plain numbers in the file to have means.`;
  expect(looks).toEqual(isLooked ? [{ column: "Q", reason }] : []);
});

test("a text of a million signs is looked at, whatever blanks are within it", () => {
  const blanks = " ".repeat(1_000_000);
  const looked = (text: string) =>
    columnsToLookAt(planWith([]), { columns: ["Q"], rows: [{ row: 2, cells: [text] }], problems: [] });
  expect(looked(`1${blanks}x`)).toEqual([]);
  expect(looked(`1${blanks}%`)).toEqual([{ column: "Q", reason: expect.stringContaining("numbers with signs") }]);
});

test("a person looks at options that differ in capitals alone, and not at labels of other cells", () => {
  const looked = (...named: [label: string, cell: string][]) => {
    const options = named.map(([label, cell], at) => ({ code: at + 1, label, order: at, value: null, cells: [cell] }));
    const plan = planWith([]);
    const questions = plan.questions.map((each) => ({ ...each, kind: "single" as const, column: "Q", options }));
    return columnsToLookAt({ ...plan, questions }, { columns: ["Q"], rows: [], problems: [] });
  };
  const written = ["TRUE", "True", "False", "true"].map((text): [string, string] => [text, text]);
  expect(looked(...written)).toEqual([
    {
      column: "Q",
      reason:
        "“TRUE”, “True” and “true” are options of their own, and differ in capitals alone: write them alike in the file if they are one.",
    },
  ]);
  expect(looked(["Yes", "1"], ["yes", "2"])).toEqual([]);
});

test("pairs that may be codes or decimals are looked at, whichever they are taken for", () => {
  const base = { id: "Q", text: "Q", missing: [], blank: "not_asked" as const, grid: null };
  const rows = ["1", "3", "1,3", "2,3", ""].map((cell, at) => ({ row: at + 2, cells: [cell] }));
  const looked = (plan: Partial<ImportPlan>, of = rows) =>
    columnsToLookAt({ ...planWith([]), ...plan }, { columns: ["Q"], rows: of, problems: [] });
  const decimals: Partial<ImportPlan> = { decimal: ",", questions: [{ ...base, kind: "numeric", column: "Q" }] };
  expect(looked(decimals)).toEqual([
    { column: "Q", reason: expect.stringContaining("“1,3” is read as 1.3: if these are lists of codes, take") },
  ]);
  const options = [1, 2, 3].map((code, order) => ({ code, label: `${code}`, order, value: code, cells: [code] }));
  const source = { form: "list" as const, column: "Q", separator: "," };
  const lists: Partial<ImportPlan> = { questions: [{ ...base, kind: "multiple", source, options }] };
  expect(looked(lists)).toEqual([
    { column: "Q", reason: expect.stringContaining("“1,3” is read as the options 1 and 3: if these are decimals,") },
  ]);
  const sure = [...rows, { row: 7, cells: ["3,2"] }];
  expect([looked(decimals, sure), looked(lists, [...rows, { row: 7, cells: ["2"] }])]).toEqual([[], []]);
});
