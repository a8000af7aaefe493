import { expect, test } from "vitest";
import type { TrendQuestion } from "@/lib/charts/prepare-trend";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { cardWords } from "./card-words";

const none = { low: null, high: null, variance: 1, chosen: null, quartiles: null };
const point = (at: number, mean: number | null, count: number) => {
  const bases = mean === null ? { base: null, effective: null } : { base: count, effective: count / 2 };
  return { ...none, at, mean, count, ...bases };
};

const question = (isWeighted: boolean): TrendQuestion => ({
  id: "q",
  title: "Liking",
  series: {
    id: "q",
    measure: "mean",
    points: [point(0, 4, 1200), point(1, 3.111, 800), point(2, null, 0)],
    range: null,
    hasBand: false,
    hasCounts: true,
    isTestable: true,
    isWeighted,
  },
  rolling: null,
  other: null,
  changes: [{ at: 1, since: 0, by: -1, p: 0.001 }],
  differences: [],
});

const format = formatFor(usualSettings);

test("a card says its n, the last figure that there is, and what changed", () => {
  expect(cardWords(question(false), format)).toBe("n 2,000 · last 3.11 · 1 significant change");
});

test("a weighted card says its effective base too", () => {
  expect(cardWords(question(true), format)).toBe(
    "n 2,000 · effective base 1,000 · last 3.11 · 1 significant change · weighted",
  );
});
