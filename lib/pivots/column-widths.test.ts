import { expect, test } from "vitest";
import { columnWidths, longestLabel, longestWord } from "./column-widths";
import type { HeadCell, Leaf } from "./prepare-pivot";

const leaf = (column: number): Leaf => ({
  ...{ id: `${column} count`, kind: "value", column, value: { show: "count", questionId: null } },
  ...{ place: 0, isTotal: false, label: "Count" },
});
const over = (label: string, from: number, span = 1): HeadCell => ({ label, from, span, deep: 1, isTotal: false });

test("a column is as wide as the longest word over it, and no narrower than figures need", () => {
  const head = [[over("Satisfaction", 0, 2)], [over("Yes", 0), over("Unwahrscheinlichkeit (sehr)", 1)]];
  const [usual = 0, wide = 0] = columnWidths({ leaves: [leaf(0), leaf(1)], head });
  expect(usual).toBe(116);
  expect(wide).toBeGreaterThanOrEqual(longestWord("Unwahrscheinlichkeit"));
  expect(wide).toBeLessThan(longestWord("Unwahrscheinlichkeit (sehr)") + 40);
});

test("a heading over several columns shares its longest word among them", () => {
  const word = "Nahrungsmittelunverträglichkeitsuntersuchung";
  const widths = columnWidths({ leaves: [leaf(0), leaf(1), leaf(2)], head: [[over(word, 0, 3)]] });
  expect(widths.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(longestWord(word));
  expect(new Set(widths).size).toBe(1);
});

test("lines break at blanks, after hyphens, and between characters written without blanks", () => {
  expect(longestWord("very long line of words")).toBe(longestWord("words"));
  expect(longestWord("North-West")).toBe(longestWord("North-"));
  expect(longestWord("非常满意的顾客")).toBe(longestWord("非"));
  expect(longestWord("")).toBe(0);
});

test("labels need the room of the longest next to the figures", () => {
  const short = { labels: ["A question with a very long title indeed", "Satisfied"] };
  const long = { labels: ["", "Neither satisfied nor dissatisfied"] };
  expect(longestLabel([short, long])).toBe(longestLabel([long]));
  expect(longestLabel([long])).toBeGreaterThan(longestLabel([short]));
});
