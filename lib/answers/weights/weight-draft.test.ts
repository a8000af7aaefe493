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
  withoutGone,
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

test("a comma parts a label from its figure, and never becomes the figure's decimal sign", () => {
  const sex = question(1, "sex", "single", {
    options: [
      [1, "Male", null],
      [2, "Female", null],
      [3, "Other, or none", null],
    ],
  });
  const read = (text: string, unit: "percent" | "count" = "count") => readTargets(text, sex, unit);
  const counts = { targets: { 1: 950, 2: 1200, 3: 40 }, problems: [] };
  expect(read("Male,950\nFemale,1200\nOther, or none,40")).toEqual(counts);
  expect(read("Male , 950\nfemale,1,200\nother, or none\t40")).toEqual(counts);
  expect(read('"Male","950"\n"Female","1,200"\n"Other, or none",40')).toEqual(counts);
  const shares = { targets: { 1: 48.5, 2: 0.5 }, problems: [] };
  for (const text of ["Male;48,5\nFemale;0,5", "Male 48,5\nFemale .5", "Male,48.5%\nFemale,0.5%", "Male,48,5\n2\t0,5"])
    expect(read(text, "percent")).toEqual(shares);
  expect(readTargets("18–34,30\n35–54,36,5\n55 and over,33,5", age, "percent").targets).toEqual({
    1: 30,
    2: 36.5,
    3: 33.5,
  });
  expect(read("Male;,5\n,5", "percent").problems).toEqual(["“Male;,5” has no number.", "“,5” has no number."]);
  expect(read("Men,950").problems).toEqual(["There is no option “Men”."]);
});

test("lines that can be numbers as well as codes with their targets are not read as either", () => {
  const unclear = readTargets("1,950\n2,1200\n3,40", age, "count");
  expect(unclear.targets).toEqual({});
  expect(unclear.problems).toEqual([expect.stringContaining("“1,950” can be one number, or an option's code")]);
  expect(readTargets("1\t950\n2:1200", age, "count").targets).toEqual({ 1: 950, 2: 1200 });
  expect(readTargets("12,950\n2,200\n3,400", age, "count").targets).toEqual({ 1: 12950, 2: 2200, 3: 3400 });
});

test("even targets add up to 100, without what is left out", () => {
  expect(evenTargets(age, [])).toEqual({ 1: 33.4, 2: 33.3, 3: 33.3 });
  expect(evenTargets(age, [2])).toEqual({ 1: 50, 3: 50 });
  expect(sumOf({ ...newMargin("age"), targets: evenTargets(age, []) })).toBe(100);
});

test("shares as they are now leave out answers that are missing or left out, as the raking does", () => {
  const asked = { ...age, missing: [{ cell: 3, kind: "no_answer" as const }] };
  const counted = {
    ...{ id: "age", answered: 40, not_asked: 0, no_answer: 60, none: 0, numbers: null },
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

test("targets of options that are gone or count as no answer are taken out of a recipe that is opened again", () => {
  const [margin, other] = [
    { ...newMargin("age"), targets: { 1: 30, 2: 30, 3: 40, 7: 5 }, leftOut: [8] },
    { ...newMargin("gone"), targets: { 1: 100 } },
  ];
  const kept = { ...newWeightDraft([]), margins: [margin, other] };
  const asked = { ...age, missing: [{ cell: 3, kind: "no_answer" as const, marked: true as const }] };
  const opened = withoutGone(weightDraftOf("Age", recipeOf(kept)), [asked]);
  expect(opened.draft.margins).toEqual([{ ...margin, targets: { 1: 30, 2: 30 }, leftOut: [] }, other]);
  expect(opened.draft.margins.map(sumOf)).toEqual([60, 100]);
  expect(opened.dropped).toEqual([
    "Taken out of “age”, because it is gone or counts as no answer: “55 and over”, the option with the code 7, the option with the code 8.",
  ]);
  expect(withoutGone(opened.draft, [asked])).toEqual({ draft: opened.draft, dropped: [] });
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
