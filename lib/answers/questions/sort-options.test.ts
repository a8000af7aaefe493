import { describe, expect, test } from "vitest";
import type { QuestionDraft } from "./question-draft";
import { type OptionSort, sortOptions } from "./sort-options";

const draft: QuestionDraft = {
  ...{ text: "", missing: [], derivation: null },
  options: [
    { code: 1, label: "Agree", value: 10 },
    { code: 9, label: "Refused", value: null },
    { code: 2, label: "Disagree", value: null },
    { code: 3, label: "Neutral", value: 5 },
  ],
};
const counts = new Map([
  [1, 3],
  [2, 8],
  [3, 5],
  [9, 20],
]);
const facts = { countOf: (code: number) => counts.get(code) ?? 0, isMissing: (code: number) => code === 9 };

const sorted = (by: OptionSort, of: QuestionDraft = draft) => {
  const found = sortOptions(of, by, facts);
  return typeof found === "string" ? found : found.options.map(({ code, value }) => [code, value]);
};

describe("options are sorted, those that are no answers behind the others", () => {
  test.each<[OptionSort, [number, number | null][]]>([
    [
      "scale",
      [
        [2, 1],
        [3, 2],
        [1, 3],
        [9, null],
      ],
    ],
    [
      "label",
      [
        [1, 10],
        [2, null],
        [3, 5],
        [9, null],
      ],
    ],
    [
      "value",
      [
        [3, 5],
        [1, 10],
        [2, null],
        [9, null],
      ],
    ],
    [
      "frequency",
      [
        [2, null],
        [3, 5],
        [1, 10],
        [9, null],
      ],
    ],
    [
      "reverse",
      [
        [3, 5],
        [2, null],
        [1, 10],
        [9, null],
      ],
    ],
  ])("by %s", (by, expected) => expect(sorted(by)).toEqual(expected));
});

test("numbers in labels count as numbers", () => {
  const options = ["10 km", "9 km", "100 km"].map((label, at) => ({ code: at, label, value: null }));
  const found = sortOptions({ ...draft, options }, "label", facts);
  expect(typeof found === "string" ? found : found.options.map(({ label }) => label)).toEqual([
    "9 km",
    "10 km",
    "100 km",
  ]);
});

test("what cannot be sorted says why", () => {
  const options = ["Red", "Green", "Blue"].map((label, at) => ({ code: at, label, value: null }));
  expect(sorted("scale", { ...draft, options })).toContain("name no scale");
  expect(sorted("value", { ...draft, options })).toBe("No option has a value.");
  expect(sortOptions(draft, "frequency", { ...facts, countOf: undefined })).toBe("The answers are not counted yet.");
});
