import type { Measure } from "@/lib/charts/series";
import type { Format } from "@/lib/tables/format";

/** A mean with two decimals, a share in percent with one. */
export const figureText = ({ hundredths, tenths }: Format, measure: Measure, value: number | null): string =>
  measure === "mean" || value === null ? hundredths(value) : `${tenths(value)}%`;

/** On an axis: round values need no decimals of their own. */
export function tickText({ count, tenths, hundredths }: Format, measure: Measure, value: number): string {
  if (measure === "share") return `${tenths(value)}%`;
  if (Number.isInteger(value)) return count(value);
  return Number(value.toFixed(1)) === value ? tenths(value) : hundredths(value);
}

/** How far one figure is from another, with its sign: shares in percentage points. */
export function byText({ hundredths, tenths }: Format, measure: Measure, by: number): string {
  const far = Math.abs(by);
  return `${by > 0 ? "+" : "−"}${measure === "mean" ? hundredths(far) : `${tenths(far)} points`}`;
}

/** As papers print them: small ones by their bound. */
export const pText = (p: number) => (p < 0.001 ? "< 0.001" : p.toFixed(3));
