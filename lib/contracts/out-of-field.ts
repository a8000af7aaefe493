import { Temporal } from "temporal-polyfill";
import { shortened } from "./shortened";
import { findTimeZone, type TimeZone } from "./time-zones";

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

  const wallClock =
    offset === undefined
      ? clock
      : Temporal.Instant.from(`${clock.toString()}${offset}`).toZonedDateTimeISO(zone.iana).toPlainDateTime();
  if (wallClock.year < firstYear || wallClock.year > lastYear) {
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
  const clock = Temporal.PlainDateTime.from(local);
  return new Date(clock.toZonedDateTime(zone.iana, { disambiguation: "compatible" }).epochMilliseconds);
}

/** The wall clock of a zone at an instant, `YYYY-MM-DD HH:mm:ss`; fractions of a second are dropped. Years 0 to 9999. */
export function localIn(instant: Date, zone: Pick<TimeZone, "iana">): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone.iana);
  return formatted(zoned.toPlainDateTime());
}

function existingClock(date: string, time: string): Temporal.PlainDateTime | undefined {
  // Temporal reads a 60th second as the 59th.
  if (time.endsWith(":60") && time.length === "HH:mm:ss".length) return undefined;
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`);
  } catch {
    return undefined;
  }
}

function formatted(clock: Temporal.PlainDateTime): string {
  return clock.toString({ smallestUnit: "second" }).replace("T", " ");
}

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
