import { expect, test } from "vitest";
import { parseImportArguments } from "./import-arguments";

const FILE = ["answers.csv", "--project", "P1"];

test("reads a file, its project and what columns mean", () => {
  const read = { file: "answers.csv", project: "p1" };
  expect(parseImportArguments(FILE)).toEqual({ ...read, mode: "append", dryRun: false, chosen: {} });
  const more = ["--time", "Start", "--weight", "w1", "--weight", "w2", "--id", "Id", "--mode", "update", "--dry-run"];
  expect(parseImportArguments([...FILE, ...more])).toEqual({
    ...{ ...read, mode: "update", dryRun: true },
    chosen: { time: "Start", id: "Id", weights: ["w1", "w2"] },
  });
});

test("reads where the table stands", () => {
  const layoutOf = (...more: string[]) => parseImportArguments([...FILE, ...more]).layout;
  expect(layoutOf("--sheet", "Raw data", "--header-row", "4")).toEqual({ sheet: "Raw data", headerRow: 4 });
  expect(layoutOf("--header-row", "4-5")).toEqual({ headerRow: 4, headerRows: 2 });
  expect(["semicolon", ";", "tab", "\\t"].map((sign) => layoutOf("--delimiter", sign)?.delimiter)).toEqual([
    ...[";", ";", "\t", "\t"],
  ]);
});

test("reads the choices that the page has", () => {
  const more = ["--end", "End", "--zone", "Europe/Berlin", "--decimal", "comma", "--reversed", "refuse"];
  const columns = ["--as", "Q5=multiple", "--as", "a=b=ignored", "--no-answers-count", "--all-rows"];
  expect(parseImportArguments([...FILE, ...more, ...columns]).chosen).toEqual({
    ...{ end: "End", timeZone: "Europe/Berlin", decimal: ",", endBeforeStart: "refuse" },
    ...{ countsNoAnswers: true, keepsAllRows: true },
    columns: [
      { column: "Q5", as: "multiple" },
      { column: "a=b", as: "ignored" },
    ],
  });
  expect(parseImportArguments([...FILE, "--setup", "wave.xml"]).setup).toBe("wave.xml");
});

test.each([
  [[], /Name the file to import/],
  [["answers.csv"], /Say which project/],
  [[...FILE, "more.csv"], /“more.csv” is one word too many/],
  [[...FILE, "--mode", "merge"], /--mode must be one of append, replace, update/],
  [[...FILE, "--when", "Start"], /--when/],
  [[...FILE, "--header-row", "0"], /--header-row must be a row such as 4/],
  [[...FILE, "--header-row", "1-5"], /--header-row must be a row such as 4/],
  [[...FILE, "--delimiter", "dot"], /--delimiter must be one of comma, semicolon, tab, bar/],
  [[...FILE, "--as", "Q5"], /--as must name a column and a kind/],
  [[...FILE, "--as", "Q5=list"], /The kind of --as must be one of numeric/],
  [[...FILE, "--zone", "Mars"], /--zone must be the name of a time zone/],
])("refuses %j with a sentence", (args, sentence) => {
  expect(() => parseImportArguments(args)).toThrow(sentence);
});
