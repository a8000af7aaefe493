import { questionOf } from "./answer-sql";
import { identifier } from "./answer-table";
import { type Limits, readTuples } from "./client";
import { readingOf } from "./reading";
import type { Bucket, Series, TrendQuestion } from "./trend";
import { isBlurred, squaresFigure, varianceAround } from "./trend-figures";
import { keyColumns, keysOf, numbersOf, statementOf } from "./trend-sql";

/** What an engine's row says, in the order of its columns. */
export type Row = readonly (number | null)[];

/** Variances whose digits went into a large mean are asked for again, around each bucket's mean. Rare. */
export async function sharpen(
  question: TrendQuestion,
  series: readonly Series[],
  buckets: Bucket[][],
  limits: () => Limits,
): Promise<void> {
  const blurred = series.flatMap((each, place) => (buckets[place]?.some(isBlurred) ? [{ each, place }] : []));
  if (blurred.length === 0) return;
  const reading = readingOf(question);
  const weight = question.weight && identifier(question.weight.column);
  const keys = keysOf(question);
  const figures = blurred.map(({ each, place }) => {
    const means = keys.map((_, at) => buckets[place]?.[at]?.mean ?? 0);
    const { bind } = reading.params;
    const mean = `transform(bucket, ${bind(keys, "Array(Int64)")}, ${bind(means, "Array(Float64)")}, 0.)`;
    const numbers = each.questionIds.map((id) => numbersOf(reading, questionOf(reading, id)));
    return squaresFigure(
      numbers.map((number) => `(${number} - ${mean})`),
      weight,
    );
  });
  const by = question.by ? "answers" : "boundaries";
  const rows = await readTuples<number>(...statementOf(question, reading, figures, by), limits());
  const places = new Map(keys.map((key, at) => [key, at]));
  for (const row of rows) {
    const at = places.get(row[keyColumns.at.bucket] ?? Number.NaN) ?? -1;
    for (const [which, { place }] of blurred.entries()) {
      const bucket = buckets[place]?.[at];
      if (!bucket || !isBlurred(bucket)) continue;
      const squares = row[keyColumns.width + which] ?? null; // null: larger than any number
      bucket.variance = squares === null ? null : varianceAround(bucket, squares);
    }
  }
}
