import { expect, test } from "vitest";
import type { SoftLaunchTarget } from "@/lib/contracts/ours/soft-launches";
import { askedTargets, type TypedTargets, typedProblem, withTyped } from "./typed-targets";

const men = { id: "m", name: "Men", full: 60 } as SoftLaunchTarget;
const women = { id: "w", name: "Women", full: 40 } as SoftLaunchTarget;
const both = [men, women];
const NOTHING: TypedTargets = new Map();

test("a field that is emptied stays empty until a number is typed into it, and nothing is asked meanwhile", () => {
  const emptied = withTyped(withTyped(NOTHING, women, 50), men, null);
  expect(emptied.get("m")).toBeNull();
  expect(askedTargets(emptied)).toBeNull();
  expect(typedProblem(emptied, both)).toBe("“Men” needs a full target: a whole number of 1 or more.");
  const typed = withTyped(emptied, men, 250);
  expect(askedTargets(typed)).toEqual({ w: 50, m: 250 });
  expect(typedProblem(typed, both)).toBeNull();
});

test("the full target as it is changes nothing; what is no target is said", () => {
  expect(askedTargets(NOTHING)).toBeNull();
  const back = withTyped(withTyped(NOTHING, men, 250), men, 60);
  expect([askedTargets(back), typedProblem(back, both)]).toEqual([null, null]);
  for (const value of [0, -1, 1.5]) {
    expect(askedTargets(withTyped(NOTHING, men, value))).toBeNull();
    expect(typedProblem(withTyped(NOTHING, men, value), both)).toMatch(/^“Men” needs/);
  }
});
