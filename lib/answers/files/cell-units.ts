/** What a column's numbers count, where the file says it beside them: 37 is 37%, 3.65 is 0:03:39. */
export type CellUnit = "percent" | "minutes";

/** The number of a hundred that a share is. A spreadsheet shows 15 digits; more are dust of the binary fraction. */
export const percentOf = (share: number): number => Number((share * 100).toPrecision(15));

export const minutesOfSeconds = (seconds: number): number => Number((seconds / 60).toPrecision(12));

const padded = (value: number, length = 2) => String(value).padStart(length, "0");

/** A length of time as `25:03:39`, with milliseconds where it has some. */
export function clockText(lengthMs: number): string {
  const ms = Math.round(Math.abs(lengthMs));
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1_000) % 60].map(Math.floor);
  const clock = `${padded(hours ?? 0)}:${padded(minutes ?? 0)}:${padded(seconds ?? 0)}`;
  const fraction = ms % 1_000 === 0 ? "" : `.${padded(ms % 1_000, 3)}`;
  return `${lengthMs < 0 && ms > 0 ? "-" : ""}${clock}${fraction}`;
}

/** A number with its unit, as a text file would have it. */
export const withUnit = (value: number, unit: CellUnit): string =>
  unit === "percent" ? `${value}%` : clockText(value * 60_000);
