import { isDay } from "./range";

const TYPED = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;

/** The day that somebody typed, YYYY-MM-DD; null: it is none. Zeros may be missing, and dots or slashes part it, too. */
export function typedDay(text: string): string | null {
  const [, year, month = "", day = ""] = TYPED.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const whole = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(whole) ? whole : null;
}
