import { minutesOfSeconds } from "./cell-units";

/**
 * What an SPSS print format makes of a number: dates are seconds since the beginning of the Gregorian calendar, and
 * `minutes` are stored as seconds.
 */
export type SavNumberFormat = "number" | "date" | "datetime" | "minutes";

const DATES = new Set([20, 23, 24, 28, 29, 30, 38, 39]); // DATE ADATE JDATE MOYR QYR WKYR EDATE SDATE
const DATE_TIMES = new Set([22, 41]); // DATETIME YMDHMS
const LENGTHS = new Set([21, 25, 40]); // TIME DTIME MTIME

/** `format`: the 32 bits of the dictionary, type in the third byte. */
export function numberFormat(format: number): SavNumberFormat {
  const type = (format >> 16) & 0xff;
  if (DATES.has(type)) return "date";
  if (LENGTHS.has(type)) return "minutes";
  return DATE_TIMES.has(type) ? "datetime" : "number";
}

/** Seconds from 1582-10-14 to 1970-01-01. */
const EPOCH_SECONDS = 12_219_379_200;

/** The cell of a number in that format; one that is no moment of a calendar stays the number that it is. */
export function formatted(value: number, format: SavNumberFormat): string | number {
  if (format === "number") return value;
  if (format === "minutes") return minutesOfSeconds(value);
  const moment = new Date(Math.round((value - EPOCH_SECONDS) * 1000));
  const year = moment.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) return value;
  const iso = moment.toISOString().slice(0, -1);
  return format === "date" ? iso.slice(0, 10) : iso.replace(/\.000$/, "");
}
