import { expect, test } from "vitest";
import { question } from "@/lib/test-answers";
import {
  evenTargets,
  newMargin,
  newWeightDraft,
  readTargets,
  recipeOf,
  sharesNow,
  sumOf,
  weightDraftOf,
  weightDraftProblems,
} from "./weight-draft";

const age = question(1, "age", "single", {
  options: [
    [1, "18–34", null],
    [2, "35–54", null],
    [3, "55 and over", null],
  ],
});

test("pasted targets are read by label, by code or in order, however the number is written", () => {
  expect(readTargets("18–34\t30%\n55 and over: 34,5\n2 35.5", age, "percent")).toEqual({
    targets: { 1: 30, 3: 34.5, 2: 35.5 },
    problems: [],
  });
  expect(readTargets("1,200\n3.400\n12.5\n", age, "count").targets).toEqual({ 1: 1200, 2: 3400, 3: 12.5 });
  expect(readTargets("33.333\n33,333\n33.334\n", age, "percent").targets).toEqual({ 1: 33.333, 2: 33.333, 3: 33.334 });
  expect(readTargets("18–34\nunder 18 5\n1\n2\n3\n4", age, "percent").problems).toEqual([
    "There is no option “18–”.",
    "There is no option “under 18”.",
    "There is no option for line 4.",
    "There is no option for line 5.",
    "There is no option for line 6.",
  ]);
  expect(readTargets("55 and over", age, "percent").problems).toEqual(["“55 and over” has no number."]);
});

test("even targets add up to 100, without what is left out", () => {
  expect(evenTargets(age, [])).toEqual({ 1: 33.4, 2: 33.3, 3: 33.3 });
  expect(evenTargets(age, [2])).toEqual({ 1: 50, 3: 50 });
  expect(sumOf({ ...newMargin("age"), targets: evenTargets(age, []) })).toBe(100);
});

test("shares as they are now leave out answers that are missing or left out, as the raking does", () => {
  const asked = { ...age, missing: [{ cell: 3, kind: "no_answer" as const }] };
  const counted = {
    ...{ id: "age", answered: 40, not_asked: 0, no_answer: 60, none: 0, base: 40, numbers: null },
    counts: [
      { code: 1, n: 30 },
      { code: 2, n: 10 },
      { code: 3, n: 60 },
    ],
  };
  const shares = (leftOut: number[]) => [...sharesNow(counted, asked, { ...newMargin("age"), leftOut })];
  expect(shares([])).toEqual([
    [1, 75],
    [2, 25],
  ]);
  expect(shares([2])).toEqual([[1, 100]]);
});

test("a draft says what is missing, and comes to the recipe that it was made of", () => {
  const empty = newWeightDraft([{ id: "raked weight" }]);
  expect(empty.name).toBe("Raked weight 2");
  expect(weightDraftProblems({ ...empty, name: " " }, [age])).toHaveLength(2);
  const margin = { ...newMargin("age"), targets: { 1: 40, 2: 60 } };
  expect(weightDraftProblems({ ...empty, margins: [margin] }, [age])).toEqual([
    "“age” has no target for “55 and over”: type one, or leave it out.",
  ]);
  const whole = { ...empty, margins: [{ ...margin, leftOut: [3] }], caps: { low: 0.3, high: 3 } };
  expect(weightDraftProblems(whole, [age])).toEqual([]);
  expect(weightDraftProblems({ ...whole, caps: { low: 2, high: null } }, [age])).toHaveLength(1);
  expect(weightDraftOf(whole.name, recipeOf(whole))).toEqual(whole);
});
