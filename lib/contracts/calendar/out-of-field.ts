import { shortened } from "../rules/shortened";
import { findTimeZone, type TimeZone } from "./time-zones";
import { instantAt, wallClockAt } from "./zone-clock";

/** When a survey leaves the field. */
export interface OutOfField {
  /** Wall clock in the zone, `YYYY-MM-DD HH:mm:ss`, as written; also when daylight saving skips it. */
  readonly local: string;
  readonly zone: TimeZone;
  /** The instant `local` stands for; equal to `instantOf(local, zone)`. */
  readonly instant: Date;
}

/** Why it cannot be read: a sentence for a person, and the survey member it is about. */
export interface OutOfFieldProblem {
  readonly problem: string;
  readonly field: "out_of_field_date" | "out_of_field_timezone";
}

const firstYear = 1970;
const lastYear = 9999;

const written =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[ T](?<time>\d{2}:\d{2}(?::\d{2})?)(?:[.,]\d+)?(?: ?(?<offset>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?)?$/i;

/**
 * Reads `out_of_field_date` in the zone that `out_of_field_timezone` names.
 *
 * A date, `YYYY-MM-DD`, is its 23:59:59. A date and a time without an offset, `YYYY-MM-DD HH:mm[:ss]` or with `T`, is
 * the wall clock of the zone. With `Z` or an offset it is an instant, converted into the zone's wall clock. Fractions
 * of a second are dropped.
 *
 * What is kept is the wall clock, so an instant in the later of two equal hours, when clocks go back, is taken as the
 * earlier one. Years are 1970 to 9999 on the zone's wall clock.
 */
export function readOutOfField(text: string, zoneName: string): OutOfField | OutOfFieldProblem {
  const zone = findTimeZone(zoneName);
  if (zone === undefined) return zoneProblem(zoneName);

  const trimmed = text.trim();
  if (trimmed === "") return dateProblem("Out-of-field date is required.");
  const { date, time = "23:59:59", offset } = written.exec(trimmed)?.groups ?? {};
  if (date === undefined) {
    return dateProblem(`Out-of-field date “${quoted(trimmed)}” is not a date written as YYYY-MM-DD HH:mm:ss.`);
  }

  const clock = existingClock(date, time);
  if (clock === undefined) return dateProblem(`Out-of-field date ${quoted(trimmed)} does not exist.`);

  const wallClock = offset === undefined ? clock : wallClockAt(clock - offsetMs(offset), zone.iana);
  const year = new Date(wallClock).getUTCFullYear();
  if (year < firstYear || year > lastYear) {
    return dateProblem(`Out-of-field date ${quoted(trimmed)} must be in the years ${firstYear} to ${lastYear}.`);
  }

  const local = formatted(wallClock);
  return { local, zone, instant: instantOf(local, zone) };
}

/**
 * The instant of a wall clock `YYYY-MM-DD HH:mm:ss` in a zone. A time that clocks skip is moved on by the length of the
 * gap, a time that occurs twice is the earlier one: Temporal's "compatible" mode.
 *
 * @throws RangeError when `local` is no such date and time; `readOutOfField` gives only ones that are
 */
export function instantOf(local: string, zone: Pick<TimeZone, "iana">): Date {
  const wallClock = existingClock(local.slice(0, 10), local.slice(11));
  if (wallClock === undefined) throw new RangeError(`${quoted(local)} is no wall clock.`);
  return new Date(instantAt(wallClock, zone.iana));
}

/** The wall clock of a zone at an instant, `YYYY-MM-DD HH:mm:ss`; fractions of a second are dropped. Years 0 to 9999. */
export const localIn = (instant: Date, zone: Pick<TimeZone, "iana">): string =>
  formatted(wallClockAt(instant.getTime(), zone.iana));

/** A wall clock in epoch milliseconds; undefined for a day or time that no calendar or clock has. */
function existingClock(date: string, time: string): number | undefined {
  const text = `${date}T${time.length === "HH:mm".length ? `${time}:00` : time}`;
  const wallClock = Date.parse(`${text}Z`);
  // A lenient reader moves what does not exist to the day after.
  return Number.isFinite(wallClock) && new Date(wallClock).toISOString().startsWith(text) ? wallClock : undefined;
}

/** How far a written offset, `Z`, `+02`, `+0200` or `+02:00`, is ahead of UTC. */
function offsetMs(offset: string): number {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(hours === undefined ? 0 : minutes)) * 60_000;
  return sign === "-" ? -ahead : ahead;
}

const formatted = (wallClock: number) => new Date(wallClock).toISOString().slice(0, 19).replace("T", " ");

function dateProblem(problem: string): OutOfFieldProblem {
  return { problem, field: "out_of_field_date" };
}

function zoneProblem(zoneName: string): OutOfFieldProblem {
  const problem =
    zoneName.trim() === ""
      ? "Out-of-field time zone is required."
      : `Out-of-field time zone “${quoted(zoneName.trim())}” is not one of the zones in the definitions.`;
  return { problem, field: "out_of_field_timezone" };
}

const MOST_QUOTED = 80;
const quoted = (text: string) => shortened(text, MOST_QUOTED);
