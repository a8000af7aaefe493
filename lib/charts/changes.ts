import { benjaminiHochberg } from "@/lib/stats/benjamini-hochberg";
import { twoProportions } from "@/lib/stats/two-proportions";
import { nearerThanAny, welch } from "@/lib/stats/welch";
import type { Measure, Series, SeriesPoint } from "./series";

/** A figure that differs from another one by more than chance explains. */
export type Change = {
  /** Starts of the two buckets, epoch milliseconds; of waves their places. */
  at: number;
  since: number;
  /** In the unit of the series: of a share, percentage points. */
  by: number;
  /** Adjusted for all the tests that are shown together. */
  p: number;
};

const LEVEL = 0.05;

/**
 * A series, and what each of its buckets is compared with; null where they may have respondents in common. `isOrdered`:
 * a bucket follows from the one before it.
 */
type Judged = { series: Series; other: readonly (SeriesPoint | null)[] | null; isOrdered: boolean };

/** Of a series, by its id: against the bucket with data before, and against what it is compared with. */
export type Verdicts = { changes: Map<string, Change[]>; differences: Map<string, Change[]>; tests: number };

type Kind = "changes" | "differences";
type Tested = Omit<Change, "p"> & { kind: Kind; series: string; p: number };

/** What is not significant alone is not so among other tests either, and changes none of their p: it needs none of its own. */
const NOT_SIGNIFICANT = { near: nearerThanAny(LEVEL) };

/**
 * The p of two figures that have no respondent in common, on effective bases, or 1 where that of two means is above
 * `LEVEL`; null where they allow no test.
 */
function pOf(measure: Measure, a: SeriesPoint, b: SeriesPoint): number | null {
  if (a.mean === null || b.mean === null || a.effective === null || b.effective === null) return null;
  if (measure === "share") {
    const [of, than] = [a, b].map(({ mean, effective }) => ({ share: (mean ?? 0) / 100, count: effective ?? 0 }));
    return of && than ? (twoProportions(of, than)?.p ?? null) : null;
  }
  if (a.variance === null || b.variance === null) return null;
  const sample = { mean: a.mean, variance: a.variance, count: a.effective };
  return welch(sample, { mean: b.mean, variance: b.variance, count: b.effective }, NOT_SIGNIFICANT)?.p ?? null;
}

function testOf({ id, measure }: Series, kind: Kind, point: SeriesPoint, since: SeriesPoint | null): Tested[] {
  const p = since && pOf(measure, point, since);
  if (since === null || p === null) return [];
  return [{ kind, series: id, at: point.at, since: since.at, by: (point.mean ?? 0) - (since.mean ?? 0), p }];
}

function testsOf({ series, other, isOrdered }: Judged): Tested[] {
  const filled = isOrdered ? series.points.filter(({ mean }) => mean !== null) : [];
  return [
    ...filled.slice(1).flatMap((point, before) => testOf(series, "changes", point, filled[before] ?? null)),
    ...series.points.flatMap((point, place) => testOf(series, "differences", point, other?.[place] ?? null)),
  ];
}

/**
 * What differs beyond chance: each bucket of an ordered series against the one with data before it, and against what it is compared with.
 * Means by Welch's test, shares by the pooled z test of two proportions, on effective bases where they are weighted; adjusted by Benjamini
 * and Hochberg over all tests of all series given, so that of what is found a share of `LEVEL` is expected to be
 * chance.
 */
export function beyondChance(judged: readonly Judged[]): Verdicts {
  const tests = judged.flatMap(testsOf);
  const adjusted = benjaminiHochberg(tests.map(({ p }) => p));
  const found: Verdicts = { changes: new Map(), differences: new Map(), tests: tests.length };
  for (const [place, { kind, series, ...change }] of tests.entries()) {
    const p = adjusted[place] ?? 1;
    if (p <= LEVEL) found[kind].set(series, [...(found[kind].get(series) ?? []), { ...change, p }]);
  }
  return found;
}
