import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { addressOf, loadPivotState, type PivotState, unreadableParts } from "./address";
import {
  answersLines,
  bookIndex,
  bookRows,
  bookSheet,
  bookState,
  bookTable,
  newBook,
  notTabulated,
  questionOf,
  sheetName,
  sheetRefusal,
} from "./book";
import type { Field } from "./fields";
import { type Made, preparePivot } from "./prepare-pivot";
import { valueText } from "./values";

const field = (id: string, dimension: Field["dimension"]): Field => ({
  ...{ id, title: `Text of ${id}`, part: `Text of ${id}`, grid: null },
  ...{ kind: dimension ? "single" : "numeric", dimension, numbers: [] },
});
const fields = [field("sex", "itself"), field("since", "date"), field("spend", null), field("_time", "date")];

describe("what stands in the rows of a book", () => {
  test("are the questions that can, a date by its months, without the time of the response", () => {
    expect(bookRows(fields)).toEqual([
      { dimension: "sex", title: "Text of sex" },
      { dimension: "since:month", title: "Text of since: month" },
    ]);
    // Of all questions the index names the rest.
    const reason = expect.stringMatching(/^Its answers are numbers, without options .* make bands of it\.$/);
    expect(notTabulated(fields)).toEqual([{ id: "spend", title: "Text of spend", reason }]);
    expect(["sex", "since:month"].map((each) => questionOf(each, fields))).toEqual(["sex", "since"]);
  });

  test("is each question alone, which then is not in the columns", () => {
    const state = { ...loadPivotState({ rows: "a,b", columns: "sex,since", banner: "true" }) };
    expect(bookState(state, "sex")).toEqual({ ...state, rows: ["sex"], columns: ["since"] });
    expect(bookState(state, "age").columns).toEqual(["sex", "since"]);
  });
});

test("a book has its dates by the clock of the table that is shown, which may be one that was recorded", () => {
  const zoneOf = (address: Record<string, string>) =>
    loadPivotState(bookTable({ state: loadPivotState({ project: "p", ...address }), timeZone: "Asia/Tokyo" })).zone;
  expect(zoneOf({ rows: "since:day" })).toBe("Asia/Tokyo");
  expect(zoneOf({ rows: "sex", columns: "since:month" })).toBe("Asia/Tokyo");
  // Without dates no clock is shown.
  expect(zoneOf({ rows: "sex" })).toBeNull();
});

test("a state is sent by the texts of its address, and read from them as it was", () => {
  const state: PivotState = {
    ...loadPivotState({}),
    ...{ project: "p&1", rows: ["a,b"], columns: ["sex", "x:y"], banner: true, weight: "w", low: 80 },
    values: [{ show: "mean", questionId: "spend, €" }],
    filter: [{ questionId: "sex", operator: "in", value: [1] }],
  };
  const address = addressOf(state);
  expect(unreadableParts(address)).toEqual([]);
  expect(loadPivotState(address)).toEqual(state);
});

/** The characters that names of sheets must not have, long names, and those that differ only in case. */
test("names of sheets are valid and each its own", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 60, size: "max" }), { maxLength: 30 }), (ids) => {
      const names = ids.map((id, at) => sheetName(at + 1, id));
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length);
      for (const name of names) {
        expect(name.length).toBeLessThanOrEqual(31);
        expect(name).not.toMatch(/[\p{Cc}[\]:*?/\\]|^'|'$|^\s|\s$|^$/u);
        expect(name.isWellFormed()).toBe(true);
      }
    }),
  );
  expect(sheetName(12, "Q1/a [b]: 'c'?")).toBe("12 Q1 a b c");
});

const figures = (of: number) => [[[of]], [[of]]];
const made: Made = {
  table: {
    ...{ rows: [["Yes"], []], columns: [[]], rowCodes: [[1], []], columnCodes: [[]], excluded: 0 },
    ...{ cells: figures(30), base: figures(24), weightedBase: figures(30), effectiveBase: figures(20.25) },
    deviation: [[[null]], [[null]]],
  },
  measures: [{ aggregationType: aggregations.count }],
  isWeighted: true,
  sharesColumns: false,
  titles: { rows: ["Answer"], columns: [], value: valueText },
};
const grid = { ...preparePivot(made, loadPivotState({})), isEmpty: false };

test("a sheet says what it is of and how it was made, then has the table", () => {
  const about = { title: "q1: Answer", project: "P", made, grid, remarks: ["No filter.", "Weighted by w."] };
  const text = (isOfColumns: boolean) =>
    bookSheet({ ...about, isOfColumns }).rows.map((row) => row.map((cell) => cell?.value ?? null));
  expect(text(true).slice(0, 6)).toEqual([
    ["q1: Answer"],
    ["Project: P"],
    ["No filter."],
    ["Weighted by w."],
    ["Bases of the table: n 24, weighted 30, effective 20.3."],
    ["It stands in the rows here, so it is left out of the columns."],
  ]);
  expect(text(false).slice(6)).toEqual(
    expect.arrayContaining([
      ["Yes", 24],
      ["Total", 24],
      ["Base (n)", 24],
    ]),
  );
});

