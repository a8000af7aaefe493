import { meanInterval, shareInterval } from "@/lib/stats/confidence-interval";
import type { Measure, Series, SeriesPoint } from "./series";

/** What can be drawn around a line. */
export const bands = ["range", "interval", "middle", "none"] as const;
export type Band = (typeof bands)[number];

type Bounds = readonly [low: number, high: number];

const both = (low: number | null, high: number | null): Bounds | null =>
  low === null || high === null ? null : [low, high];

function interval({ mean, variance, effective }: SeriesPoint, measure: Measure): Bounds | null {
  if (mean === null || effective === null) return null;
  if (measure === "mean") return variance === null ? null : meanInterval({ mean, variance, count: effective });
  const [low, high] = shareInterval({ share: mean / 100, count: effective }) ?? [];
  return low === undefined || high === undefined ? null : [low * 100, high * 100];
}

const boundsOf: Record<Band, (point: SeriesPoint, measure: Measure) => Bounds | null> = {
  range: ({ low, high }) => both(low, high),
  interval,
  middle: ({ quartiles }) => quartiles,
  none: () => null,
};

/** How far a band reaches in a bucket, in the unit of its line; null: nothing is known of it, or no band is wanted. */
export const bandOf = (point: SeriesPoint, measure: Measure, band: Band): Bounds | null =>
  boundsOf[band](point, measure);

/**
 * The band that is drawn where a person chose one, or none: then the confidence interval, and from the lowest to the
 * highest answer where the reply does not say what an interval is made of.
 */
export function bandShown(chosen: Band | null, lines: readonly { series: Series }[]): Band {
  if (chosen !== null) return chosen;
  const hasInterval = ({ series: { points, measure } }: { series: Series }) =>
    points.some((point) => bandOf(point, measure, "interval") !== null);
  return lines.length === 0 || lines.some(hasInterval) ? "interval" : "range";
}
