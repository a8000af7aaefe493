import type { figuresOf } from "./figures";
import { comparable } from "./order";
import type { GridRow, Leaf } from "./prepare-pivot";
import type { PivotValue } from "./values";

type ValueAt = ReturnType<typeof figuresOf>["value"];

/** How far a figure is from the least to the greatest of its value, totals left out. */
export function tableHeat(rows: readonly GridRow[], leaves: readonly Leaf[], valueAt: ValueAt) {
  const ranges = new Map<PivotValue, { low: number; high: number }>();
  for (const row of rows) {
    if (row.kind !== "figures" || row.isTotal) continue;
    for (const leaf of leaves) {
      const value = leaf.kind === "value" && !leaf.isTotal ? valueAt(row.row, leaf) : null;
      if (value === null || leaf.kind !== "value") continue;
      const { low, high } = ranges.get(leaf.value) ?? { low: value, high: value };
      ranges.set(leaf.value, { low: Math.min(low, value), high: Math.max(high, value) });
    }
  }
  return (row: GridRow, leaf: Leaf): number | null => {
    if (row.kind !== "figures" || leaf.kind !== "value" || row.isTotal || leaf.isTotal) return null;
    const range = ranges.get(leaf.value);
    const value = valueAt(row.row, leaf);
    if (!range || value === null) return null;
    const [low, high] = [comparable(range.low), comparable(range.high)];
    return high <= low ? null : (comparable(value) - low) / (high - low);
  };
}
