import { expect, test } from "vitest";
import type { AnswerOption, Derivation, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import { question } from "@/lib/test-answers";
import {
  dependents,
  kindRefusal,
  labelRefusal,
  numberOptions,
  textOptions,
  unfitNumbers,
  withKind,
  withoutValue,
} from "./change-kind";

const age = question(1, "age", "numeric", { missing: [{ cell: 99, kind: "no_answer", marked: true }] });
const sex = question(2, "sex", "single", {
  options: [
    [1, "m", 1],
    [2, "f", null],
  ],
});
const derived = (id: string, derivation: Derivation): Question => ({
  ...question(0, id, "single", { derivation, options: [[1, "one", null]] }),
});
const filter = (id: string, item: object): Question => ({
  ...derived(id, { form: "filter", filter: [item] }),
  options: [1, 0].map((code, order) => ({ code, label: String(code), order, value: code, cells: [] })),
});

test.each<[Question, QuestionKind, RegExp | null]>([
  [age, "single", null],
  [age, "open", /cannot be read as text\. It can become: scale or one choice/],
  [age, "numeric", /of this kind already/],
  [sex, "numeric", null],
  [sex, "multiple", /cannot be read as multiple choice/],
  [question(3, "when", "date"), "single", /Import the file again/],
  [question(4, "media", "multiple"), "single", /Import the file again/],
  [filter("f", { questionId: "age", operator: "answered" }), "open", /made of other questions/],
])("$0.id to $1", (given, kind, refusal) => {
  const said = kindRefusal(given, kind);
  if (refusal === null) expect(said).toBeNull();
  else expect(said).toMatch(refusal);
});

test("numbers become options that are named by them, texts options by their frequency", () => {
  expect(numberOptions([10, 2])).toEqual([
    { code: 2, label: "2", order: 0, value: 2, cells: [2] },
    { code: 10, label: "10", order: 1, value: 10, cells: [10] },
  ]);
  const { options, codes } = textOptions(["b", " \u00e1", "a\u0301"]);
  expect(options.map(({ code, label }) => [code, label])).toEqual([
    [1, "b"],
    [2, "\u00e1"],
  ]);
  expect(codes).toEqual([
    ["b", 1],
    [" \u00e1", 2],
    ["a\u0301", 2],
  ]);
});

test("codes that a rewriting uses up are marked no more; between scale and one choice nothing is rewritten", () => {
  expect(withKind(age, "single", numberOptions([1])).missing).toEqual([{ cell: 99, kind: "no_answer" }]);
  const marked = { ...sex, missing: age.missing };
  expect(withKind(marked, "scale", sex.options)).toMatchObject({ missing: age.missing, version: 2, column: "q2" });
});

test("an order that was confirmed goes with the codes that it names", () => {
  const ordered = { ...sex, ranking: sex.options.map(({ code }) => code) };
  expect(withKind(ordered, "scale", sex.options).ranking).toEqual(ordered.ranking);
  expect(withKind(ordered, "open", [])).not.toHaveProperty("ranking");
});

test("what is an option's number or text is no missing code, though a cell of another one is written so", () => {
  const refused = {
    ...sex,
    missing: [0, 1, 99].map((cell) => ({ cell, kind: "no_answer" as const, marked: true as const })),
  };
  const options = [
    { code: 1, label: "0", order: 0, value: null, cells: [0] },
    { code: 2, label: "none", order: 1, value: 0, cells: [2] },
    { code: 3, label: "99", order: 2, value: 1, cells: [3] },
  ];
  const after = (kind: QuestionKind) => withKind({ ...refused, options }, kind, []).missing;
  expect(after("numeric")).toEqual([{ cell: 99, kind: "no_answer" }]);
  expect(after("open")).toEqual([0, 1].map((cell) => ({ cell, kind: "no_answer" })));
});

test("what does not fit is said with how many and the first", () => {
  expect(unfitNumbers("age", { n: 0, first: 0 })).toBeNull();
  expect(unfitNumbers("age", { n: 14, first: 3.5 })).toMatch(/14 answers are no whole numbers .* the first is 3.5/);
  expect(withoutValue(sex, new Set([1]))).toBeNull();
  expect(withoutValue(sex, new Set([1, 2]))).toMatch(/“f” has no value/);
  const missing = { ...sex, missing: [{ cell: 2, kind: "no_answer" as const }] };
  expect(withoutValue(missing, new Set([1, 2]))).toBeNull();
  expect(labelRefusal("why", ["short"])).toBeNull();
  expect(labelRefusal("why", ["x".repeat(1001)])).toMatch(/1,001 characters/);
});

test("derived questions that could not be made, or would mean something else, are told by name", () => {
  const bands = derived("ages", { form: "bands", questionId: "age", bands: [{ code: 1, low: null, high: 9 }] });
  const nets = derived("net", { form: "nets", questionId: "sex", nets: [{ code: 1, of: [1] }] });
  const asked = filter("men", { any: [{ questionId: "sex", operator: "eq", value: 1 }] });
  const given = filter("given", { not: { questionId: "sex", operator: "answered" } });
  const old = filter("old", { questionId: "age", operator: "gt", value: 50 });
  const all = [age, sex, bands, nets, asked, given, old];
  const told = (before: Question, kind: QuestionKind, options: AnswerOption[] = []) =>
    dependents(before, withKind(before, kind, options), all).join(" ");
  expect(told(age, "scale", numberOptions([20, 60]))).toBe("");
  expect(told(age, "single")).toMatch(/^“ages” is made of “age” and could not be made any more/);
  expect(told(sex, "scale", sex.options)).not.toContain("men");
  expect(told(sex, "numeric")).toMatch(/“net” is made of “sex”.*“men” is made of “sex” by a filter/);
  expect(told(sex, "numeric")).not.toContain("given");
});
