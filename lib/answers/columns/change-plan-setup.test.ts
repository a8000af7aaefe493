import { expect, test } from "vitest";
import type { AnswerOption, ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";
import { rowReader } from "../imports/read-rows";
import { changePlanSetup, questionsOfPlan, restorableOfPlan } from "./change-plan-setup";

const common = (id: string) => ({ id, text: id, missing: [], blank: "not_asked" as const, grid: null });
const option = (code: number, label: string): AnswerOption => ({
  ...{ code, label, order: code - 1, value: null, cells: [code] },
});
const single = (id: string, ...labels: string[]): PlannedQuestion => ({
  ...{ kind: "single", column: id, ...common(id) },
  options: labels.map((label, at) => option(at + 1, label)),
});
const names = ["sat", "reach", "alder", "birch", "age", "a", "b", "c"];
const flags: Extract<PlannedQuestion, { kind: "multiple" }> = {
  ...{ kind: "multiple", ...common("brands") },
  source: { form: "flags", columns: ["a", "b", "c"].map((column, at) => ({ column, code: at + 1 })), chosen: [1] },
  options: ["A", "B", "C"].map((label, at) => ({ ...option(at + 1, label), cells: [] })),
};
const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [
    single("sat", "Good", "Very good", "Bad"),
    single("reach", "Good", "Very good", "Bad"),
    single("alder", "Yes", "No"),
    single("birch", "Yes", "No"),
    { kind: "numeric", column: "age", ...common("age") },
    flags,
  ],
};
const cells = ["1", "2", "1", "2", "99", "1", "1", "0"];
const looked = {
  columns: names.map((name) => ({ name, label: null })),
  sample: [{ row: 2, id: null, time: null, end: null, answers: [], weights: [], cells }],
};

const changed = (...changes: QuestionsChange[]) => changePlanSetup(plan, changes, looked);
const of = ({ questions }: ImportPlan, id: string) => questions.find((each) => each.id === id);
/** What the plan reads from the row. */
function readBy(changedPlan: ImportPlan): unknown[] {
  const found = rowReader(changedPlan, names)({ row: 2, cells });
  return "kept" in found ? [...found.kept.answers] : [];
}

test("labels, values, order and set-up of many are changed in a plan as in a project", async () => {
  const { plan: next, sentences } = await changed(
    { change: "order", ids: ["sat", "reach"], by: "scale" },
    { change: "text", id: "sat", text: "How satisfied?" },
    { change: "options", id: "sat", options: [{ code: 3, label: "Awful" }] },
    { change: "copy", ids: ["reach"], from: { id: "sat" }, parts: ["labels"] },
    { change: "missing", ids: ["sat", "age"], missing: [{ cell: 2, kind: "no_answer" }] },
  );
  expect(sentences).toEqual([]);
  const options = [
    { code: 3, label: "Awful", order: 0, value: 1 },
    { code: 1, label: "Good", order: 1, value: 2 },
    { code: 2, label: "Very good", order: 2, value: 3 },
  ];
  expect(of(next, "sat")).toMatchObject({
    ...{ text: "How satisfied?", options },
    missing: [{ cell: 2, kind: "no_answer", marked: true }],
  });
  expect(of(next, "reach")).toMatchObject({ text: "reach", options, missing: [] });
  expect(of(next, "age")?.missing).toMatchObject([{ cell: 2, marked: true }]);
  const { plan: back } = await changePlanSetup(next, [{ change: "restore", ids: ["sat", "age"] }], looked);
  expect([of(back, "sat")?.missing, of(back, "age")?.missing]).toEqual([[], []]);
});

