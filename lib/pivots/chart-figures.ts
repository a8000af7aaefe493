import type { Format } from "@/lib/tables/format";
import type { FigureForm } from "./values";

/** On an axis: round values need no decimals of their own. */
export function tickText(format: Format, { kind }: FigureForm, value: number): string {
  if (kind === "percent") return format.percent(value);
  if (Number.isInteger(value)) return format.count(value);
  return Number(value.toFixed(1)) === value ? format.tenths(value) : format.hundredths(value);
}
