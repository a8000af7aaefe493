import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { timeZones } from "./time-zones";
import { instantAt, wallClockAt } from "./zone-clock";

const anyZone = fc.constantFrom(...timeZones.map(({ iana }) => iana));
const anySecond = fc
  .integer({ min: Date.UTC(1900, 0, 2) / 1000, max: Date.UTC(2299, 0, 1) / 1000 })
  .map((seconds) => seconds * 1000);

const plain = (wallClock: number) => Temporal.PlainDateTime.from(new Date(wallClock).toISOString().slice(0, 19));

test("shows what Temporal's clocks show", () => {
  fc.assert(
    fc.property(anyZone, anySecond, (timeZone, instant) => {
      const shown = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
      expect(plain(wallClockAt(instant, timeZone)).toString()).toBe(shown.toString());
    }),
    { numRuns: 500 },
  );
});

test("takes a wall clock for the instant that Temporal takes it for, around each change of the clock too", () => {
  const around = fc.integer({ min: -3 * 3600, max: 3 * 3600 });
  fc.assert(
    fc.property(anyZone, anySecond, around, (timeZone, from, seconds) => {
      const change = Temporal.Instant.fromEpochMilliseconds(from)
        .toZonedDateTimeISO(timeZone)
        .getTimeZoneTransition("next");
      const near = change ? wallClockAt(change.epochMilliseconds, timeZone) + seconds * 1000 : from;
      const expected = plain(near).toZonedDateTime(timeZone, { disambiguation: "compatible" }).epochMilliseconds;
      expect(instantAt(near, timeZone)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});
