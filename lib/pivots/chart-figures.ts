import { decimalsOf } from "@/lib/charts/axis";
import type { Format } from "@/lib/tables/format";
import type { PivotChart } from "./prepare-pivot-chart";

/** On an axis: all with the decimals that tell one tick from the next. */
export function tickText(
  { fixed }: Format,
  { form, scale }: Pick<PivotChart, "form" | "scale">,
  value: number,
): string {
  return `${fixed(value, decimalsOf(scale.ticks))}${form.kind === "percent" ? "%" : ""}`;
}
