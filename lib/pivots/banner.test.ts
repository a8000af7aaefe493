import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { pivotParsers } from "./address";
import { acrossTitles, BANNER_TITLES, bannerRefusal, bannerRequests, joinBanner } from "./banner";
import { cellRequest, cellWords } from "./cell";
import { chartRefusal } from "./chart-kinds";
import { figuresOf } from "./figures";
import { longRows } from "./pivot-file";
import { type Made, preparePivot } from "./prepare-pivot";
import { measurePlace, type PivotValue, readValue, valueText } from "./values";

/** Answers of a person by question, codes from 1; none is no answer. */
type Person = { row: number[]; sex: number[]; owns: number[]; spend: number };

const labels = (question: string, code: number) => `${question} ${code}`;

/** A table of those who answered every question of it, as the service computes one. */
function tableOf(people: readonly Person[], columns: ("sex" | "owns")[]): PivotTable {
  const inside = people.filter((each) => each.row.length > 0 && columns.every((id) => each[id].length > 0));
  const codesOf = (id: "row" | "sex" | "owns") =>
    [...new Set(inside.flatMap((each) => each[id]))].sort((a, b) => a - b);
  const rowCodes = [...codesOf("row").map((code) => [code]), []];
  const columnCodes = [...columns.flatMap((id) => codesOf(id).map((code) => [code])), []];
  const isIn = (codes: readonly number[], id: "row" | "sex" | "owns", person: Person) =>
    codes.every((code) => person[id].includes(code));
  const each = (figure: (spends: number[]) => (number | null)[]) =>
    rowCodes.map((row) =>
      columnCodes.map((column) =>
        figure(
          inside
            .filter((person) => isIn(row, "row", person) && isIn(column, columns[0] ?? "row", person))
            .map(({ spend }) => spend),
        ),
      ),
    );
  const mean = (of: number[]) => (of.length > 0 ? of.reduce((a, b) => a + b, 0) / of.length : null);
  const n = (of: number[]) => [of.length, of.length];
  return {
    rows: rowCodes.map((path) => path.map((code) => labels("Row", code))),
    columns: columnCodes.map((path) => path.map((code) => labels(columns[0] ?? "", code))),
    ...{ rowCodes, columnCodes },
    cells: each((of) => [of.length, mean(of)]),
    ...{ base: each(n), weightedBase: each(n), effectiveBase: each(n) },
    deviation: each((of) => [null, of.length > 1 ? 1 : null]),
    excluded: 0,
  };
}

const measures = [
  { aggregationType: aggregations.count },
  { aggregationType: aggregations.average, questionId: "spend" },
];
const questions = [
  { id: "sex", title: "Sex", isShared: false },
  { id: "owns", title: "Owns", isShared: true },
];
const valuesOf = (...texts: string[]): PivotValue[] => texts.map(readValue).filter((each) => each !== null);
const join = (tables: PivotTable[]) => joinBanner(tables, { questions, measures });

const person = fc.record<Person>({
  row: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  sex: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 1 }),
  owns: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
  spend: fc.integer({ min: 0, max: 100 }),
});

test("every figure of a banner is that of its question's own table, the total's that of the table without columns", () => {
  const shown = valuesOf("count", "weighted", "column", "row", "total", "base", "rank", "mean:spend");
  fc.assert(
    fc.property(fc.array(person, { maxLength: 40 }), (people) => {
      const parts = [tableOf(people, ["sex"]), tableOf(people, ["owns"])];
      const everybody = tableOf(people, []);
      const joined = join([everybody, ...parts]);
      expect(joined.rowCodes).toEqual(everybody.rowCodes);
      const [figures, total] = [figuresOf(joined), figuresOf(everybody)];
      const rowAt = new Map(joined.rowCodes.map((path, at) => [path.join(), at]));
      for (const value of shown) {
        const at = { value, place: measurePlace(measures, value) };
        let column = 0;
        for (const part of parts) {
          const own = figuresOf(part);
          for (let of = 0; of < part.columns.length; of++, column++) {
            for (const [row, path] of part.rowCodes.entries()) {
              const found = figures.value(rowAt.get(path.join()) ?? -1, { ...at, column });
              expect(found, valueText(value)).toBe(own.value(row, { ...at, column: of }));
            }
            const lacking = joined.rowCodes.filter(
              (path) => !part.rowCodes.some((each) => each.join() === path.join()),
            );
            for (const path of lacking) {
              const row = rowAt.get(path.join()) ?? -1;
              if (at.value.show === "count") expect(figures.value(row, { ...at, column })).toBe(0);
              if (at.value.show === "mean") expect(figures.value(row, { ...at, column })).toBeNull();
            }
          }
        }
        for (const [row] of joined.rowCodes.entries()) {
          expect(figures.value(row, { ...at, column })).toBe(total.value(row, { ...at, column: 0 }));
        }
        expect(column).toBe(joined.columns.length - 1);
      }
    }),
    { numRuns: 60 },
  );
});

