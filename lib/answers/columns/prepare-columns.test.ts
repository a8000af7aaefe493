import { expect, test } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { takeFor } from "./change-plan";
import { columnRows } from "./prepare-columns";

const common = { missing: [], blank: "not_asked" as const, grid: null };
const option = (code: number, label: string) => ({ code, label, order: code, value: null, cells: [code] });
const plan: ImportPlan = {
  timeZone: "UTC",
  decimal: ".",
  time: { column: "Start", order: "mdy" },
  end: null,
  endBeforeStart: "keep",
  id: "Id",
  weights: ["W"],
  questions: [
    {
      kind: "single",
      column: "Sex",
      options: [option(1, "Female"), option(2, "Male")],
      ...common,
      id: "Sex",
      text: "",
    },
    { kind: "date", column: "Born", order: "ymd", ...common, id: "Born", text: "" },
    { kind: "numeric", column: "Age", ...common, id: "Age", text: "" },
  ],
  ignored: ["Else"],
  notes: [],
};
const columns = ["Id", "Start", "W", "Sex", "Born", "Age", "Else"].map((name) => ({ name, label: null }));
const looked = {
  columns,
  plan,
  looks: [{ column: "Sex", reason: "Odd." }],
  sample: [
    { row: 2, refused: "It has 3 cells." },
    {
      ...{ row: 3, id: "a", time: "2018-07-15T00:00:00.000Z", weights: [0.5], end: "2018-07-15T09:30:00.000Z" },
      cells: ["a", "7/15/18", "0.5", "m", "1990", "28", "x"],
      answers: [2, "1990-05-01T10:30:00.000Z", 28],
    },
    {
      row: 4,
      id: "b",
      time: null,
      end: null,
      cells: ["b"],
      weights: [null],
      answers: [7, { missing: "not_asked" as const }, 0],
    },
  ],
};

test("every column says what it is taken for and what is read from it, options by their labels", () => {
  expect(columnRows(looked, plan).map(({ name, as, values }) => [name, as, values])).toEqual([
    ["Id", "id", ["a", "b"]],
    ["Start", "time", ["2018-07-15", "no time"]],
    ["W", "weight", ["0.5", "no weight"]],
    ["Sex", "single", ["Male", "7"]],
    ["Born", "date", ["1990-05-01 10:30 UTC", "not asked"]],
    ["Age", "numeric", ["28", "0"]],
    ["Else", "ignored", ["", ""]],
  ]);
});

test("a stored answer that is marked as missing is shown as what it counts as", () => {
  const missing = (cell: number, kind: "no_answer" | "not_asked") => [{ cell, kind, marked: true as const }];
  const [sex, born, age] = plan.questions;
  const questions = [{ ...sex, missing: missing(2, "no_answer") }, born, { ...age, missing: missing(28, "not_asked") }];
  const marked = { ...plan, questions } as ImportPlan;
  const rows = columnRows({ ...looked, plan: marked }, marked);
  expect(rows.map(({ values }) => values).slice(3, 6)).toEqual([
    ["no answer", "7"],
    ["1990-05-01 10:30 UTC", "not asked"],
    ["not asked", "0"],
  ]);
});

test("the end of the response shows its sample, beside the cells that it is read from, and what is odd", () => {
  const rows = columnRows({ ...looked, plan: takeFor(plan, "Start", "end", { columns, values: [] }) }, plan);
  expect(rows[1]?.values).toEqual(["2018-07-15 09:30 UTC", "no end"]);
  expect(rows[1]?.cells).toEqual(["7/15/18", ""]);
  expect(rows.flatMap(({ name, look }) => (look === null ? [] : [name]))).toEqual(["Sex"]);
});

test("values are those that the plan of the sample read, until the corrected one has been looked at", () => {
  const corrected = takeFor(plan, "Sex", "ignored", { columns, values: [] });
  const age = columnRows(looked, corrected).find(({ name }) => name === "Age");
  expect(age).toMatchObject({ as: "numeric", values: ["28", "0"] });
});
