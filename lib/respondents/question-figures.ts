import type { Question } from "@/lib/contracts/interfaces/answers";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import type { ThresholdPreview } from "@/lib/contracts/ours/respondents";
import { withNames } from "@/lib/contracts/rules/option-names";

/** Figures of a question as sums: those of some respondents can be added and taken away. */
export type QuestionSums = { base: number; n: number; sum: number; counts: ReadonlyMap<number, number> };

export const noSums: QuestionSums = { base: 0, n: 0, sum: 0, counts: new Map() };

export const sumsOf = ({ answered, counts, numbers }: CountedQuestion): QuestionSums => ({
  base: answered,
  n: numbers?.n ?? 0,
  sum: numbers ? numbers.mean * numbers.n : 0,
  counts: new Map(counts.map(({ code, n }) => [code, n])),
});

/** `by` -1: taken away. */
export function addSums(one: QuestionSums, other: QuestionSums, by: 1 | -1 = 1): QuestionSums {
  const codes = new Set([...one.counts.keys(), ...other.counts.keys()]);
  const counts = [...codes].map((code): [number, number] => [
    code,
    (one.counts.get(code) ?? 0) + by * (other.counts.get(code) ?? 0),
  ]);
  return {
    base: one.base + by * other.base,
    n: one.n + by * other.n,
    sum: one.sum + by * other.sum,
    counts: new Map(counts),
  };
}

type Figures = ThresholdPreview["questions"][number]["now"];

/** As people read them: the mean, and each option's share of the base, by its name. */
export const viewSums = ({ options }: Pick<Question, "options">, { base, n, sum, counts }: QuestionSums): Figures => ({
  base,
  mean: n > 0 ? sum / n : null,
  options: withNames(options).map(({ code, label }) => {
    return { label, share: base > 0 ? (counts.get(code) ?? 0) / base : 0 };
  }),
});
