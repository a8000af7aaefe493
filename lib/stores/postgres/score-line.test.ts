import { expect, test } from "vitest";
import { readScoreLine } from "./score-line";

const checks = { OES: { score: 50, points: 2 } };
const stored = [7, "r1", true, null, 1_900_000_000_000, 80, checks, { GIBBERISH: 1 }, ["Too fast"]];

test("a stored line is read by its names", () => {
  expect(readScoreLine(stored)).toEqual({
    ...{ id: 7, respondentId: "r1", isExcluded: true, decidedBy: null, atMs: 1_900_000_000_000, total: 80 },
    ...{ checks, categories: { GIBBERISH: 1 }, ruleReasons: ["Too fast"] },
  });
  expect(readScoreLine([7, "r1", false, "Ann", 1, null, null, null, []])).toMatchObject({ total: null, checks: null });
});

test.each([
  ["of other columns", ["r1", 7, ...stored.slice(2)]],
  ["with one less", stored.slice(1)],
  ["with checks of another shape", [...stored.slice(0, 6), { OES: 50 }, null, []]],
  ["with reasons of another kind", [...stored.slice(0, 8), [1]]],
  ["that is no list", { id: 7 }],
])("a line %s is refused by the name of its table", (_, line) => {
  expect(() => readScoreLine(line)).toThrow("A line of quality_score_lines cannot be read");
});
