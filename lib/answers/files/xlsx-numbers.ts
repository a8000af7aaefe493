import type { RawScalar } from "./answer-file";
import { clockText, percentOf } from "./cell-units";

/**
 * What a cell's style makes of its number. `length`: hours that go on beyond a day; `time`: of a day, or a length;
 * `clock`: of a day alone, with AM and PM; `digits`: how many a whole number has at least, as a postcode.
 */
export type NumberStyle = "number" | "percent" | "date" | "datetime" | "time" | "clock" | "length" | { digits: number };

/** Styles that every workbook has without naming them. */
function builtIn(id: number): NumberStyle {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58)) return "date";
  if (id === 9 || id === 10) return "percent";
  if (id === 18 || id === 19) return "clock";
  if (id === 22) return "datetime";
  if (id === 46) return "length";
  return id === 20 || id === 21 || id === 45 || id === 47 ? "time" : "number";
}

const ELAPSED = /\[(h+|m+|s+)\]/i;

/** By the style's id and, where the workbook defines it, its code (`yyyy-mm-dd hh:mm`). */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) return builtIn(id);
  const sections = code.replace(/"[^"]*"|\\.|_.|\*./g, "").split(";");
  // The first may be of a few numbers alone, and show a text: `[=0]"none";0%`.
  const shown = sections.find(
    (section) => /[#0?%hmsyd]|general/i.test(withoutBrackets(section)) || ELAPSED.test(section),
  );
  if (shown === undefined) return "number";
  if (ELAPSED.test(shown)) return "length";
  const letters = withoutBrackets(shown).toLowerCase();
  if (/^0{2,}$/.test(letters)) return { digits: letters.length };
  if (/general|[#0?]/.test(letters.replace(/s[.,]0+/g, "s"))) return letters.includes("%") ? "percent" : "number";
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (/m/.test(letters) && !hasTime);
  if (hasDate) return hasTime ? "datetime" : "date";
  if (!hasTime) return "number";
  return /am\/pm|a\/p/.test(letters) ? "clock" : "time";
}

/** Colours, conditions, currencies and languages stand in brackets. */
const withoutBrackets = (section: string): string => section.replace(/\[[^\][]*\]/g, "");

const DAY_MS = 86_400_000;
/** Serial of 1970-01-01. */
const EPOCH_SERIAL = 25_569;
/** Workbooks of old Macs count from 1904. */
const DAYS_TO_1904 = 1_462;
/** Excel believes in 1900-02-29, which is 60. */
const FALSE_LEAP_DAY = 60;
const LAST_SERIAL = 2_958_466;

/** A time of day at this serial or later is one of a date, of which the style shows the time alone. */
const FIRST_DATED_SERIAL = 10_000;

/**
 * A number cell by its digits: dates as texts, lengths as `25:03:39`, percents as numbers of a hundred, whole numbers
 * that a number cannot hold as their digits.
 */
export function numberCell(digits: string, style: NumberStyle, is1904: boolean): RawScalar {
  const value = Number(digits);
  if (!Number.isFinite(value) || digits.trim() === "") return digits;
  if (style === "number") return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? digits : value;
  if (style === "percent") return percentOf(value);
  if (typeof style === "object") return withZeros(digits, style.digits);
  return isLength(value, style) ? clockText(value * DAY_MS) : momentCell(value, style, is1904);
}

/** `00077`, where zeros are shown before a number; without any it stays a number. */
function withZeros(digits: string, length: number): RawScalar {
  const cell = numberCell(digits, "number", false);
  return /^\d+$/.test(digits) && digits.length < length ? digits.padStart(length, "0") : cell;
}

/** By the cell's own number: days to 1904 make a time of day no date. */
function isLength(value: number, style: NumberStyle): boolean {
  if (style === "length") return Math.abs(value) < LAST_SERIAL;
  if (style === "time") return Math.abs(value) < FIRST_DATED_SERIAL;
  return style === "clock" && value >= 0 && value < 1;
}

function momentCell(value: number, style: NumberStyle, is1904: boolean): RawScalar {
  const serial = is1904 ? value + DAYS_TO_1904 : value;
  if (style === "length" || serial < 0 || serial >= LAST_SERIAL) return value;
  const days = serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  const iso = new Date(Math.round((days - EPOCH_SERIAL) * DAY_MS)).toISOString().slice(0, -1);
  const hasTime = style !== "date" || !iso.endsWith("T00:00:00.000");
  return hasTime ? iso.replace(/\.000$/, "") : iso.slice(0, 10);
}
