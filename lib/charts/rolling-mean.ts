import type { SeriesPoint } from "./series";

/**
 * For each bucket the mean over it and the k - 1 before it, each weighing by its base, so that it is the mean of their
 * answers together; where a service says no bases, each bucket weighs the same. Null in a gap and until k buckets have
 * passed.
 */
export function rollingMean(points: readonly SeriesPoint[], k: number): (number | null)[] {
  return points.map((point, at) => {
    if (point.mean === null || at < k - 1) return null;
    const window = points.slice(at - k + 1, at + 1).filter((each) => each.mean !== null);
    const hasBases = window.every(({ base }) => base !== null && base > 0);
    const weightOf = ({ base }: SeriesPoint) => (hasBases ? (base ?? 0) : 1);
    const weight = window.reduce((sum, each) => sum + weightOf(each), 0);
    return window.reduce((sum, each) => sum + (each.mean ?? 0) * (weightOf(each) / weight), 0);
  });
}
