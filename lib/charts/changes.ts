import { benjaminiHochberg } from "@/lib/stats/benjamini-hochberg";
import { type Sample, welch } from "@/lib/stats/welch";
import type { Series, SeriesPoint } from "./series";

/** A bucket whose mean differs from that of the bucket with data before it by more than chance explains. */
export type Change = {
  /** Starts of the two buckets, epoch milliseconds. */
  at: number;
  since: number;
  by: number;
  /** Adjusted for all the tests that are shown together. */
  p: number;
};

const LEVEL = 0.05;

function sampleOf({ mean, variance, effective }: SeriesPoint): Sample | null {
  if (mean === null || variance === null || effective === null) return null;
  return { mean, variance, count: effective };
}

type Tested = { series: string; since: SeriesPoint; point: SeriesPoint; p: number };

function testsOf({ id, points }: Series): Tested[] {
  const filled = points.filter(({ mean }) => mean !== null);
  return filled.slice(1).flatMap((point, before) => {
    const since = filled[before];
    const [a, b] = [sampleOf(point), since ? sampleOf(since) : null];
    const test = a && b && welch(a, b);
    return since && test ? [{ series: id, since, point, p: test.p }] : [];
  });
}

/**
 * Changes beyond chance by series: Welch's test of each bucket against the one with data before it, on effective bases
 * where they are weighted; adjusted by Benjamini and Hochberg over all tests of all series given, so that of the
 * changes found a share of `LEVEL` is expected to be chance.
 */
export function changesBeyondChance(series: readonly Series[]): Map<string, Change[]> {
  const tests = series.flatMap(testsOf);
  const adjusted = benjaminiHochberg(tests.map(({ p }) => p));
  const found = new Map<string, Change[]>();
  for (const [at, { series: id, since, point }] of tests.entries()) {
    const p = adjusted[at] ?? 1;
    if (p > LEVEL || point.mean === null || since.mean === null) continue;
    const change = { at: point.at, since: since.at, by: point.mean - since.mean, p };
    found.set(id, [...(found.get(id) ?? []), change]);
  }
  return found;
}