test("kinds and groups are of columns: yes and no become one question, which comes apart again", async () => {
  const { plan: next, sentences } = await changed(
    { change: "kind", ids: ["sat", "reach"], kind: "scale" },
    { change: "group", ids: ["alder", "birch"], id: "known", text: "Which do you know?" },
    { change: "grid", ids: ["sat", "reach"], text: "Ratings" },
  );
  expect(sentences).toEqual(["2 columns taken as scales."]);
  expect(next.questions.map(({ id, kind, grid }) => [id, kind, grid?.text ?? null])).toEqual([
    ["sat", "scale", "Ratings"],
    ["reach", "scale", "Ratings"],
    ["known", "multiple", null],
    ["age", "numeric", null],
    ["brands", "multiple", null],
  ]);
  expect(of(next, "known")).toMatchObject({ text: "Which do you know?", source: { form: "flags", chosen: [1] } });
  const { plan: apart } = await changePlanSetup(next, [{ change: "ungroup", ids: ["known", "sat", "reach"] }], looked);
  expect(apart.questions.map(({ id, grid }) => [id, grid])).toEqual(
    ["sat", "reach", "alder", "birch", "age", "brands"].map((id) => [id, null]),
  );
});

test("a merged option is read from the cells or columns of both", async () => {
  const { plan: next } = await changed(
    { change: "merge", id: "brands", codes: [1], into: 2 },
    { change: "merge", id: "reach", codes: [2], into: 3 },
  );
  expect(readBy(next)).toEqual([1, 3, 1, 2, 99, [2]]);
});

test("a change that cannot be done says why and leaves the plan as it is", async () => {
  const { plan: next, sentences } = await changed(
    { change: "merge", id: "sat", codes: [9], into: 1 },
    { change: "group", ids: ["alder", "birch"], id: "age", text: "" },
    { change: "group", ids: ["alder", "brands"], id: "all", text: "" },
    { change: "ungroup", ids: ["age"] },
    { change: "text", id: "nothing", text: "x" },
    { change: "kind", ids: ["sat"], kind: "date" },
  );
  expect(sentences).toEqual([
    "“sat” has no option with the code 9.",
    "There is a question “age” already: choose another id.",
    expect.stringMatching(/is in a group already/),
    "“age” is neither a multiple-choice question nor part of a grid.",
    "The file has no question “nothing”.",
    expect.stringMatching(/their values are no dates|its values are no dates/),
  ]);
  expect(next).toEqual(plan);
});

test("questions of a plan say the missing codes that could be restored, and options of flags by their columns", () => {
  const coded = {
    ...plan,
    questions: plan.questions.map((each) => ({ ...each, missing: [{ cell: 9, kind: "no_answer" as const }] })),
  };
  const [sat, , , , , brands] = questionsOfPlan({ questions: coded.questions as PlannedQuestion[] });
  expect(sat?.missing).toEqual([{ cell: 9, kind: "no_answer", marked: true }]);
  expect(brands?.missing).toEqual([{ cell: 9, kind: "no_answer" }]);
  expect(brands?.options.map((each) => each.cells)).toEqual([["a"], ["b"], ["c"]]);
});

test("codes of columns of marks are restored before the import: who had nothing else was asked and chose none", async () => {
  const missing = [9, "Refused"].map((cell) => ({ cell, kind: "no_answer" as const }));
  const coded = { ...plan, questions: [{ ...flags, missing }] };
  expect(restorableOfPlan(coded)[0]?.missing).toEqual([{ ...missing[0], marked: true }, missing[1]]);
  const answersOf = (by: ImportPlan) =>
    [
      ["9", "9", "9"],
      ["1", "9", "0"],
      ["9", "9", "0"],
      ["Refused", "Refused", "Refused"],
      ["", "", ""],
    ].map((own) => {
      const found = rowReader(by, ["a", "b", "c"])({ row: 2, cells: own });
      return "kept" in found ? found.kept.answers[0] : null;
    });
  const [none, refused, notAsked] = [[], { missing: "no_answer" }, { missing: "not_asked" }];
  expect(answersOf(coded)).toEqual([refused, [1], none, refused, notAsked]);
  const { plan: back } = await changePlanSetup(coded, [{ change: "restore", ids: ["brands"], cells: ["9"] }], looked);
  expect(answersOf(back)).toEqual([none, [1], none, refused, notAsked]);
  // Where any cell says “chosen”, a code would as well.
  const anyCell = {
    ...coded,
    questions: [{ ...flags, missing, source: { ...flags.source, chosen: null } }],
  } as ImportPlan;
  expect(restorableOfPlan(anyCell)[0]?.missing).toEqual(missing);
});
