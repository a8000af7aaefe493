import { expect, test } from "vitest";
import { FAILURES_TO_OPEN, type ServiceFacts, serviceState } from "./service-state";

const now = new Date("2026-03-01T12:00:00Z");
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const quiet: ServiceFacts = {
  failures: 0,
  failingSince: null,
  lastReplyAt: secondsAgo(1),
  slowAt: null,
  limitedUntil: null,
};
const stateOf = (facts: Partial<ServiceFacts>) => serviceState({ ...quiet, ...facts }, now);

test("a service responds until calls fail in a row", () => {
  const failingSince = secondsAgo(120);
  expect(stateOf({}).state).toBe("responding");
  expect(stateOf({ failures: FAILURES_TO_OPEN - 1, failingSince }).state).toBe("responding");
  expect(stateOf({ failures: FAILURES_TO_OPEN, failingSince })).toEqual({
    state: "not responding",
    since: failingSince,
  });
});

test("a slow reply says something for a minute", () => {
  expect(stateOf({ slowAt: secondsAgo(59) }).state).toBe("slow");
  expect(stateOf({ slowAt: secondsAgo(61) }).state).toBe("responding");
});

test("a service that asks to wait is limited until then, unless it does not respond at all", () => {
  expect(stateOf({ limitedUntil: secondsAgo(-20), slowAt: secondsAgo(1) }).state).toBe("limited");
  expect(stateOf({ limitedUntil: secondsAgo(1) }).state).toBe("responding");
  expect(stateOf({ limitedUntil: secondsAgo(-20), failures: 9, failingSince: now }).state).toBe("not responding");
});
