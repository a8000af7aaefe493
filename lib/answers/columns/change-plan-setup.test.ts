import { expect, test } from "vitest";
import type { AnswerOption, ImportPlan, MissingCode, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";
import { rowReader } from "../imports/read-rows";
import { changePlanSetup, questionsOfPlan } from "./change-plan-setup";

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
  expect(brands).toMatchObject({ missing: [{ cell: 9, kind: "no_answer" }], restorableCodes: ["9"] });
  expect(brands?.options.map((each) => each.cells)).toEqual([["a"], ["b"], ["c"]]);
});

/** What a plan reads of rows of the three columns of marks. */
const flagsOf = (by: ImportPlan, ...rows: string[][]) =>
  rows.map((own) => {
    const found = rowReader(by, ["a", "b", "c"])({ row: 2, cells: own });
    return "kept" in found ? found.kept.answers[0] : null;
  });
const withFlags = (missing: MissingCode[], source: Partial<typeof flags.source> = {}): ImportPlan => ({
  ...plan,
  questions: [{ ...flags, missing, source: { ...flags.source, ...source } } as PlannedQuestion],
});
const restorableIn = (coded: ImportPlan) => questionsOfPlan(coded)[0]?.restorableCodes;
const none: number[] = [];
const [noAnswer, notAsked] = (["no_answer", "not_asked"] as const).map((missing) => ({ missing }));

test("codes of columns of marks are restored before the import: who had nothing else was asked and chose none", async () => {
  const coded = withFlags([9, "Refused"].map((cell) => ({ cell, kind: "no_answer" })));
  expect(restorableIn(coded)).toEqual(["9"]);
  const rows = [
    ["9", "9", "9"],
    ["1", "9", "0"],
    ["9", "9", "0"],
    ["Refused", "Refused", "Refused"],
    ["", "", ""],
  ];
  expect(flagsOf(coded, ...rows)).toEqual([{ ...noAnswer, codes: ["9"] }, [1], none, noAnswer, notAsked]);
  const { plan: back } = await changePlanSetup(coded, [{ change: "restore", ids: ["brands"], cells: ["9"] }], looked);
  expect(flagsOf(back, ...rows)).toEqual([none, [1], none, noAnswer, notAsked]);
});

test("a code that would say “chosen”, or neither, cannot be restored", () => {
  const range = { low: 0, high: 5, kind: "no_answer" as const };
  expect(restorableIn(withFlags([{ cell: 9, kind: "no_answer" }], { chosen: null }))).toEqual([]);
  expect(restorableIn(withFlags([range], { chosen: [1] }))).toEqual([]);
  expect(restorableIn(withFlags([range], { chosen: ["Yes"] }))).toEqual([]);
  expect(restorableIn(withFlags([{ ...range, low: 2 }], { chosen: [1] }))).toEqual(["2..5"]);
});

test("a range of codes is restored with the codes that it holds, and none of them without it", async () => {
  const range = { low: 97, high: 99, kind: "no_answer" as const };
  const inside = { cell: 98, kind: "not_asked" as const };
  const coded = withFlags([inside, range]);
  expect(restorableIn(coded)).toEqual(["98", "97..99"]);
  const rows = [
    ["98", "", ""],
    ["97", "98", ""],
    ["", "", "99"],
  ];
  expect(flagsOf(coded, ...rows)).toEqual([
    { ...notAsked, codes: ["98"] },
    { ...noAnswer, codes: ["97..99", "98"] },
    { ...noAnswer, codes: ["97..99"] },
  ]);
  const restore = (...cells: string[]) =>
    changePlanSetup(coded, [{ change: "restore", ids: ["brands"], cells }], looked);
  expect(await restore("98")).toEqual({
    plan: coded,
    sentences: ["98 of “brands” stays missing, because 97..99 holds it as well: restore both."],
  });
  const { plan: ofRange } = await restore("97..99");
  expect(flagsOf(ofRange, ...rows)).toEqual([{ ...notAsked, codes: ["98"] }, none, none]);
  const { plan: ofBoth, sentences } = await restore("98", "97..99");
  expect(sentences).toEqual([]);
  expect(flagsOf(ofBoth, ...rows)).toEqual([none, none, none]);
});
