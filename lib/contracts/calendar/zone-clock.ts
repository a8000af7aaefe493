/** What clocks of a zone show, by the browser's or the server's own tables of zones. A wall clock is in epoch milliseconds as if it were UTC. */
const DAY_MS = 24 * 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const found = formats.get(timeZone);
  if (found) return found;
  const made = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, calendar: "iso8601", hourCycle: "h23", era: "short" },
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  });
  formats.set(timeZone, made);
  return made;
}

/** The wall clock of a zone at an instant, to the second. */
export function wallClockAt(instantMs: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  const year = parts.get("era")?.startsWith("B") ? 1 - part("year") : part("year");
  const moment = new Date(0);
  moment.setUTCFullYear(year, part("month") - 1, part("day")); // Date.UTC reads the year 99 as 1999
  return moment.setUTCHours(part("hour"), part("minute"), part("second"));
}

const offsetAt = (instantMs: number, timeZone: string) =>
  wallClockAt(instantMs, timeZone) - Math.floor(instantMs / 1000) * 1000;

/**
 * The instant at which clocks of a zone show this. A time that they skip is moved on by the length of the gap, one that
 * occurs twice is the earlier one: Temporal's "compatible" mode.
 */
export function instantAt(wallClock: number, timeZone: string): number {
  const [before, after] = [wallClock - DAY_MS, wallClock + DAY_MS].map((at) => offsetAt(at, timeZone));
  const earliest = [before, after]
    .map((offset = 0) => wallClock - offset)
    .filter((instant) => wallClockAt(instant, timeZone) === wallClock)
    .sort((a, b) => a - b)[0];
  return earliest ?? wallClock - (before ?? 0);
}
