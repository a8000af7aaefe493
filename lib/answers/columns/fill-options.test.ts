import { expect, test } from "vitest";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { fillOptions, hasOptionsToFill } from "./fill-options";
import { profiler } from "./profile";

const common = { text: "", blank: "not_asked", grid: null } as const;
const missing = [{ cell: "-1", kind: "no_answer" }] as const;
const planOf = (...questions: PlannedQuestion[]): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null },
  ...{ weights: [], questions, ignored: [], notes: [] },
});
const profileOf = (cells: string[]) => {
  const seen = profiler(1);
  seen.add(cells.map((cell, at) => ({ row: at + 2, cells: [cell] })));
  return () => seen.profiles()[0];
};
const labels = (plan: ImportPlan) =>
  plan.questions.flatMap((question) => ("options" in question ? question.options.map(({ label }) => label) : []));

test("the options of a column are its values, numbers by size, without what is missing", () => {
  const plan = planOf({ kind: "scale", column: "Q", options: [], ...common, missing: [...missing], id: "Q" });
  expect(hasOptionsToFill(plan)).toBe(true);
  const { plan: filled, problems } = fillOptions(plan, profileOf(["10", "2", "-1", "2", ""]));
  expect(labels(filled)).toEqual(["2", "10"]);
  expect(problems).toEqual([]);
  expect(hasOptionsToFill(filled)).toBe(false);
});

test("a list's options are its parts", () => {
  const source = { form: "list", column: "Q", separator: ";" } as const;
  const plan = planOf({ kind: "multiple", source, options: [], ...common, missing: [], id: "Q" });
  expect(labels(fillOptions(plan, profileOf(["tea; milk", "milk", "rum;tea"])).plan)).toEqual(["tea", "milk", "rum"]);
});

test("a column with too many values for options is said, and a plan that has its options stays as it is", () => {
  const plan = planOf({ kind: "single", column: "Q", options: [], ...common, missing: [], id: "Q" });
  const many = Array.from({ length: 1001 }, (_, at) => `value ${at}`);
  const { plan: same, problems } = fillOptions(plan, profileOf(many));
  expect(problems).toEqual([
    "Column “Q” has more than 1,000 different values, too many to be options: take it for a number or a text.",
  ]);
  expect(labels(same)).toEqual([]);
});
