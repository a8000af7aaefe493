import { expect, test } from "vitest";
import { capOfHour } from "@/lib/contracts/rules/pacing";
import { msToNextHour, pacingHour } from "./pacing-hour";

const now = Date.parse("2031-01-01T09:20:00Z");
const summary = {
  hour: { started_at: "2031-01-01T09:00:00.000Z", starts_before: 5, completes_before: 2, admitted: 6 },
};

test("the hour is counted from before it began, by what fills the survey's quotas", () => {
  const startedAt = Date.parse("2031-01-01T09:00:00Z");
  expect(pacingHour(summary, { byStarts: false, now })).toEqual({ startedAt, countedBefore: 2 });
  expect(pacingHour(summary, { byStarts: true, now })).toEqual({ startedAt, countedBefore: 5 });
});

test("a survey that was never live would begin its first hour now, and an hour that is over says nothing", () => {
  for (const none of [null, { hour: null }]) {
    expect(pacingHour(none, { byStarts: false, now })).toEqual({ startedAt: now, countedBefore: 0 });
  }
  expect(pacingHour(summary, { byStarts: false, now: now + 40 * 60_000 })).toBeNull();
  expect([msToNextHour(summary, now), msToNextHour({ hour: null }, now), msToNextHour(undefined, now)]).toEqual([
    ...[40 * 60_000, false, false],
  ]);
});

test("six of ten admitted in the first of two hours are as many as that hour admits", () => {
  const hour = pacingHour({ hour: { ...summary.hour, completes_before: 0 } }, { byStarts: false, now });
  const rules = { multiplier: 1.1, respondents: 10, outOfFieldAt: now + 80 * 60_000 };
  expect(hour && capOfHour(rules, hour)).toBe(6);
});
