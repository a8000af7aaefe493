import { expect, test } from "vitest";
import { findAmong, sortByNumber } from "./find-called";

const UUID = "0192f0c1-aaaa-7000-8000-000000000001";
const survey = (survey_number: string, name: string | null = null, survey_id: string | null = survey_number) => ({
  ...{ survey_number, name, survey_id },
});
const surveys = [
  survey("lowx", "Coffee"),
  survey("LOWX", "Tea"),
  survey("N-7", "Linked", "id-7"),
  survey(UUID, "By id"),
  survey("1003", "Twice"),
  survey("1004", "TWICE"),
  survey("Coffee", "A number that is a name"),
];

test.each([
  ["lowx", ["lowx"]],
  ["LOWX", ["LOWX"]],
  ["Lowx", []],
  ["id-7", ["N-7"]],
  ["ID-7", []],
  [UUID.toUpperCase(), [UUID]],
  ["tea", ["LOWX"]],
  ["ｔｅａ", ["LOWX"]],
  ["twice", ["1003", "1004"]],
  ["coffee", ["lowx"]],
  ["Coffee", ["Coffee"]],
  ["nothing", []],
])("%j names %j", (text, numbers) => {
  expect(findAmong(surveys)(text).map(({ survey_number }) => survey_number)).toEqual(numbers);
});

test("numbers are sorted in the surveys' own spelling, each once; a name is no number", () => {
  expect(sortByNumber([UUID.toUpperCase(), "Lowx", "LOWX", "Tea", UUID], surveys)).toEqual({
    surveys: [
      { survey_number: UUID, name: "By id" },
      { survey_number: "LOWX", name: "Tea" },
    ],
    unknown: ["Lowx", "Tea"],
  });
});

test("a UUID that a service writes in capitals is found in any case, and stays as it is there", () => {
  const capitals = UUID.toUpperCase();
  expect(sortByNumber([UUID], [survey(capitals, "Capitals")]).surveys).toEqual([
    { survey_number: capitals, name: "Capitals" },
  ]);
});
