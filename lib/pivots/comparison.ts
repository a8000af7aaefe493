import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { type Aggregation, aggregations } from "@/lib/contracts/terms/pivot";
import { allowsBarnard, barnard } from "@/lib/stats/barnard";
import { benjaminiHochberg } from "@/lib/stats/benjamini-hochberg";
import { bonferroni } from "@/lib/stats/bonferroni";
import { type Chosen, fisher } from "@/lib/stats/fisher";
import { type Proportion, type ProportionVariance, twoProportions } from "@/lib/stats/two-proportions";
import { type Decided, decidedBy, type Sample, welch } from "@/lib/stats/welch";
import type { TableData } from "./banner";

/** Comparing cells of a cross table: what is compared, by which test, and when it counts as different. */

export const exactTests = ["none", "fisher", "barnard"] as const;
export type Exact = (typeof exactTests)[number];

type Correction = "none" | "bonferroni" | "benjamini-hochberg";

export type Settings = {
  /** Confidence from 0 to 1 of a capital letter. */
  high: number;
  /** The same of a small one; null: there are none. */
  low: number | null;
  correction: Correction;
  /** Respondents that a column needs; of weighted tables effective ones. */
  minimumBase: number;
  variance: ProportionVariance;
  /** What compares shares of which too few are expected for the z test. */
  exact: Exact;
};

export const usualSettings: Settings = {
  high: 0.95,
  low: 0.9,
  correction: "none",
  minimumBase: 30,
  variance: "pooled",
  exact: "none",
};

/** One measure of a table. */
export type Compared = {
  table: TableData;
  /** Of the measure, in the third index of the figures. */
  place: number;
  type: Aggregation;
  settings: Settings;
};

export type Test = "shares" | "means";

/** Counts are compared as shares of their column, averages as means; nothing is known of the rest. */
const tests: Record<Aggregation, Test | null> = {
  [aggregations.count]: "shares",
  [aggregations.base]: "shares",
  [aggregations.average]: "means",
  [aggregations.min]: null,
  [aggregations.max]: null,
  [aggregations.sum]: null,
  [aggregations.deviation]: null,
};
export const testOf = (type: Aggregation): Test | null => tests[type];

/** What a cell says of the people behind it: a share of its column, or a mean. */
export type CellSample = ({ of: "shares" } & Proportion) | ({ of: "means" } & Sample);

/** The sample behind a cell; null where nobody is behind it, or the table has no total to take shares of. */
export function sampleAt({ table, place, type }: Compared, row: number, column: number): CellSample | null {
  const test = testOf(type);
  const cell = table.cells[row]?.[column]?.[place] ?? null;
  if (test === null || cell === null) return null;
  if (test === "means") {
    const deviation = table.deviation[row]?.[column]?.[place] ?? null;
    const count = table.effectiveBase[row]?.[column]?.[place] ?? 0;
    return deviation === null ? null : { of: "means", mean: cell, variance: deviation ** 2, count };
  }
  const total = totalRow(table);
  const all = table.cells[total]?.[column]?.[place] ?? 0;
  // Unweighted counts have no effective base but their number.
  const bases = type === aggregations.base ? table.base : table.effectiveBase;
  const count = bases[total]?.[column]?.[place] ?? 0;
  // Sums of weights end in noise.
  return all > 0 ? { of: "shares", share: Math.min(1, cell / all), count } : null;
}

/** The row of the grand total: what shares of a column are of. -1 where a service sends none. */
export const totalRow = ({ rows }: PivotTable): number => rows.findIndex(({ length }) => length === 0);

/** Whether there is anything to compare: in a total everybody is counted on both sides, in an empty row nobody. */
export function mayDiffer(a: CellSample, b: CellSample): boolean {
  if (a.of !== "shares" || b.of !== "shares") return true;
  return !(a.share === b.share && (a.share === 0 || a.share === 1));
}

export type Difference = { isHigher: boolean; p: number };

/** Whether `a` is higher than `b`, and the two-sided p; null where the figures allow no test. */
export function differenceOf(
  a: CellSample,
  b: CellSample,
  { variance, exact }: Settings,
  decided?: Decided,
): Difference | null {
  if (a.of === "shares" && b.of === "shares") {
    const found = twoProportions(a, b, variance);
    return found ? { isHigher: found.z > 0, p: found.p } : exactDifference(a, b, exact);
  }
  if (a.of !== "means" || b.of !== "means") return null;
  const found = welch(a, b, decided);
  return found && { isHigher: found.t > 0, p: found.p };
}

