import type { RawScalar } from "./answer-file";

/** What a cell's style makes of its number. */
export type NumberStyle = "number" | "date" | "datetime" | "time";

/** Styles that every workbook has without naming them. */
function builtIn(id: number): NumberStyle {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58)) return "date";
  if (id === 22) return "datetime";
  return (id >= 18 && id <= 21) || id === 45 || id === 47 ? "time" : "number";
}

/** By the style's id and, where the workbook defines it, its code (`yyyy-mm-dd hh:mm`). Elapsed hours (`[h]`) are numbers. */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return builtIn(id);
  const [shown = ""] = code.split(";");
  if (/\[(h+|m+|s+)\]/i.test(shown)) return "number";
  const letters = shown.replace(/"[^"]*"|\\.|\[[^\][]*\]|_.|\*./g, "").toLowerCase();
  if (/general|[#0?]/.test(letters.replace(/s[.,]0+/g, "s"))) return "number";
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (/m/.test(letters) && !hasTime);
  if (hasDate) return hasTime ? "datetime" : "date";
  return hasTime ? "time" : "number";
}

const DAY_MS = 86_400_000;
/** Serial of 1970-01-01. */
const EPOCH_SERIAL = 25_569;
/** Workbooks of old Macs count from 1904. */
const DAYS_TO_1904 = 1_462;
/** Excel believes in 1900-02-29, which is 60. */
const FALSE_LEAP_DAY = 60;
const LAST_SERIAL = 2_958_466;

/** A number cell by its digits: dates as texts, whole numbers that a number cannot hold as their digits. */
export function numberCell(digits: string, style: NumberStyle, is1904: boolean): RawScalar {
  const value = Number(digits);
  if (!Number.isFinite(value) || digits.trim() === "") return digits;
  if (style === "number") return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? digits : value;
  const serial = is1904 ? value + DAYS_TO_1904 : value;
  if (serial < 0 || serial >= LAST_SERIAL) return value;
  const days = serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  const iso = new Date(Math.round((days - EPOCH_SERIAL) * DAY_MS)).toISOString().slice(0, -1);
  // By the cell's own number: days to 1904 make a time of day no date.
  if (style === "time" && value >= 0 && value < 1) return iso.slice(11, 19);
  const hasTime = style !== "date" || !iso.endsWith("T00:00:00.000");
  return hasTime ? iso.replace(/\.000$/, "") : iso.slice(0, 10);
}
