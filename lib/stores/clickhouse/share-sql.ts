import { namedColumns } from "../named-columns";
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

/** Figures of a share; with a weight, the sums of weights `w` of the base and of those who chose. */
const plain = namedColumns(["count", "chosen"]);
const weighted = namedColumns(["count", "chosen", "w", "chosenW", "ww"]);

/** The aggregates of a share, which `readShare` reads. `weight`: a column. */
export function shareFigures({ questionId, codes }: ShareSeries, reading: Reading, weight: string | null): string {
  const question = questionOf(reading, questionId);
  const answered = inBaseSql(reading, question);
  const chosen = hasCode(reading, question, codes);
  const counts = { count: `countIf(${answered})`, chosen: `countIf(${chosen})` };
  if (weight === null) return plain.inOrder(counts).join(", ");
  // Whoever has none is in no row. `sumKahanIf`, as of nulls, is wrong of rows in the order of their group.
  const w = `assumeNotNull(${identifier(weight)})`;
  const sum = (what: string, where: string) => `sumKahan(if(${where}, ${what}, 0.))`;
  const sums = { w: sum(w, answered), chosenW: sum(w, chosen), ww: sum(`${w} * ${w}`, answered) };
  return weighted.inOrder({ ...counts, ...sums }).join(", ");
}

/** How many aggregates a share has. */
export const shareWidth = (hasWeight: boolean): number => (hasWeight ? weighted : plain).width;

/** `row`: what a statement answered for a bucket; the share's aggregates begin at `at`. */
export function readShare(row: readonly (number | null)[] | undefined, at: number, hasWeight: boolean): ShareBucket {
  const places = (hasWeight ? weighted : plain).at;
  const count = row?.[at + places.count];
  if (!row || !count) return EMPTY;
  const chosen = row[at + places.chosen] ?? 0;
  if (!hasWeight) return { ...EMPTY, count, chosen, share: chosen / count };
  const sumOfWeights = row[at + weighted.at.w] ?? 0;
  const sumOfChosenWeights = row[at + weighted.at.chosenW] ?? 0;
  const sumOfSquaredWeights = row[at + weighted.at.ww] ?? 0;
  const share = sumOfWeights === 0 ? null : Math.min(1, sumOfChosenWeights / sumOfWeights);
  return { count, chosen, share, sumOfWeights, sumOfChosenWeights, sumOfSquaredWeights };
}
