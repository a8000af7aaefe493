type Values = { mean: number | null; low: number | null; high: number | null };

/**
 * Which of many points a drawing of `columns` columns needs, as their places in order. Of the points of one column the
 * first and last with data stay, and those with the lowest and highest mean, low and high: no extreme is lost, and the
 * line looks as if all were drawn. Between two that stay a gap stays a gap. `always`: places that stay in any case.
 */
export function decimate(
  points: readonly Values[],
  columns: number,
  always: ReadonlySet<number> = new Set(),
): number[] {
  if (points.length <= columns * 2) return points.map((_, at) => at);
  const kept = new Set(always);
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * points.length) / columns);
    const to = Math.floor(((column + 1) * points.length) / columns);
    for (const at of neededOf(points, from, to)) kept.add(at);
  }
  return withGaps(
    points,
    [...kept].sort((a, b) => a - b),
  );
}

function neededOf(points: readonly Values[], from: number, to: number): Set<number> {
  const needed = new Set<number>();
  const filled: number[] = [];
  for (let at = from; at < to; at++) if (points[at]?.mean != null) filled.push(at);
  const [first, last] = [filled[0], filled.at(-1)];
  if (first === undefined || last === undefined) return needed;
  needed.add(first).add(last);
  for (const member of ["mean", "low", "high"] as const) {
    const valueAt = (at: number) => points[at]?.[member] ?? null;
    const known = filled.filter((at) => valueAt(at) !== null);
    if (known.length === 0) continue;
    needed.add(known.reduce((best, at) => ((valueAt(at) ?? 0) < (valueAt(best) ?? 0) ? at : best)));
    needed.add(known.reduce((best, at) => ((valueAt(at) ?? 0) > (valueAt(best) ?? 0) ? at : best)));
  }
  return needed;
}

/** One empty place where there is any between two that stay, and at both ends. */
function withGaps(points: readonly Values[], kept: readonly number[]): number[] {
  const ends = [0, ...kept, points.length - 1];
  const gaps = ends.slice(1).flatMap((to, before) => {
    for (let at = ends[before] ?? 0; at <= to; at++) if (points[at]?.mean == null) return [at];
    return [];
  });
  return [...new Set([...kept, ...gaps])].sort((a, b) => a - b);
}
