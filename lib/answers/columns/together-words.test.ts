import { expect, test } from "vitest";
import type { TakenColumns } from "./take-columns";
import { missingInWords, takenInWords } from "./together-words";

const format = { count: (value: number) => value.toLocaleString("en") };
const words = (outcome: Partial<TakenColumns>) =>
  takenInWords(
    {
      ...{ as: "numeric", ticked: 14, taken: 14, already: 0, along: 0, stay: [], from: [], partly: [], replaced: null },
      ...outcome,
    },
    format,
  ).join(" ");

test("says how many of the ticked columns are taken for something else, and why the others stay", () => {
  expect(words({})).toBe("14 columns taken as numbers.");
  expect(words({ taken: 12, stay: [{ reason: "numbers", columns: ["A", "B"] }] })).toBe(
    "12 of 14 columns taken as numbers; 2 stay (“A”, “B”): their values are no numbers.",
  );
  expect(words({ taken: 12, already: 1, stay: [{ reason: "identifiers", columns: ["A"] }] })).toBe(
    "12 of 14 columns taken as numbers; 1 was already; 1 stays (“A”): its values are identifiers, of which a number would lose zeros or digits.",
  );
  expect(words({ ticked: 4, taken: 0, stay: [{ reason: "dates", columns: ["A", "B", "C", "D"] }] })).toContain(
    "No column is taken as numbers; 4 stay (“A”, “B”, “C” and 1 more): their values are no dates.",
  );
});

test("says what goes with them, what of them is not read, and what is left out for them", () => {
  expect(words({ ticked: 1, taken: 1, along: 4 })).toBe(
    "1 column taken as numbers. 4 more went along: rows of the same grid.",
  );
  expect(words({ from: ["Q19", "Q28"] })).toContain("Columns left the questions “Q19”, “Q28”.");
  expect(words({ partly: ["A"] })).toContain("Some values of “A” are none: look at what is read there.");
  expect(words({ as: "id", ticked: 1, taken: 1, replaced: "Old" })).toBe(
    "1 column taken as the id of the response. “Old”, which was it before, is left out.",
  );
});

test("says how many columns got missing codes", () => {
  expect(missingInWords({ ticked: 3, added: 3, already: 0, none: [] }, format)).toBe("Codes added to 3 columns.");
  expect(missingInWords({ ticked: 4, added: 2, already: 1, none: ["Id"] }, format)).toBe(
    "Codes added to 2 of 4 columns; 1 had them already; 1 is no question (“Id”).",
  );
});
