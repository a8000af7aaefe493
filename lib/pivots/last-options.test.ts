import { expect, test } from "vitest";
import { lastRank } from "./last-options";

test.each([
  ["Other", 1],
  ["Other (please specify)", 1],
  ["Something else", 1],
  ["Sonstiges, und zwar:", 1],
  ["Autre", 1],
  ["None of these", 2],
  ["None", 2],
  ["Keine davon", 2],
  ["Aucun", 2],
  ["Otherwise satisfied", 0],
  ["North", 0],
  ["Nonetheless", 0],
  ["Mother", 0],
  ["Others in my household use this brand at least once a week", 0],
] as const)("“%s” has the rank %d among the last", (label, rank) => {
  expect(lastRank(label)).toBe(rank);
});
