import { expect, test } from "vitest";
import { titleOf } from "./question-rules";

test.each([
  ["How good?", "Price", "How good? Price"],
  ["How good", "Price", "How good: Price"],
  ["How good:", "Price", "How good: Price"],
  ["", "Price", "Price"],
  ["How good", "", "How good"],
  ["", "", "q1"],
])("the title of a part of %j named %j is %j", (grid, text, title) => {
  expect(titleOf({ id: "q1", text, grid: { id: "g", text: grid } })).toBe(title);
  if (grid === "") expect(titleOf({ id: "q1", text, grid: null })).toBe(title);
});