/** Of shares that the test says nothing about (`twoProportions`). */
export const TOO_RARE =
  "Not compared: fewer than 5 would be expected here, too few for the z test. An exact test can be chosen under Tests.";
/** Marks a cell that is not compared for that. */
export const RARE_MARK = "†";

/**
 * Shares compared by an exact test, of whole respondents: weighted ones are those of the effective base, rounded. Where
 * columns are too large for Barnard's test, Fisher's takes its place.
 */
function exactDifference(a: Proportion, b: Proportion, exact: Exact): Difference | null {
  const [one, other] = [wholeOf(a), wholeOf(b)];
  const chosen = one.chosen + other.chosen;
  if (exact === "none" || chosen === 0 || chosen === one.count + other.count) return null;
  const isSmall = exact === "barnard" && allowsBarnard(one.count, other.count);
  return { isHigher: a.share > b.share, p: isSmall ? knownBarnard(one, other) : fisher(one, other) };
}

const wholeOf = ({ share, count }: Proportion): Chosen => {
  const whole = Math.max(1, Math.round(count));
  return { chosen: Math.round(share * whole), count: whole };
};

/** A table has the same small cells many times, and each takes a millisecond. */
const MOST_KNOWN = 5000;
const barnards = new Map<string, number>();

function knownBarnard(one: Chosen, other: Chosen): number {
  const name = [one.chosen, one.count, other.chosen, other.count].join();
  const p = barnards.get(name) ?? barnard(one, other);
  if (barnards.size >= MOST_KNOWN) barnards.clear();
  barnards.set(name, p);
  return p;
}

/** P-values of the comparisons that are judged together. */
export function corrected(ps: readonly number[], correction: Correction): number[] {
  if (correction === "bonferroni") return bonferroni(ps);
  return correction === "benjamini-hochberg" ? benjaminiHochberg(ps) : [...ps];
}

/**
 * Which differences of means are decided without their p, by the fewest answers that one of them has: the level of each
 * is the same. `tests`: at most so many are corrected together, of which no level needs a smaller p than its part.
 */
export function decidedLevels(
  { high, low, correction }: Settings,
  tests: number,
): (samples: readonly CellSample[]) => Decided | undefined {
  const least = (1 - high) / (correction === "none" ? 1 : tests);
  const most = 1 - (low ?? high);
  const known = new Map<number, Decided>();
  return (samples) => {
    const fewest = Math.min(...samples.map(({ count }) => count).filter((count) => count >= 2));
    if (samples[0]?.of !== "means" || !Number.isFinite(fewest)) return undefined;
    // In steps, so that there are few; with fewer degrees than there are, less is decided.
    const freedom = 2 ** Math.floor(Math.log2(fewest - 1));
    const decided = known.get(freedom) ?? decidedBy({ least, most, freedom });
    known.set(freedom, decided);
    return decided;
  };
}

export type Level = "high" | "low";

export function levelOf(p: number, { high, low }: Settings): Level | null {
  if (p <= 1 - high) return "high";
  return low !== null && p <= 1 - low ? "low" : null;
}

/** Columns that are divided no further, those under one parent together, in their order. */
export function spansOf({ columns }: PivotTable): number[][] {
  const depth = Math.max(0, ...columns.map(({ length }) => length));
  const spans = new Map<string, number[]>();
  for (const [at, path] of columns.entries()) {
    if (depth === 0 || path.length < depth) continue;
    const parent = JSON.stringify(path.slice(0, -1));
    const span = spans.get(parent) ?? [];
    span.push(at);
    spans.set(parent, span);
  }
  return [...spans.values()];
}

/** Why a cell is not compared for its base; null where the base is enough. */
export function smallBase(sample: CellSample, { minimumBase }: Settings): string | null {
  if (sample.count >= minimumBase) return null;
  const base = sample.count.toLocaleString("en", { maximumFractionDigits: 1 });
  return `Not compared: its base of ${base} is below ${minimumBase}.`;
}

/** What was found of a row is kept. */
export function oncePerRow<T>(find: (row: number) => T): (row: number) => T {
  const found = new Map<number, T>();
  return (row) => {
    const known = found.get(row) ?? find(row);
    found.set(row, known);
    return known;
  };
}
