import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnswerOption } from "../interfaces/answers";
import { optionFinder } from "./filter-values";
import { optionNames } from "./option-names";

const option = (code: number, label: string): AnswerOption => ({ code, label, order: code, value: null, cells: [] });
const namesOf = (...labels: [code: number, label: string][]) => [
  ...optionNames(labels.map(([code, label]) => option(code, label))),
];

describe("the names of options", () => {
  test("are their labels where no other option has them, whatever else a table calls so", () => {
    expect(namesOf([1, "Yes"], [5, "No answer"], [6, "Total"], [7, "yes"])).toEqual([
      [1, "Yes"],
      [5, "No answer"],
      [6, "Total"],
      [7, "yes"],
    ]);
  });

  test("tell options of one label apart by their codes, and leave the label that looks like such a name alone", () => {
    expect(namesOf([2, "Other"], [4, " Other"])).toEqual([
      [2, "Other (2)"],
      [4, "Other (4)"],
    ]);
    expect(namesOf([1, "Alpha"], [2, "Other"], [4, "Other"], [5, "Other (2)"])).toEqual([
      [1, "Alpha"],
      [2, "Other (code 2)"],
      [4, "Other (code 4)"],
      [5, "Other (2)"],
    ]);
  });

  test("are one each, and each finds its option alone", () => {
    const word = fc.constantFrom(
      "A",
      "A ",
      "a",
      "A (1)",
      "A (2)",
      "A (code 1)",
      "A (code 1, 2)",
      "e\u0301",
      "\u00e9",
      "",
    );
    const property = fc.property(
      fc.uniqueArray(fc.nat(4), { minLength: 1 }),
      fc.infiniteStream(word),
      (codes, words) => {
        const options = codes.map((code) => option(code, words.next().value));
        const names = optionNames(options);
        expect(new Set([...names.values()].map((name) => name.trim().normalize("NFC"))).size).toBe(options.length);
        const find = optionFinder(options);
        for (const [code, name] of names) expect(find(name)).toEqual([code]);
        for (const { label } of options) {
          const alike = options.filter((each) => each.label.trim().normalize("NFC") === label.trim().normalize("NFC"));
          if (alike.length === 1) expect(names.get(alike[0]?.code ?? -1)).toBe(label);
        }
      },
    );
    fc.assert(property, { numRuns: 2000 });
  });
});

test("a label of several options finds all of them, and a code before any label", () => {
  const find = optionFinder([option(1, "2"), option(2, "Other"), option(4, "other"), option(5, "Other")]);
  expect([find("Other"), find("OTHER"), find("other"), find("Other (5)"), find(2), find("2"), find("none")]).toEqual([
    [2, 5],
    [2, 4, 5],
    [4],
    [5],
    [2],
    [2],
    [],
  ]);
});
