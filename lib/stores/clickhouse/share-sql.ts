import { hasCode, inBaseSql, questionOf, type Reading } from "./answer-sql";
import { identifier } from "./answer-table";

/** Chosen options of a question: who chose at least one of them is counted, once. */
export type ShareSeries = { questionId: string; codes: readonly number[] };

/** What a bucket of a share holds. All but the counts are null without an answer; the weights also without a weight. */
export type ShareBucket = {
  /** Responses in the base of the question: of a net's all that answered what it is made of. */
  count: number;
  /** Those of them that chose one of the codes. */
  chosen: number;
  /** 0 to 1; with a weight, of the weights. Null also where the weights are 0. */
  share: number | null;
  sumOfWeights: number | null;
  sumOfChosenWeights: number | null;
  sumOfSquaredWeights: number | null;
};

const EMPTY: ShareBucket = {
  count: 0,
  chosen: 0,
  share: null,
  sumOfWeights: null,
  sumOfChosenWeights: null,
  sumOfSquaredWeights: null,
};

/** The aggregates of each share, in the order that `readShare` takes them. `weight`: a column. */
export function shareFigures({ questionId, codes }: ShareSeries, reading: Reading, weight: string | null): string {
  const question = questionOf(reading, questionId);
  const answered = inBaseSql(reading, question);
  const chosen = hasCode(reading, question, codes);
  const counts = [`countIf(${answered})`, `countIf(${chosen})`];
  if (weight === null) return counts.join(", ");
  // Whoever has none is in no row. `sumKahanIf`, as of nulls, is wrong of rows in the order of their group.
  const w = `assumeNotNull(${identifier(weight)})`;
  const sums = [[w, answered] as const, [w, chosen] as const, [`${w} * ${w}`, answered] as const];
  return [...counts, ...sums.map(([what, where]) => `sumKahan(if(${where}, ${what}, 0.))`)].join(", ");
}

/** How many aggregates a share has. */
export const shareWidth = (weighted: boolean): number => (weighted ? 5 : 2);

/** `row`: what a statement answered for a bucket; the share's aggregates begin at `at`. */
export function readShare(row: readonly (number | null)[] | undefined, at: number, weighted: boolean): ShareBucket {
  const [count, chosen, w, chosenW, ww] = (row?.slice(at, at + shareWidth(weighted)) ?? []).map((each) => each ?? 0);
  if (!count || chosen === undefined) return EMPTY;
  if (!weighted) return { ...EMPTY, count, chosen, share: chosen / count };
  const [sumOfWeights, sumOfChosenWeights, sumOfSquaredWeights] = [w ?? 0, chosenW ?? 0, ww ?? 0];
  const share = sumOfWeights === 0 ? null : Math.min(1, sumOfChosenWeights / sumOfWeights);
  return { count, chosen, share, sumOfWeights, sumOfChosenWeights, sumOfSquaredWeights };
}
