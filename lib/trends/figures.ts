import { decimalsOf } from "@/lib/charts/axis";
import type { ChartModel } from "@/lib/charts/chart-model";
import type { Measure } from "@/lib/charts/series";
import type { Format } from "@/lib/tables/format";

/** A mean with two decimals, a share in percent with one. */
export const figureText = ({ hundredths, fixed }: Format, measure: Measure, value: number | null): string =>
  measure === "mean" || value === null ? hundredths(value) : `${fixed(value, 1)}%`;

/** On a chart's axis: all with the decimals that tell one tick from the next. */
export function tickText({ fixed }: Format, { measure, y }: Pick<ChartModel, "measure" | "y">, value: number): string {
  const text = fixed(value, decimalsOf(y.ticks));
  return measure === "share" ? `${text}%` : text;
}

/** How far one figure is from another, with its sign: shares in percentage points. */
export function byText({ hundredths, fixed }: Format, measure: Measure, by: number): string {
  const far = Math.abs(by);
  return `${by > 0 ? "+" : "−"}${measure === "mean" ? hundredths(far) : `${fixed(far, 1)} points`}`;
}

/** As papers print them: small ones by their bound. */
export const pText = (p: number) => (p < 0.001 ? "< 0.001" : p.toFixed(3));
