import type { Weight } from "@/lib/contracts/interfaces/answers";
import { namedColumns } from "../named-columns";
import { identifier } from "./answer-table";
import { type Limits, readTuples } from "./client";
import type { Group, Numbers } from "./pivot";
import { type Divided, dimensionsOf, isUnder, numbersOf, rowsOf } from "./pivot-rows";
import { hasWeight, readingOf } from "./reading";

/** Where the spread is this small beside the distance to the centre, too many of a sum's digits are gone. */
const LOST = 1e-6;
/** Groups of one statement. */
const AT_ONCE = 100;

/** Of squares around the mean, `around`: divisor sum w * (n - 1) / n. */
export const weightedVariance = (around: number, sumOfWeights: number, count: number): number =>
  around / ((sumOfWeights * (count - 1)) / count);

type Weighted = Divided & { measured: readonly string[]; weight: Weight };
type Blurred = { group: Group; place: number; numbers: Numbers; mean: number };

/** Where the variance that was read around a centre is small beside the distance to it. */
export const blurredOf = (groups: readonly Group[], centres: readonly number[]): Blurred[] =>
  groups.flatMap((group) =>
    group.numbers.flatMap((numbers, place): Blurred[] => {
      const { mean, variance, min, max } = numbers;
      if (mean === null || variance === null || min === max) return [];
      return variance < LOST * (mean - (centres[place] ?? 0)) ** 2 ? [{ group, place, numbers, mean }] : [];
    }),
  );

/** Takes variances that have lost their digits again, around each group's own mean. Rare. */
export async function sharpenVariances(
  question: Weighted,
  blurred: readonly Blurred[],
  limits: () => Limits,
): Promise<void> {
  for (let first = 0; first < blurred.length; first += AT_ONCE) {
    await sharpen(question, blurred.slice(first, first + AT_ONCE), limits());
  }
}

/** Of one group: sums by weight of the distances to its mean as it was read, and of their squares. */
const sums = namedColumns(["distances", "squares"]);

async function sharpen(question: Weighted, blurred: readonly Blurred[], limits: Limits): Promise<void> {
  const reading = readingOf(question);
  const dimensions = dimensionsOf(question, reading);
  const w = `assumeNotNull(${identifier(question.weight.column)})`;
  const selected = blurred.map(({ group, place, mean }) => {
    const isIn = [
      ...group.rows.map((key, at) => isUnder(reading, dimensions.rows[at], key)),
      ...group.columns.map((key, at) => isUnder(reading, dimensions.columns[at], key)),
      "1",
    ].join(" AND ");
    const distance = `(${numbersOf(reading, question.measured[place] ?? "")} - ${reading.params.bind(mean, "Float64")})`;
    return sums
      .inOrder({
        distances: `sumKahanIf(${w} * ${distance}, ${isIn})`,
        squares: `sumKahanIf(${w} * ${distance} * ${distance}, ${isIn})`,
      })
      .join(", ");
  });
  const where = `${rowsOf(question, reading, dimensions)} AND ${hasWeight(identifier(question.weight.column))}`;
  const query = `SELECT ${selected.join(", ")} FROM ${identifier(question.table)} WHERE ${where}`;
  const [row = []] = await readTuples<number>(query, reading.params.values, limits);
  for (const [at, { numbers }] of blurred.entries()) {
    const figure = (name: keyof typeof sums.at) => row[at * sums.width + sums.at[name]] ?? 0;
    const [off, squares] = [figure("distances"), figure("squares")];
    const around = Math.max(0, squares - (off * off) / numbers.sumOfWeights);
    numbers.variance = weightedVariance(around, numbers.sumOfWeights, numbers.count);
  }
}
