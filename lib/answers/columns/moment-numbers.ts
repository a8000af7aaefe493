import type { RawScalar } from "@/lib/answers/files/answer-file";
import { isOnCalendar, type Moment } from "./moments";

/** Times as numbers: year to second in one, seconds or milliseconds since 1970, days of a spreadsheet. */

/** 20230703050410, or 20230703 without a time. */
const COMPACT = /^((?:19|2[0-2])\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?$/;
/** Seconds of the years 2001 to 2033, and milliseconds of these; the latter are beyond what else has so many digits. */
const SECONDS = /^1\d{9}(?:\.\d+)?$/;
const MILLISECONDS = /^1\d{12}(?:\.0+)?$/;
/** Days since the last but one of 1899, of the years 1954 to 2118: with fewer it may be a year. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/;
const SERIAL_START = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

export type MomentNumberKind = "compact" | "seconds" | "milliseconds";

/** What a number that can be little else than a time is; null: it may be any number, as one of days may. */
export function momentNumberKind(cell: RawScalar): MomentNumberKind | null {
  const text = String(cell).trim();
  if (text.length === 14 && momentOfCompact(text)) return "compact";
  if (MILLISECONDS.test(text)) return "milliseconds";
  return SECONDS.test(text) ? "seconds" : null;
}

/** The time that a number means where a person says that it is one: a wall clock, or milliseconds since 1970. */
export function momentOfNumber(cell: RawScalar): Moment | number | null {
  if (typeof cell === "boolean" || cell === null) return null;
  const text = String(cell).trim();
  if (SECONDS.test(text)) return Math.round(Number(text) * 1000);
  if (MILLISECONDS.test(text)) return Math.round(Number(text));
  if (SERIAL.test(text)) return momentOfSerial(Number(text));
  return momentOfCompact(text);
}

function momentOfCompact(text: string): Moment | null {
  const found = COMPACT.exec(text);
  if (!found) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const moment = {
    year,
    month,
    day,
    hour,
    minute,
    second,
    millisecond: 0,
    offsetMinutes: null,
    hasTime: text.length > 8,
  };
  return isOnCalendar(moment) ? moment : null;
}

/** A spreadsheet's clock has no zone; seconds are what it shows. */
function momentOfSerial(days: number): Moment {
  const at = new Date(SERIAL_START + Math.round((days * DAY_MS) / 1000) * 1000);
  return {
    ...{ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
    ...{ hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds(), millisecond: 0 },
    ...{ offsetMinutes: null, hasTime: !Number.isInteger(days) },
  };
}
