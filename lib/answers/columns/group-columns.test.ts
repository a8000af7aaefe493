import { describe, expect, test } from "vitest";
import { rowReader } from "@/lib/answers/imports/read-rows";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { columnsOf, planProblems } from "@/lib/contracts/rules/import-plan";
import { groupColumns, groupRefusal, takeApart } from "./group-columns";

const option = (code: number, label: string, cell: string | number) => ({
  code,
  label,
  order: code,
  value: code,
  cells: [cell],
});
const single = (column: string, cells: (string | number)[]): PlannedQuestion => ({
  ...{
    kind: "single",
    id: column,
    text: column,
    column,
    missing: [{ cell: -1, kind: "no_answer" }],
    blank: "not_asked",
  },
  ...{ grid: null, options: cells.map((cell, at) => option(at, String(cell), cell)) },
});
const planOf = (questions: PlannedQuestion[]): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
  ...{ ignored: [], notes: [], questions },
});
const columns = ["A", "Q1_1", "Q1_2", "Q1_3"].map((name) => ({
  name,
  label: name === "A" ? null : `Which? - ${name.at(-1)}`,
}));
const names = columns.map(({ name }) => name);
const chosen = ["Q1_1", "Q1_2", "Q1_3"];
const plan = planOf([single("A", [1]), ...chosen.map((name) => single(name, [0, 1]))]);
const read = (of: ImportPlan, cells: (string | number)[]) => {
  const row = rowReader(of, names)({ row: 2, cells });
  return "kept" in row ? row.kept.answers : null;
};

describe("columns become", () => {
  test("one question, a column an option, chosen where the cell is none of the noes", () => {
    const grouped = groupColumns(plan, chosen, "flags", { columns });
    expect(grouped.questions.map(({ id, text }) => [id, text])).toEqual([
      ["A", "A"],
      ["Q1", "Which?"],
    ]);
    expect(grouped.questions[1]).toMatchObject({ options: [{ label: "1" }, { label: "2" }, { label: "3" }] });
    expect(planProblems(grouped, names)).toEqual([]);
    expect(read(grouped, [1, 0, 1, 1])).toEqual([0, [2, 3]]);
  });

  test("one question whose columns each hold a chosen option", () => {
    const brands = planOf([
      single("A", [1]),
      single("Q1_1", ["x", "y"]),
      single("Q1_2", ["y", "z"]),
      single("Q1_3", ["x"]),
    ]);
    const grouped = groupColumns(brands, chosen, "choices", { columns });
    const [, question] = grouped.questions;
    expect(question).toMatchObject({ kind: "multiple", options: [{ label: "x" }, { label: "y" }, { label: "z" }] });
    expect(planProblems(grouped, names)).toEqual([]);
    expect(read(grouped, [1, "z", "x", ""])).toEqual([0, [3, 1]]);
  });

  test("rows of a grid that share their options", () => {
    const grouped = groupColumns(plan, chosen, "grid", { columns });
    const rows = grouped.questions.slice(1);
    expect(rows.map(({ text, grid }) => [text, grid])).toEqual(
      ["1", "2", "3"].map((row) => [row, { id: "Q1", text: "Which?" }]),
    );
    expect(read(grouped, [1, 0, 1, -1])).toEqual([0, 0, 1, { missing: "no_answer" }]);
  });
});

test.each(["flags", "choices", "grid"] as const)(
  "%s taken apart are a question a column again, nothing lost",
  (form) => {
    const apart = takeApart(groupColumns(plan, chosen, form, { columns }), "Q1_2", { columns });
    expect(apart.questions.map((question) => [question.kind, columnsOf(question), question.grid])).toEqual(
      names.map((name) => ["single", [name], null]),
    );
    expect(planProblems(apart, names)).toEqual([]);
    expect(apart.questions[1]?.missing).toEqual([{ cell: -1, kind: "no_answer" }]);
  },
);

test("what is in a group stays there until it is taken apart", () => {
  const grouped = groupColumns(plan, chosen.slice(0, 2), "flags", { columns });
  expect(groupRefusal(plan, ["A"])).toMatch(/two or more/);
  expect(groupRefusal(grouped, ["A", "Q1_1"])).toMatch(/take that apart first/);
  expect(groupRefusal(grouped, ["A", "Q1_3"])).toBeNull();
});
