import { Temporal } from "temporal-polyfill";
import type { DateOrder } from "@/lib/contracts/terms/answers";
import { isDayNamed, monthNamed } from "./named-months";

/**
 * A date as a text writes it; `offsetMinutes` null: a wall clock whose zone the text does not name. Without a time it is
 * a day of the calendar, at its beginning.
 */
export type Moment = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  offsetMinutes: number | null;
  hasTime: boolean;
};

/** Zones by their short names, in hours ahead of UTC: those that mean one zone in files of surveys. */
const ZONES: Record<string, number> = {
  ...{ Z: 0, UTC: 0, GMT: 0, WET: 0, WEST: 1, CET: 1, CEST: 2, MEZ: 1, MESZ: 2, EET: 2, EEST: 3 },
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
};
const CLOCK = "(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?";
const OFFSET = "[+-]\\d{2}:?\\d{2}|[+-]\\d{2}|(?:GMT|UTC)[+-]\\d{1,2}(?::?\\d{2})?";
/** Behind it may stand what the zone is called, as a browser writes it, or the German word for the hour. */
const TIME = new RegExp(
  `^[T\\s,:]+${CLOCK}\\s*(?:([ap])\\.?\\s?m?\\.?|Uhr)?\\s*(${Object.keys(ZONES).join("|")}|${OFFSET})?(?:\\s+\\([^()]+\\))?$`,
  "i",
);
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=$|[T\s,])/;
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?=$|[T\s,])/;
/** A day of the week before a date that names its month. */
const WEEKDAY = /^(\p{L}{2,12}(?:-feira)?)\.?,?\s+(?=[\d\p{L}])/u;
const DAY_FIRST =
  /^(\d{1,2})(?:er|º|st|nd|rd|th)?\.?[\s/-]*(?:de\s+)?(\p{L}{3,10})\.?[\s/,-]*(?:de\s+)?(\d{4}(?=$|[T\s,:])|\d{2}(?=$|[T\s,]))/iu;
const MONTH_FIRST = /^(\p{L}{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})(?=$|[T\s,:])/iu;

/** What a year of two digits can be at most: up to 69 it is of this century, from 70 of the last. */
const LAST_YEAR = 2069;

function fullYear(digits: string, last: number): number {
  if (digits.length === 4) return Number(digits);
  const year = 2000 + Number(digits);
  return year > last ? year - 100 : year;
}

/** Whole words: “Adobe”, “stubborn” and “connaissance” have such parts. */
const BIRTH =
  /(?<!\p{L})(?:(?:date|day|year)?(?:of)?birth(?:s|day|date|year)?|(?:year)?born|dob|geburt\p{L}*|(?:date)?naiss(?:ance)?|(?:fecha)?nacim(?:iento)?)(?!\p{L})/iu;
/** Whether a column or a question of this name has dates of birth. */
export const isOfBirth = (name: string): boolean => BIRTH.test(name.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 "));
/** The last year that a birth of two digits can be of: nobody was born later. */
export const lastBirthYear = (): number => new Date().getUTCFullYear();

/** No date is longer; what is made of a longer text takes a time that grows with its square. */
const LONGEST_DATE = 100;

/** Reads `2018-07-15`, `2018-07-15T09:30:00Z`, `7/15/18 9:30 PM`, `15.7.2018`, `15 Jul 2018`, `Tue Jul 15 2018`; null when it is no date of the calendar. */
export function readMoment(given: string, order: DateOrder, lastYear = LAST_YEAR): Moment | null {
  const text = given.trim();
  if (text.length > LONGEST_DATE) return null;
  const date = readDate(text, order, lastYear);
  if (!date) return null;
  const time = readTime(text.slice(date.length));
  if (!time) return null;
  const moment = { year: date.year, month: date.month, day: date.day, ...time };
  return isOnCalendar(moment) ? moment : null;
}

type ReadDate = { year: number; month: number; day: number; length: number };

function readDate(text: string, order: DateOrder, lastYear: number): ReadDate | null {
  const iso = YEAR_FIRST.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[3]), day: Number(iso[4]), length: iso[0].length };
  const numbers = NUMBERS.exec(text);
  if (numbers && order !== "ymd") {
    const [first, second] = [Number(numbers[1]), Number(numbers[3])];
    const [month, day] = order === "mdy" ? [first, second] : [second, first];
    return { year: fullYear(numbers[4] ?? "", lastYear), month, day, length: numbers[0].length };
  }
  const weekday = WEEKDAY.exec(text);
  // `mar` is a Tuesday in French, and March: it is the day where a date is left without it.
  const before = weekday && isDayNamed(weekday[1] ?? "") ? weekday[0].length : 0;
  const bare = before > 0 ? readNamed(text.slice(before), lastYear) : null;
  return bare ? { ...bare, length: bare.length + before } : readNamed(text, lastYear);
}

