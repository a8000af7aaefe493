import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { readOutOfField } from "@/lib/contracts/calendar/out-of-field";
import { timeZones } from "@/lib/contracts/calendar/time-zones";
import { runs } from "@/lib/test-runs";
import { decideEntry, type FieldCounts, type FieldRules, hourStart, leavePlaces, takePlaces } from "./decide";
import { indexQuotas } from "./quota-index";

const HOUR = 3_600_000;
const index = indexQuotas([{ qualifications: [] }]);
const entrant = { device: "desktop", answers: new Map(), isDuplicate: false, failure: null, isTest: false };

/** Clocks that change in the north and in the south, by half an hour, at midnight, and never. */
const zones = [
  "America/New_York",
  "Europe/London",
  "Europe/Berlin",
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Calcutta",
].map((iana) => {
  const zone = timeZones.find((each) => each.iana === iana);
  if (!zone) throw new Error(`There is no zone ${iana}.`);
  return zone;
});

/** Days around which the clocks of each zone change in 2026; Kolkata's never. */
const changes = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-04-24", "2026-09-06", "2026-10-04", "2026-10-25"];

const plans = fc.record({
  zone: fc.constantFrom(...zones),
  day: fc.constantFrom(...changes),
  time: fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00:00", "30:00", "59:59")),
  hoursBefore: fc.integer({ min: 1, max: 60 }),
  minutesBefore: fc.integer({ min: 0, max: 59 }),
  counting: fc.constantFrom("Completes" as const, "Survey Starts" as const),
  tenths: fc.constantFrom(11, 14),
  respondents: fc.integer({ min: 1, max: 400 }),
  arrivals: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 70, maxLength: 70 }),
  /** Every so many respondents one is terminated. */
  everyTerminated: fc.integer({ min: 2, max: 9 }),
});

test("each hour of 60 minutes admits its share of what is left until the zone's own end, over every clock change", () => {
  fc.assert(
    fc.property(plans, ({ zone, day, time, hoursBefore, minutesBefore, counting, tenths, respondents, ...rest }) => {
      const [hour, seconds] = time;
      const local = `${day} ${String(hour).padStart(2, "0")}:${seconds}`;
      const read = readOutOfField(local, zone.name);
      if ("problem" in read) throw new Error(read.problem);
      const end = Temporal.PlainDateTime.from(local.replace(" ", "T")).toZonedDateTime(zone.iana).epochMilliseconds;
      const wentLiveAt = end - hoursBefore * HOUR - minutesBefore * 60_000;
      const rules: FieldRules = {
        ...{ status: "Live", respondents, incidenceRate: 1, calculationType: counting, devices: ["desktop"] },
        ...{ multiplier: tenths / 10, outOfFieldAt: read.instant.getTime() },
      };
      const places = { starts: 0, completes: 0, open: 0 };
      const hourOf = (now: number, countedBefore: number, admitted = 0) => ({
        ...{ startedAt: hourStart(wentLiveAt, now), countedBefore, admitted },
      });
      const counts: FieldCounts = { ...places, quotas: [{ ...places, target: respondents }], hour: hourOf(0, 0) };

      // Plainly: by the hour, a place for each who is let in, given back by who is terminated in that hour.
      let plainCounted = 0;
      for (const [k, arrivals] of rest.arrivals.entries()) {
        const from = wentLiveAt + k * HOUR;
        if (from >= end || plainCounted >= respondents) break;
        let hoursLeft = 0;
        for (let at = from; at < end; at += HOUR) hoursLeft += 1;
        let free = Math.ceil((tenths * (respondents - plainCounted)) / (10 * hoursLeft));
        counts.hour = hourOf(from, counting === "Completes" ? counts.completes : counts.starts);
        for (let person = 0; person < arrivals; person += 1) {
          const now = Math.min(from + Math.floor((person * HOUR) / arrivals), end - 1);
          if (plainCounted >= respondents) break;
          const decision = decideEntry(rules, index, counts, entrant, now);
          expect(decision.kind === "turn away" ? decision.reason : decision.kind).toBe(free > 0 ? "admit" : "pacing");
          if (decision.kind !== "admit") continue;
          expect(hourStart(wentLiveAt, now)).toBe(from);
          free -= 1;
          const isTerminated = person % rest.everyTerminated === 0;
          if (isTerminated) free += 1;
          if (!isTerminated || counting === "Survey Starts") plainCounted += 1;
          takePlaces(counts, decision.quotas);
          const session = { quotas: decision.quotas, startedAt: now };
          leavePlaces(counts, session, isTerminated ? "standard_termination" : "complete");
        }
      }
      expect(counting === "Completes" ? counts.completes : counts.starts).toBe(plainCounted);
    }),
    { numRuns: runs(600) },
  );
});
