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

  test("counts how far the times of at least fifty others lie apart", () => {
    const spread = (logDeviation: number) => ({ ...before, logMean: Math.log(60_000), logDeviation });
    expect(scoreTime(40_000, spread(0.1))).toMatchObject({ score: 60, reason: expect.stringContaining("1 in 200") });
    expect(scoreTime(40_000, spread(0.5)).score).toBe(100);
    expect(scoreTime(25_000, spread(0.2)).score).toBe(50);
    expect(scoreTime(25_000, spread(1)).score).toBe(70);
    expect(scoreTime(25_000, { ...spread(1), respondents: 49 }).score).toBe(50);
    expect(scoreTime(25_000, spread(0)).score).toBe(50);
    expect(scoreTime(0, spread(1)).score).toBe(0);
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

  const opinion = [5, 4, 5, 2, 1, 2, 4, 5, 1, 2];
  /** Every second one is less sure of the same opinion. */
  const others = Array.from({ length: 60 }, (_, at) =>
    opinion.map((value, item) => (at % 2 === 0 ? value + ((at + item) % 3) - 1 : value > 3 ? 4 : 2)),
  );

  test("against others: one rare signal is doubtful, two are suspicious, and both are named", () => {
    expect(scoreGrid(opinion, others).score).toBe(100);
    const against = opinion.map((value) => 6 - value);
    expect(scoreGrid(against, others)).toMatchObject({ score: 60, reason: expect.stringContaining("runs against") });
    expect(scoreGrid([3, 3, 3, 3, 3, 3, 3, 3, 4, 4], others)).toMatchObject({
      ...{ score: 15, reason: expect.stringMatching(/The same answer to 8 of 10 .*; Its answers vary less than/) },
    });
    expect(scoreGrid([-20, 40, -20, 40, 40, -20, -20, 40, -20, -20], others).reason).toContain("vary more than");
  });

  test("against fewer than fifty others, others of another length or with the others' own answers says nothing", () => {
    const against = opinion.map((value) => 6 - value);
    expect(scoreGrid(against, others.slice(0, 49)).score).toBe(100);
    expect(
      scoreGrid(
        against,
        others.map((other) => other.slice(1)),
      ).score,
    ).toBe(100);
    for (const other of others) expect(scoreGrid(other, others).score).toBe(100);
    const alike = Array.from({ length: 60 }, () => opinion);
    expect(scoreGrid(opinion, alike).score).toBe(100);
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

  test("at length without a pause or a correction is doubtful", () => {
    const long = text.repeat(4);
    const quick = (at: number) => 60 + ((at * 37) % 90);
    expect(scoreBehaviour(typed(long, quick)).score).toBe(60);
    expect(scoreBehaviour(typed(long, (at) => (at === 100 ? 900 : quick(at)))).score).toBe(100);
    const corrected = typed(long, quick).map((each, at) => (at === 50 ? { ...each, value: "Backspace" } : each));
    expect(scoreBehaviour(corrected).score).toBe(100);
  });

  test("makes an answer that came faster than anybody types an AI suspect", () => {
    const long = `${text} ${text}`;
    expect(
      scoreAiSuspect(
        long,
        24,
        typed(long, () => 20),
      ),
    ).toMatchObject({
      ...{ category: "AI_SUSPECT", reason: expect.stringContaining("faster than anybody types") },
    });
    expect(
      scoreAiSuspect(
        long,
        24,
        typed(long, () => 80),
      ),
    ).toBeNull();
    expect(scoreAiSuspect(long, 24, [...typed(long, human)].reverse())).toBeNull();
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
    ["one gender in two words", [entry("What is your gender?", "M"), entry("Your gender", "male")], 100],
    ["a gender of another name", [entry("What is your gender?", "Male"), entry("Your gender", "x")], NOT_SCORED],
    ["one gender, written twice", [entry("What is your gender?", "Male"), entry("Your gender", " male ")], 100],
    ["the age of somebody else", [age, entry("How old are your children?", 3)], NOT_SCORED],
    ["an answer that is no number", [entry("How old are you?", "20 or 30"), entry("Your age?", 50)], NOT_SCORED],
  ])("%s", (_, entries, score) => {
    expect(scoreCoherence({ entries, year: 2029 }).score).toBe(score);
    expect(scoreCoherence({ entries: [...entries].reverse(), year: 2029 }).score).toBe(score);
  });

  test("names both answers", () => {
    const entries = [age, entry("In which year were you born?", "1970")];
    expect(scoreCoherence({ entries, year: 2029 }).reason).toBe("Age 30, but born in 1970");
  });
});

describe("coherence with attributes and by rules of the account", () => {
  const entries: InterviewEntry[] = [
    { questionId: "q1", question: "How old are you?", answer: 30 },
    { questionId: "q2", question: "For how long have you been employed?", answer: "20 years" },
    { questionId: "q3", question: "Gender", answer: "Female" },
    { questionId: "q4", question: "Which examinations did you have?", answer: " Prostate " },
  ];
  const score = (more: Omit<Parameters<typeof scoreCoherence>[0], "entries" | "year">) =>
    scoreCoherence({ entries, year: 2029, ...more });

  test("qualifying answers are compared with the survey's answers", () => {
    expect(score({ attributes: { Age: "45", panel: "x" } }).reason).toBe("Two ages: 30 and 45");
    expect(score({ attributes: { birth_year: "1999" } }).score).toBe(100);
    expect(score({ attributes: { panel: "30" } }).score).toBe(NOT_SCORED);
    expect(score({ attributes: null }).score).toBe(NOT_SCORED);
  });

  const years = { kind: "difference", name: "Age at first job", at_least: 14 } as const;
  const ask = (text_contains: string) => ({ text_contains });
  const together = {
    kind: "together",
    name: "Sex",
    first: { question_id: "q3" },
    second: { question_id: "q4" },
  } as const;

  test("a difference beyond its limit, and two answers that nobody gives together, are named with both answers", () => {
    const rule = { ...years, first: ask("HOW OLD"), second: ask("been employed") };
    expect(score({ rules: [rule] })).toEqual({
      score: 40,
      reason: "Age at first job: “30” to “How old are you?” and “20 years” to “For how long have you been employed?”",
    });
    const other = { ...together, first_answers: ["female", "F"], second_answers: ["prostate"] };
    expect(score({ rules: [rule, other] }).score).toBe(15);
    expect(score({ rules: [{ ...rule, at_least: 10, at_most: 10 }] }).score).toBe(100);
    expect(score({ rules: [{ ...other, second_answers: ["knee"] }] }).score).toBe(100);
  });

  test("two numbers beyond limits contradict each other, and an answer without a number is compared with none", () => {
    const asked = { first: ask("how old"), second: ask("been employed") };
    const limits = { first_over: 25, first_under: 31, second_over: 19 };
    const rule = { kind: "together" as const, name: "Long at work", ...asked, ...limits };
    expect(score({ rules: [rule] }).reason).toMatch(/^Long at work: “30” to .* and “20 years” to/);
    expect(score({ rules: [{ ...rule, second_over: 20 }] }).score).toBe(100);
    expect(score({ rules: [{ ...rule, first_under: 30 }] }).score).toBe(100);
    expect(score({ rules: [{ ...rule, second: ask("gender") }] }).score).toBe(NOT_SCORED);
  });

  test("a rule of which one question was not asked, or not answered with a number, compares nothing", () => {
    const without = { ...years, first: ask("how old"), second: ask("shoe size") };
    const words = { ...years, first: ask("how old"), second: ask("gender") };
    for (const rule of [without, words]) expect(score({ rules: [rule] }).score).toBe(NOT_SCORED);
    const pattern = { ...years, first: ask(".*"), second: ask("(a+)+$") };
    expect(score({ rules: [pattern] }).score).toBe(NOT_SCORED);
  });

  test("of two answers to one question the one that fits best counts", () => {
    const rule = { ...years, first: ask("old"), second: ask("employed") };
    const twice = [...entries, { question: "How old are you now?", answer: 52 }];
    expect(scoreCoherence({ entries: twice, year: 2029, rules: [rule] }).reason).toBe("Two ages: 30 and 52");
  });
});

test("halves round up, and what could not be scored is in no mean", () => {
  expect([2.5, 2.49, 0.5].map(roundHalfUp)).toEqual([3, 2, 1]);
  expect(meanScore([100, 51, NOT_SCORED])).toBe(76);
  expect(meanScore([NOT_SCORED])).toBe(NOT_SCORED);
  expect(meanScore([])).toBe(NOT_SCORED);
});
