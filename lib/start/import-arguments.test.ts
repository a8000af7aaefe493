import { expect, test } from "vitest";
import { parseImportArguments } from "./import-arguments";

const FILE = ["answers.csv", "--project", "P1"];

test("reads a file, its project and what columns mean", () => {
  expect(parseImportArguments(FILE)).toEqual({ file: "answers.csv", project: "p1", mode: "append", dryRun: false });
  const more = ["--time", "Start", "--weight", "w1", "--weight", "w2", "--id", "Id", "--mode", "update", "--dry-run"];
  expect(parseImportArguments([...FILE, ...more])).toEqual({
    ...{ file: "answers.csv", project: "p1", mode: "update", dryRun: true },
    ...{ time: "Start", id: "Id", weights: ["w1", "w2"] },
  });
});

test.each([
  [[], /Name the file to import/],
  [["answers.csv"], /Say which project/],
  [[...FILE, "more.csv"], /“more.csv” is one word too many/],
  [[...FILE, "--mode", "merge"], /--mode must be one of append, replace, update/],
  [[...FILE, "--when", "Start"], /--when/],
])("refuses %j with a sentence", (args, sentence) => {
  expect(() => parseImportArguments(args)).toThrow(sentence);
});