/** `Jul 15 2018`, `15. Juli 2018`, `15 de julio de 2018`, `15-Jul-18`, `15JUL2018`. */
function readNamed(text: string, lastYear: number): ReadDate | null {
  const dayFirst = DAY_FIRST.exec(text);
  const found = dayFirst ?? MONTH_FIRST.exec(text);
  if (!found) return null;
  const [day, name] = dayFirst ? [found[1], found[2]] : [found[2], found[1]];
  const month = monthNamed(name ?? "");
  if (month === undefined) return null;
  return { year: fullYear(found[3] ?? "", lastYear), month, day: Number(day), length: found[0].length };
}

const isDigit = (text: string, at: number) => text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57;
const digitsAt = (text: string, at: number) => (isDigit(text, at) ? (isDigit(text, at + 1) ? 2 : 1) : 0);
const numberAt = (text: string, at: number, digits: number) =>
  digits === 1 ? text.charCodeAt(at) - 48 : (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;

/**
 * The only order in which a date of three numbers can be read, by the one of the first two that is no month; null for
 * all other texts. Asked of every cell of a file: it makes nothing that has to be cleared away.
 */
export function orderShown(given: string): "mdy" | "dmy" | null {
  const text = given.trim();
  const digits = digitsAt(text, 0);
  const sign = text[digits];
  if (digits === 0 || (sign !== "/" && sign !== "." && sign !== "-")) return null;
  const more = digitsAt(text, digits + 1);
  if (more === 0 || text[digits + 1 + more] !== sign || !isDigit(text, digits + more + 2)) return null;
  const first = numberAt(text, 0, digits);
  const second = numberAt(text, digits + 1, more);
  if (first < 1 || second < 1 || Math.max(first, second) > 31 || Math.min(first, second) > 12) return null;
  return first > 12 ? "dmy" : second > 12 ? "mdy" : null;
}

type ReadTime = Pick<Moment, "hour" | "minute" | "second" | "millisecond" | "offsetMinutes" | "hasTime">;

function readTime(text: string): ReadTime | null {
  if (text.trim() === "") {
    return { hour: 0, minute: 0, second: 0, millisecond: 0, offsetMinutes: null, hasTime: false };
  }
  const found = TIME.exec(text);
  if (!found) return null;
  const [, hours, minutes, seconds = "0", fraction = "", half, offset] = found;
  const twelve = half ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours);
  if (half && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const millisecond = Number(fraction.padEnd(3, "0").slice(0, 3));
  return {
    hour: twelve,
    minute: Number(minutes),
    second: Number(seconds),
    millisecond,
    offsetMinutes: offsetOf(offset),
    hasTime: true,
  };
}

function offsetOf(offset: string | undefined): number | null {
  if (offset === undefined) return null;
  const found = /([+-])(\d{1,2}):?(\d{2})?$/.exec(offset);
  if (!found) return (ZONES[offset.toUpperCase()] ?? 0) * 60;
  const [, sign, hours, minutes = "0"] = found;
  const ahead = Number(hours) * 60 + Number(minutes);
  return sign === "-" ? -ahead : ahead;
}

const wallMs = ({ year, month, day, hour, minute, second, millisecond }: Moment): number => {
  const date = new Date(0);
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, millisecond);
};

/** Whether it is a time of the calendar: there is no 31 February. */
export function isOnCalendar(moment: Moment): boolean {
  const { year, month, day, hour, minute, second } = moment;
  if (year < 1 || hour > 23 || minute > 59 || second > 59) return false;
  const date = new Date(wallMs(moment));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * Milliseconds since 1970 in UTC. A wall clock is read in `timeZone` (IANA); a time that daylight saving skips or
 * repeats resolves as Temporal's "compatible" mode does.
 */
export function epochOf(moment: Moment, timeZone: string): number {
  const wall = wallMs(moment);
  if (moment.offsetMinutes !== null) return wall - moment.offsetMinutes * 60_000;
  if (timeZone === "UTC") return wall;
  const offset = steadyOffset(wall, timeZone);
  return offset === null ? resolved(wall, timeZone) : wall - offset;
}

const HOUR_MS = 3_600_000;
/** Hours remembered of a zone: a year has 8,784. */
const MOST_HOURS = 20_000;
const offsetsByZone = new Map<string, Map<number, number | null>>();

/**
 * How far clocks of the zone are ahead of UTC in this hour of the wall clock, in milliseconds; null where they are
 * changed within it. Asked once an hour of the answers, because asking takes longer than reading a whole row.
 */
function steadyOffset(wall: number, timeZone: string): number | null {
  const offsets = offsetsByZone.get(timeZone) ?? new Map<number, number | null>();
  offsetsByZone.set(timeZone, offsets);
  const hour = Math.floor(wall / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const [start, end] = [hour * HOUR_MS, (hour + 1) * HOUR_MS].map((at) => at - resolved(at, timeZone));
  const offset = start !== undefined && start === end ? start : null;
  if (offsets.size >= MOST_HOURS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/** The instant at which clocks of the zone show what clocks of UTC show at `wall`. */
function resolved(wall: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC").toPlainDateTime();
  return local.toZonedDateTime(timeZone, { disambiguation: "compatible" }).epochMilliseconds;
}
