import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { loadPivotState } from "./address";
import {
  besideFirst,
  defaultsOf,
  defaultsProblem,
  defaultsQuery,
  isNewTable,
  loadDefaults,
  newTable,
} from "./defaults";
import type { Field } from "./fields";

const question = (id: string, kind: Question["kind"], options = 0): Question => ({
  ...{
    id,
    text: `Text of ${id}`,
    kind,
    grid: null,
    missing: [],
    blank: "no_answer",
    derivation: null,
    column: null,
    version: 1,
  },
  options: Array.from({ length: options }, (_, at) => ({
    ...{ code: at + 1, label: `Option ${at + 1}`, value: null, order: at, cells: [] },
  })),
});
const field = ({ id, kind }: Question): Field => ({
  ...{ id, title: id, part: id, grid: null, kind, numbers: kind === "numeric" ? ["mean"] : [] },
  dimension: kind === "numeric" ? null : kind === "date" ? "date" : "itself",
});
const questions = [
  question("spend", "numeric"),
  question("taste", "single", 5),
  question("region", "single", 4),
  question("Age_group", "single", 6),
  question("since", "date"),
  question("region_visited", "multiple", 4),
];
const fields = questions.map(field);
const known = { questions, fields, weights: [{ id: "census" }], query: null };

describe("the defaults of a project", () => {
  test("are what its address says, and nothing else of a table", () => {
    const text =
      "columns=region,Age_group&banner=true&values=column&weight=census&baseRule=asked&against=columns&high=99&low=0&minimumBase=50";
    expect(defaultsQuery(loadDefaults(text))).toBe(text);
    const state = loadPivotState(new URLSearchParams(`${text}&project=p&rows=taste&heat=true&chart=bars`));
    expect(defaultsQuery(state)).toBe(text);
  });

  test.each([
    ["rows=taste", "“rows” is not a default of tables. Leave it out."],
    ["minimumBase=1", /smallest base/],
    ["baseRule=none", /the base/],
  ])("%s is refused", (query, problem) => {
    expect(defaultsProblem(query)).toMatch(problem);
  });

  test("are proposed where none are set: percentages, letters, the one weight, and demographics by name", () => {
    expect(defaultsOf(known)).toMatchObject({
      ...{ columns: ["region", "Age_group"], banner: true, weight: "census", against: "columns" },
      values: [{ show: "column", questionId: null }],
    });
    expect(defaultsOf({ ...known, weights: [{ id: "a" }, { id: "b" }] }).weight).toBeNull();
    expect(defaultsOf({ ...known, query: "" })).toMatchObject({ columns: [], weight: null, against: "none" });
  });
});

test("education, race and income follow gender, age and region where a short name says so", () => {
  const named = (id: string, text: string) => ({ ...question(id, "single", 4), text });
  const more = [
    named("income_cat", "income_cat"),
    named("Q7", "How satisfied are you with the level of education in schools?"),
    named("educ", "educ"),
    named("Q9", "Race"),
    named("gender", "gender"),
  ];
  const columnsOf = (of: Question[]) => defaultsOf({ ...known, questions: of, fields: of.map(field) }).columns;
  expect(columnsOf(more)).toEqual(["gender", "income_cat", "educ", "Q9"]);
  expect(columnsOf([...questions, ...more])).toEqual(["region", "Age_group", "gender", "income_cat"]);
});

describe("a new table", () => {
  test("has the question in its rows and the banner without it in its columns", () => {
    expect(newTable("p", known, "region")).toMatchObject({ rows: ["region"], columns: ["Age_group"] });
    expect(newTable("p", known, "since")).toMatchObject({ rows: ["since:month"], columns: ["region", "Age_group"] });
  });

  test("shows the mean of a question with numbers alone", () => {
    expect(newTable("p", known, "spend")).toMatchObject({
      ...{ rows: [], columns: ["region", "Age_group"] },
      values: [{ show: "mean", questionId: "spend" }],
    });
  });

  test("is of the first question that is not in the banner where none is chosen", () => {
    expect(newTable("p", known, null)).toMatchObject({ project: "p", rows: ["taste"] });
    expect(newTable("p", { ...known, fields: [] }, null)).toEqual({ project: "p" });
  });

  test("brings the defaults along with its first question, and no banner where that stands in the columns", () => {
    const defaults = loadDefaults("columns=region,taste&weight=census&values=column");
    const count = { show: "count", questionId: null } as const;
    expect(isNewTable({ rows: [], columns: [], values: [count] })).toBe(true);
    expect(isNewTable({ rows: ["taste"], columns: [], values: [count] })).toBe(false);
    expect(besideFirst({ rows: ["taste"], columns: [], values: [count] }, defaults)).toMatchObject({
      ...{ columns: ["region"], weight: "census", values: [{ show: "column", questionId: null }] },
    });
    expect(besideFirst({ rows: [], columns: ["taste"], values: [count] }, defaults).columns).toEqual(["taste"]);
  });
});
