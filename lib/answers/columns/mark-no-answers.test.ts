import { expect, test } from "vitest";
import type { FileColumn, RawScalar } from "@/lib/answers/files/answer-file";
import type { ImportPlan, MissingCode } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { optionsOf } from "./guess-kind";
import { markNoAnswers, marksIn, withMarksOf, withoutMarks } from "./mark-no-answers";

const of = (missed: RawScalar[], column: FileColumn = { name: "q" }) => [
  { column, guess: { missed: missed.map((cell) => ({ cell })) } },
];
const code = (cell: string | number, more: Partial<MissingCode> = {}): MissingCode => ({
  ...{ cell, kind: "no_answer" },
  ...more,
});

test("codes that a column has become options without a value behind the others; the others stay codes alone", () => {
  const missing = [code(97), code(-1), code("NA", { kind: "not_asked" }), code(99)];
  const marked = markNoAnswers(optionsOf(["1", "2"]), missing, of([97, -1, "NA"]));
  expect(marked.options.map(({ code, label, value, order }) => [code, label, value, order])).toEqual([
    [1, "1", 1, 0],
    [2, "2", 2, 1],
    [97, "97", null, 2],
    [3, "-1", null, 3],
    [4, "NA", null, 4],
  ]);
  expect(marked.missing.map(({ marked }) => marked ?? false)).toEqual([true, true, true, false]);
  expect(validOptions(marked).map(({ label }) => label)).toEqual(["1", "2"]);
});

test("of several answers a code for not asked is no option: it stands in place of every answer not given", () => {
  const missing = [code("Refused"), code("NA", { kind: "not_asked" })];
  const marked = markNoAnswers([], missing, of(["Refused", "NA"]), { isMultiple: true });
  expect(marked.options.map(({ label }) => label)).toEqual(["Refused"]);
  expect(marked.missing.map(({ marked }) => marked ?? false)).toEqual([true, false]);
});

test("codes within a range that the file declares become options with the labels of the file", () => {
  const range: MissingCode = { low: 90, high: null, kind: "no_answer" };
  const column: FileColumn = { name: "q", valueLabels: [{ value: 97, label: "Too young" }] };
  const marked = markNoAnswers([], [range, code(98, { label: "Refused" })], of([98, 95], column));
  expect(marked.options.map(({ code, label }) => [code, label])).toEqual([
    [98, "Refused"],
    [97, "Too young"],
    [95, "95"],
  ]);
  expect(marked.missing.map(({ marked }) => marked ?? false)).toEqual([true, true]);
  expect(validOptions(marked)).toEqual([]);
});

test("marks of a plan are named, removed from all questions at once, and restored", () => {
  const question = (id: string, ...missing: MissingCode[]) => ({
    ...({ kind: "single", id, text: id, column: id, blank: "not_asked", grid: null } as const),
    ...{ missing, options: optionsOf(["1", "No answer"]) },
  });
  const mark = code("No answer", { marked: true });
  const plan: ImportPlan = {
    ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
    ...{ ignored: [], notes: [], questions: [question("a", mark, code("NA")), question("b", mark), question("c")] },
  };
  expect(marksIn(plan)).toEqual([{ label: "No answer", questions: ["a", "b"] }]);
  const without = withoutMarks(plan);
  expect(marksIn(without)).toEqual([]);
  expect(without.questions[0]?.missing).toEqual([code("NA")]);
  expect(marksIn(withMarksOf(without, plan))).toEqual(marksIn(plan));
});
