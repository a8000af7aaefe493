import fc from "fast-check";
import { expect, test } from "vitest";
import { mostDataPoints } from "@/lib/contracts/terms/quality";
import {
  levelOf,
  limitsOf,
  pointsOf,
  readThresholds,
  rulesInOrder,
  sameThresholds,
  withLevel,
  withPoints,
  writeThresholds,
} from "./thresholds";

const none = readThresholds("none");
if (!none) throw new Error("An address can say that no rule is on.");

test("an address reads as what was written into it", () => {
  const rules = fc.array(
    fc.record({ rule: fc.constantFrom(...rulesInOrder), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  );
  fc.assert(
    fc.property(rules, (changes) => {
      let thresholds = none;
      for (const { rule, share } of changes) {
        const { min, max } = limitsOf(rule);
        thresholds = withLevel(thresholds, rule, min + Math.floor(share * (max - min)));
        const points = pointsOf(thresholds, rule);
        if (points)
          thresholds = withPoints(thresholds, points.check, 1 + Math.floor(share * (mostDataPoints[points.check] - 1)));
      }
      expect(readThresholds(writeThresholds(thresholds))).toEqual(thresholds);
    }),
  );
});

test("what is no threshold is not read", () => {
  for (const text of ["", "total", "total:101", "GIBBERISH:0", "GIBBERISH:11", "OES:40/11", "total:40/2", "XYZ:4"])
    expect(readThresholds(text), text).toBeNull();
});

test("thresholds are the same whatever the points of a rule that is off", () => {
  expect(sameThresholds(none, withPoints(none, "OES", 3))).toBe(true);
  expect(sameThresholds(none, withLevel(none, "OES", 3))).toBe(false);
  expect(levelOf(withLevel(none, "OFF_TOPIC", 3), "OFF_TOPIC")).toBe(3);
});
