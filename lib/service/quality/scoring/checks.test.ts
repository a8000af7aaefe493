import { describe, expect, test } from "vitest";
import { NOT_SCORED } from "@/lib/contracts/terms/quality";
import { scoreAiSuspect } from "./ai-suspect";
import { type Interaction, scoreBehaviour } from "./behaviour";
import { type InterviewEntry, scoreCoherence } from "./coherence";
import { scoreGrid } from "./grid";
import { meanScore, roundHalfUp } from "./scored";
import { scoreTime } from "./time";

describe("time", () => {
  const before = { respondents: 100, medianMs: 60_000 };
  test.each([
    [60_000, 100],
    [30_000, 100],
    [29_999, 50],
    [20_000, 50],
    [19_999, 19],
    [0, 0],
    [6_000_000, 100],
  ])("of %i ms, where a minute is usual, scores %i", (duration, score) => {
    expect(scoreTime(duration, before)).toMatchObject({ score, reason: expect.stringContaining("60.0 s") });
  });

  test("is not scored before twenty others", () => {
    expect(scoreTime(1, { ...before, respondents: 19 }).score).toBe(NOT_SCORED);
    expect(scoreTime(1, undefined).score).toBe(NOT_SCORED);
    expect(scoreTime(1, { ...before, respondents: 20 }).score).toBe(0);
  });
});

describe("grid", () => {
  test.each([
    ["one answer to eight items", [3, 3, 3, 3, 3, 3, 3, 3], 10],
    ["one answer to five items, which may be an opinion", [3, 3, 3, 3, 3], 60],
    ["a zig-zag", [1, 5, 1, 5, 1, 5, 1, 5], 15],
    ["a pattern of three", [1, 2, 4, 1, 2, 4, 1, 2, 4, 1], 15],
    ["a staircase", [1, 2, 3, 4, 5, 4, 3, 2, 1], 15],
    ["most of it alike", [3, 3, 3, 3, 3, 3, 4, 5], 60],
    ["answers that vary", [3, 4, 2, 5, 3, 3, 1, 4], 100],
  ])("%s scores %j: %i", (_, pattern, score) => {
    expect(scoreGrid(pattern).score).toBe(score);
  });

  test("of fewer than five items is not scored", () => {
    for (const pattern of [[], [1], [1, 1, 1, 1]]) expect(scoreGrid(pattern).score).toBe(NOT_SCORED);
  });
});

const typed = (text: string, gap: (at: number) => number): Interaction[] => {
  let timestamp = 1_900_000_000_000;
  return [...text].map((value, at) => {
    timestamp += gap(at);
    return { interactionType: "KEYSTROKE", value, timestamp };
  });
};
const human = (at: number) => 90 + ((at * 37) % 140);
const pasted = (value: string): Interaction => ({ interactionType: "COPY_AND_PASTE", value, timestamp: 1 });

describe("behaviour", () => {
  const text = "I bought it because the price was right and it tasted good.";
  test.each([
    ["typing by hand", typed(text, human), 100],
    ["a paste alone", [pasted(text)], 30],
    ["keys at one distance", typed(text, () => 80), 15],
    ["keys faster than hands", typed(text, (at) => 1 + (at % 7)), 10],
  ])("%s", (_, interactions, score) => {
    expect(scoreBehaviour(interactions).score).toBe(score);
  });

  test("is not scored of few keys, of nothing, or by a clock that runs backwards", () => {
    const backwards = [...typed(text, human)].reverse();
    for (const interactions of [[], typed("short", human), backwards]) {
      expect(scoreBehaviour(interactions).score).toBe(NOT_SCORED);
    }
    expect(scoreBehaviour(backwards).reason).toContain("backwards");
  });

  test("takes instants as it takes milliseconds", () => {
    const instants = typed(text, human).map((each) => ({
      ...each,
      timestamp: new Date(Number(each.timestamp)).toISOString(),
    }));
    expect(scoreBehaviour(instants)).toEqual(scoreBehaviour(typed(text, human)));
  });

  test("makes a long answer an AI suspect only where it was pasted and not typed", () => {
    const long =
      "a long answer of more than fifteen words that somebody has written elsewhere and brought here with the mouse";
    expect(scoreAiSuspect(long, 18, [pasted(long)])).toMatchObject({ category: "AI_SUSPECT" });
    expect(scoreAiSuspect(long, 18, [...typed(long, human), pasted(long)])).toBeNull();
    expect(scoreAiSuspect("short", 1, [pasted("short")])).toBeNull();
    expect(scoreAiSuspect(long, 18, undefined)).toBeNull();
  });
});

describe("coherence", () => {
  const entry = (question: string, answer: string | number): InterviewEntry => ({ question, answer });
  const age = entry("How old are you?", 30);
  test.each([
    ["nothing to compare", [age, entry("Do you like tea?", "Yes")], NOT_SCORED],
    ["age and a year of birth that fits", [age, entry("In which year were you born?", "1999")], 100],
    ["age and a year of birth that does not", [age, entry("In which year were you born?", "1970")], 40],
    ["more years of work than of life", [age, entry("How many years have you worked?", "35 years")], 40],
    ["years of work that fit", [age, entry("How many years have you worked?", 12)], 100],
    [
      "two contradictions",
      [age, entry("How many years have you worked?", 35), entry("What is your year of birth?", 1960)],
      15,
    ],
    ["two genders", [entry("What is your gender?", "Male"), entry("What is your gender?", "female")], 40],
    ["one gender, written twice", [entry("What is your gender?", "Male"), entry("Your gender", " male ")], 100],
    ["the age of somebody else", [age, entry("How old are your children?", 3)], NOT_SCORED],
    ["an answer that is no number", [entry("How old are you?", "20 or 30"), entry("Your age?", 50)], NOT_SCORED],
  ])("%s", (_, entries, score) => {
    expect(scoreCoherence(entries, 2029).score).toBe(score);
    expect(scoreCoherence([...entries].reverse(), 2029).score).toBe(score);
  });

  test("names both answers", () => {
    const entries = [age, entry("In which year were you born?", "1970")];
    expect(scoreCoherence(entries, 2029).reason).toBe("Age 30, but born in 1970");
  });
});

test("halves round up, and what could not be scored is in no mean", () => {
  expect([2.5, 2.49, 0.5].map(roundHalfUp)).toEqual([3, 2, 1]);
  expect(meanScore([100, 51, NOT_SCORED])).toBe(76);
  expect(meanScore([NOT_SCORED])).toBe(NOT_SCORED);
  expect(meanScore([])).toBe(NOT_SCORED);
});