/** 200 people: women choose row 1 far more often; everybody owns something, some both. */
const people = Array.from({ length: 200 }, (_, at): Person => {
  const isWoman = at % 2 === 0;
  return {
    row: [isWoman ? (at % 10 < 7 ? 1 : 2) : at % 10 < 3 ? 1 : 2],
    sex: [isWoman ? 1 : 2],
    owns: at % 3 === 0 ? [1, 2] : [(at % 2) + 1],
    spend: at,
  };
});
const joined = join([tableOf(people, []), tableOf(people, ["sex"]), tableOf(people, ["owns"])]);
const made: Made = {
  table: joined,
  measures,
  isWeighted: false,
  sharesColumns: false,
  titles: { rows: ["Row"], columns: BANNER_TITLES, value: valueText },
};
const defaults = Object.fromEntries(
  Object.entries(pivotParsers).map(([key, parser]) => [key, "defaultValue" in parser ? parser.defaultValue : null]),
) as Parameters<typeof preparePivot>[1];
const gridOf = (look: Partial<typeof defaults>, given: Partial<Made> = {}) =>
  preparePivot({ ...made, ...given }, { ...defaults, values: valuesOf("column"), ...look });

describe("a banner on the screen", () => {
  test("has each question over its options, one total, and no totals of spans, wherever totals stand", () => {
    const { head, leaves } = gridOf({ against: "columns" });
    expect(head.map((row) => row.map(({ label, letter, span }) => [label, letter, span].filter(Boolean)))).toEqual([
      [
        ["Sex", 2],
        ["Owns", 2],
        ["Total", 1],
      ],
      [
        ["sex 1", "A", 1],
        ["sex 2", "B", 1],
        ["owns 1", "C", 1],
        ["owns 2", "D", 1],
      ],
    ]);
    expect(leaves).toHaveLength(5);
    expect(gridOf({ columnTotals: "before" }).head[0]?.map(({ label }) => label)).toEqual(["Total", "Sex", "Owns"]);
    expect(gridOf({ columnTotals: "none" }).leaves).toHaveLength(4);
  });

  test("compares inside a span alone, with a dash and the reason where it shares respondents", () => {
    const grid = gridOf({ against: "columns" });
    const [first] = grid.rows;
    expect(first && grid.leaves.map((leaf) => grid.cell(first, leaf).mark?.text)).toEqual(["B", "", "–", "–", ""]);
    expect(grid.notes).toEqual([
      expect.stringContaining("z test of column shares"),
      expect.stringMatching(/^– under “Owns”: Not compared: a respondent can stand in several/),
    ]);
    // Letters of the second question name its own columns, not those of the first.
    const separate = { ...joined, spans: joined.spans?.map((span) => ({ ...span, isShared: false })) ?? [] };
    const turned = gridOf({ against: "columns" }, { table: { ...separate, cells: swapped(joined.cells) } });
    const row = turned.rows[0];
    expect(row && turned.leaves.map((leaf) => turned.cell(row, leaf).mark?.text)).toEqual(["B", "", "D", "", ""]);
  });

  test("tests each cell against the rest of its span", () => {
    const grid = gridOf({ against: "rest" });
    const [first] = grid.rows;
    expect(first && grid.leaves.slice(0, 2).map((leaf) => grid.cell(first, leaf).mark?.text)).toEqual(["▲", "▼"]);
  });

  test("is sorted by a column of a span, and long rows name question and answer", () => {
    const sorted = gridOf({ sort: "value", descending: true, sortColumn: ["Sex", "sex 2"] });
    expect(sorted.rows[0]?.labels).toEqual(["Row 2"]);
    const long = longRows(made, valuesOf("count"));
    expect(long.find(({ row, column }) => row[0] === "Row 1" && column.join() === "Sex,sex 1")?.figure).toBe(80);
    expect(acrossTitles(made)).toEqual(["Sex, Owns"]);
  });
});

