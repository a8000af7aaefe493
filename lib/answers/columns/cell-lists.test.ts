import { describe, expect, test } from "vitest";
import { areCodeLists, guessSeparator, listedOptions, splitCell } from "./cell-lists";

/** Each of the cells ten times. */
const values = (...cells: string[]) => cells.map((cell) => ({ cell, count: 10 }));

describe("the sign between the options of a cell", () => {
  test.each<[what: string, cells: string[], separator: string | null, options: string[]]>([
    [
      "a semicolon, with commas in labels",
      ["TV;Papers, magazines", "TV", "Papers, magazines", "Web;TV", "Web"],
      ";",
      ["TV", "Papers, magazines", "Web"],
    ],
    [
      "a comma, with one in a label",
      ["TV, Papers, magazines", "TV", "Web, TV", "Web", "Papers, magazines"],
      ", ",
      ["TV", "Papers, magazines", "Web"],
    ],
    [
      "a comma, with one in a name",
      ["Ford, Dynamo, Inc.", "Ford", "Dynamo, Inc.", "Opel, Ford", "Opel, Dynamo, Inc."],
      ", ",
      ["Ford", "Dynamo, Inc.", "Opel"],
    ],
    [
      "a comma, with two in a label",
      ["Red, white, and blue, Pink", "Pink", "Teal, Pink", "Teal, Red, white, and blue", "Teal"],
      ", ",
      ["Red, white, and blue", "Pink", "Teal"],
    ],
    [
      "a comma, with answers that begin alike",
      ["Yes, daily, Tram", "Yes, daily", "Yes, weekly, Tram", "Tram", "Yes, weekly"],
      ", ",
      ["Yes, daily", "Tram", "Yes, weekly"],
    ],
    ["a bar", ["Thé|Café", "Thé", "Café", "Lait|Café", "Lait"], "|", ["Thé", "Café", "Lait"]],
    [
      "a new line",
      ["Tea, hot\nRum", "Rum", "Tea, hot", "Rum\nMilk, cold", "Milk, cold"],
      "\n",
      ["Tea, hot", "Rum", "Milk, cold"],
    ],
  ])("is %s", (_, cells, separator, options) => {
    expect(guessSeparator(values(...cells))).toBe(separator);
    expect(listedOptions(values(...cells), separator)).toEqual(options);
  });

  test.each<[what: string, cells: string[]]>([
    ["answers with commas", ["Yes, a lot", "Yes, a little", "No", "No, never"]],
    ["amounts", ["$25,000 to $49,999", "$50,000 to $99,999", "Less than $25,000"]],
    ["places", ["Ulm, Germany", "Bonn, Germany", "Graz, Austria", "Wien, Austria"]],
  ])("is none in %s", (_, cells) => expect(guessSeparator(values(...cells))).toBeNull());
});

describe("codes with commas between them", () => {
  test.each([
    [["101", "102", "101,102"], true],
    [["1", "2", "10", "100", "1,2,10", "10,100"], true],
    [["1", "2", "1, 2"], true],
    [["7", "1203", "7,1203"], true],
    [["1,234", "5,678", "9,100"], false],
    [["950", "1,020", "1,100"], false],
    [["3,5", "4,5", "1", "2"], false],
    [["3,2,1", "2,1,3"], false],
  ])("%j: %s", (cells, are) => expect(areCodeLists(cells)).toBe(are));
});

test("a cell is split into options by their labels, the longest first", () => {
  const labels = new Set(["TV", "Papers, magazines", "Papers"]);
  const split = (cell: string) => splitCell(cell, ", ", (text) => labels.has(text));
  expect(split("TV, Papers, magazines")).toEqual(["TV", "Papers, magazines"]);
  expect(split("Papers, TV")).toEqual(["Papers", "TV"]);
  expect(split("Papers, other, TV")).toEqual(["Papers", "other", "TV"]);
});
