import { describe, expect, test } from "vitest";
import type { AnswerCategory, PointScore, QualityCheck } from "@/lib/contracts/terms/quality";
import { type CleaningRules, defaultRules, reasonsToExclude } from "./exclusion";
import { summarize } from "./summary";

const point = (qualityCheck: QualityCheck, score: number, category: AnswerCategory | null = null): PointScore => ({
  ...{ qualityCheck, dataPointId: "p", score, category, reason: "" },
});
const reasons = (points: PointScore[], rules: CleaningRules = defaultRules) =>
  reasonsToExclude(summarize(points), rules);
/** Lifts the total, so that one rule alone is tried. */
const good = [point("CHS", 100), point("TS", 100), point("GQS", 100)];

describe("the usual rules", () => {
  test.each([
    ["a total of 60 stays", [point("TS", 60)], 0],
    ["a total of 59 goes", [point("TS", 59)], 1],
    ["open answers of 39 go from two on", [point("OES", 39), point("OES", 39), ...good], 1],
    ["open answers of 40 stay", [point("OES", 40), point("OES", 40), ...good], 0],
    ["one open answer of 0 stays", [point("OES", 0), ...good], 0],
    ["coherence of 29 goes", [point("CHS", 29), point("TS", 100), point("BAS", 100)], 1],
    ["coherence of 30 stays", [point("CHS", 30), point("TS", 100), point("BAS", 100)], 0],
    ["two grids of 19 go", [point("GQS", 19), point("GQS", 19), point("TS", 100), point("CHS", 100)], 1],
    ["one grid of 19 stays", [point("GQS", 19), point("TS", 100), point("CHS", 100)], 0],
    ["time of 19 goes", [point("TS", 19), point("CHS", 100), point("GQS", 100)], 1],
    ["one behaviour of 19 stays", [point("BAS", 19), ...good], 0],
    ["two behaviours of 19 go", [point("BAS", 19), point("BAS", 19), ...good], 1],
    ["what could not be scored is no data point", [point("BAS", 19), point("BAS", -999), ...good], 0],
    ["nothing that could be scored stays", [point("BAS", -999)], 0],
  ])("%s", (_, points, count) => {
    expect(reasons(points)).toHaveLength(count);
  });

  test.each(["AI_SUSPECT", "GIBBERISH", "OFF_TOPIC", "WRONG_LANGUAGE", "BAD_LANGUAGE"] as const)(
    "two answers of %s go, one stays",
    (category) => {
      const one = point("OES", 60, category);
      expect(reasons([one, one, ...good])).toHaveLength(1);
      expect(reasons([one, ...good])).toEqual([]);
    },
  );

  test.each(["NO_ANSWER", "VALID_ANSWER", "DUPLICATE_ANSWER"] as const)("any number of %s stays", (category) => {
    expect(reasons([...Array(8)].map(() => point("OES", 60, category)))).toEqual([]);
  });
});

describe("rules that are given", () => {
  test("are the only ones", () => {
    expect(reasons([point("TS", 0)], { serviceScore: 0 })).toEqual([]);
    expect(reasons([point("TS", 50), point("CHS", 0)], { TS: { score: 51 } })).toEqual([
      "Time: 50 is below 51, over 1 data point.",
    ]);
  });

  test("take missing numbers from the usual ones, and nothing where they are switched off", () => {
    expect(reasons([point("TS", 19)], { TS: {} })).toHaveLength(1);
    expect(reasons([point("TS", 19)], { TS: { activate: false } })).toEqual([]);
    const bad = point("OES", 60, "DUPLICATE_ANSWER");
    expect(reasons([bad, bad], { categories: { DUPLICATE_ANSWER: {} } })).toHaveLength(1);
    expect(reasons([bad, bad], { categories: { DUPLICATE_ANSWER: { exclude: false } } })).toEqual([]);
    expect(reasons([bad], { categories: { DUPLICATE_ANSWER: { minDataPoints: 1 } } })).toHaveLength(1);
  });
});