/** The figures of the spans exchanged: both have two columns and a total of their own. */
function swapped(cells: PivotTable["cells"]): PivotTable["cells"] {
  return cells.map((row) => [...row.slice(3, 6), ...row.slice(0, 3), ...row.slice(6)]);
}

const asked: PivotRequest = {
  ...{ projectId: "p", rows: ["row"], columns: ["sex", "owns"], measures: measures.slice(0, 1) },
  ...{ baseRule: "answered", filter: [] },
};

test("a cell opens the respondents of its question's own table, the total those of all", () => {
  const at = (column: number) => ({ row: 0, column, value: valuesOf("count")[0] as PivotValue });
  const request = (column: number) => cellRequest(asked, made, { cell: at(column), shown: [], page: 1 });
  expect(request(4)).toMatchObject({ columns: ["owns"], rowCodes: [1], columnCodes: [2] });
  expect(request(6)).toMatchObject({ columns: [], columnCodes: [] });
  expect(cellWords(made, at(4))).toBe("Row: Row 1 · Owns: owns 2");
});

test("asks for the table without columns and one of each question, and refuses too many or one that is there twice", () => {
  expect(bannerRequests(asked).map(({ columns }) => columns)).toEqual([[], ["sex"], ["owns"]]);
  expect(bannerRefusal(asked)).toBeNull();
  expect(bannerRefusal({ ...asked, columns: ["sex", "row"] })).toContain("“row” is in the table twice");
  const many = Array.from({ length: 21 }, (_, at) => `q${at}`);
  expect(bannerRefusal({ ...asked, columns: many })).toContain("at most 20 questions");
});

test("questions of one text are told apart, and a service without codes is joined by labels", () => {
  const [sex = joined, all = joined] = [tableOf(people, ["sex"]), tableOf(people, [])];
  const bare = (table: PivotTable) => ({ ...table, rowCodes: [], columnCodes: [] });
  const twice = ["a", "b"].map((id) => ({ id, title: "Sex", isShared: false }));
  const both = joinBanner([bare(all), bare(sex), bare(sex)], { questions: twice, measures });
  expect(both.spans?.map(({ title }) => title)).toEqual(["Sex (a)", "Sex (b)"]);
  expect(both.rows).toEqual(all.rows);
  expect(both.columnCodes).toEqual([]);
  expect(both.cells[0]?.map(([n]) => n)).toEqual([80, 20, 100, 80, 20, 100, 100]);
});

test("says which data it is of, of all its questions", () => {
  const provenance = { revision: 3, revisedAt: null, responses: 200, excluded: 0, weight: null };
  const of = (table: PivotTable, definitions: string, ...ids: string[]): PivotTable => ({
    ...table,
    provenance: { ...provenance, definitions, questions: ids.map((id) => ({ id, labels: "l", coding: "c" })) },
  });
  const tables = [
    of(tableOf(people, []), "0", "row"),
    of(tableOf(people, ["sex"]), "1", "row", "sex"),
    of(tableOf(people, ["owns"]), "2", "owns", "row"),
  ];
  const all = join(tables).provenance;
  expect(all).toMatchObject({ ...provenance, definitions: "1 + 2" });
  expect(all?.questions.map(({ id }) => id)).toEqual(["owns", "row", "sex"]);
  expect(joined.provenance).toBeUndefined();
});

test("a row that only a question's own table has stands after the one it follows there", () => {
  const [all, sex] = [tableOf(people, []), tableOf(people, ["sex"])];
  const cut = {
    ...all,
    ...{ rows: [["Row 1"], []], rowCodes: [[1], []] },
    cells: all.cells.slice(1),
  };
  const one = joinBanner([cut, sex], { questions: questions.slice(0, 1), measures });
  expect(one.rowCodes).toEqual([[1], [2], []]);
});

test("is not stacked where its questions would be added up", () => {
  const refusal = (show: string) =>
    chartRefusal("stacked", {
      rows: ["row"],
      value: valuesOf(show)[0] as PivotValue,
      hasSeveral: false,
      hasSpans: true,
    });
  expect(refusal("count")).toContain("the same respondents again");
  expect(refusal("column")).toBeNull();
});