test("what cannot be tabulated says why: of nobody, or of too many answers", () => {
  expect(sheetRefusal(grid)).toBeNull();
  expect(sheetRefusal({ ...grid, isEmpty: true })).toContain("Nobody answered it");
  const long = { ...grid, rows: Array.from({ length: 10_000 }, () => grid.rows[0]).filter((row) => row !== undefined) };
  expect(sheetRefusal(long)).toContain("too many different answers: its table would have 20,002 cells");
  const [value, row] = [grid.leaves[0], grid.rows[0]];
  if (!value || !row) throw new Error("The table is empty.");
  const cell = { ...grid.cell(row, value), mark: null };
  const mark = { text: "A", words: null };
  const leaves = Array.from({ length: 9000 }, () => value);
  const lettered = { ...grid, leaves, rows: [row], cell: () => ({ ...cell, mark }) };
  expect(sheetRefusal(lettered)).toContain("16,384 columns");
  expect(sheetRefusal({ ...lettered, cell: () => cell })).toBeNull();
});

const women = { columns: "Sex, Car", filter: "Sex is one of Female", base: "All who answered" };
const everybody = { columns: "", filter: "", base: "All responses" };

test("the index leads to every sheet, names its columns, filter and base, and has the reason where there is none", () => {
  const { table, links } = bookIndex({ project: "P", about: ["2 sets of sheets"] }, [
    { id: "q1", title: "One", base: 24, sheet: "1 q1", reason: null, set: women },
    { id: "q2", title: "Two", base: null, sheet: null, reason: "Nobody answered it.", set: everybody },
    { id: "q3", title: "Three", base: null, sheet: null, reason: "It is a number.", set: null },
  ]);
  const rows = table.rows.map((row) => row.map((cell) => cell?.value ?? null));
  expect(rows.slice(-3)).toEqual([
    [1, "q1", "One", "Sex, Car", "Sex is one of Female", "All who answered", 24, "1 q1"],
    [2, "q2", "Two", "In total", "No filter", "All responses", null, "Not tabulated: Nobody answered it."],
    [3, "q3", "Three", null, null, null, null, "Not tabulated: It is a number."],
  ]);
  expect(links).toEqual([{ row: rows.length - 3, column: 7, sheet: "1 q1" }]);
  expect(table.widths).toHaveLength(8);
});

test("the index says of which answers the sheets are, and of which each is where these changed meanwhile", () => {
  const linesOf = (...states: (string | null)[]) =>
    answersLines(states.map((answers, at) => ({ number: 2 * at + 1, answers })));
  const [old, now] = ["revision 10; 24 responses, 0 excluded for quality", "revision 11; 28 responses"];
  expect(linesOf(old, old)).toEqual([`All of ${old}.`]);
  expect([linesOf(), linesOf(null, null)]).toEqual([[], []]);
  expect(linesOf(old, old, now, now, old)).toEqual([
    "The sheets are not all of the same answers, which changed while the book was made:",
    `Sheets 1–3, 9: ${old}.`,
    `Sheets 5–7: ${now}.`,
  ]);
  expect(linesOf(old, null).slice(1)).toEqual([`Sheet 1: ${old}.`, "Sheet 3: the service does not say which answers."]);
});

test("a book that is full says so from the question on that has no room, and numbers its sheets by their questions", () => {
  const sheetOf = (cells: number) => ({
    ...{ sticky: { rows: 0, columns: 0 }, widths: [], foot: [] },
    rows: Array.from({ length: cells }, () => [null]),
  });
  const book = newBook([everybody, women], 10);
  book.add({ id: "a", title: "A", base: 5, sheet: sheetOf(4), answers: "revision 1" });
  book.leaveOut({ id: "b", title: "B" }, "Nobody answered it.", 1);
  book.add({ id: "c", title: "C", base: 6, sheet: sheetOf(6), set: 1 });
  book.add({ id: "d", title: "D", base: 7, sheet: sheetOf(1) });
  book.leaveOut({ id: "e", title: "E" }, "It is a number.", null);
  expect(book.answers).toEqual([
    { number: 1, answers: "revision 1" },
    { number: 3, answers: null },
  ]);
  expect(book.sheets.map(({ name, table }) => [name, table.rows.length])).toEqual([
    ["1 a", 4],
    ["3 c", 6],
  ]);
  const full = expect.stringMatching(/^The book is full: it has 10 cells at most\. Make another one/);
  expect(book.entries).toEqual([
    { id: "a", title: "A", base: 5, sheet: "1 a", reason: null, set: everybody },
    { id: "b", title: "B", base: null, sheet: null, reason: "Nobody answered it.", set: women },
    { id: "c", title: "C", base: 6, sheet: "3 c", reason: null, set: women },
    { id: "d", title: "D", base: 7, sheet: null, reason: full, set: everybody },
    { id: "e", title: "E", base: null, sheet: null, reason: "It is a number.", set: null },
  ]);
});
