import { expect, test } from "vitest";
import { namedColumns } from "./named-columns";

test("what is written is read by its name, whatever the order of the names", () => {
  for (const names of [["id", "low", "high"] as const, ["high", "id", "low"] as const]) {
    const { at, inOrder, width } = namedColumns(names);
    const row = inOrder({ id: 7, low: 1, high: 9 });
    expect([row[at.id], row[at.low], row[at.high], width]).toEqual([7, 1, 9, 3]);
  }
});

test("a block of columns moves what stands behind it", () => {
  const { at, inOrder, width } = namedColumns(["key", "answers", "count", "rest"], { answers: 3 });
  const row = inOrder({ key: ["k"], answers: ["a", "b", "c"], count: ["n"], rest: ["x", "y"] }).flat();
  expect(row).toEqual(["k", "a", "b", "c", "n", "x", "y"]);
  expect(row.slice(at.answers, at.count)).toEqual(["a", "b", "c"]);
  expect([row[at.count], row.slice(at.rest), width]).toEqual(["n", ["x", "y"], 6]);
});

test("an empty block takes no place", () => {
  const { at } = namedColumns(["codes", "n"], { codes: 0 });
  expect(at).toEqual({ codes: 0, n: 0 });
});
