import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import {
  describeOptions,
  describeQualification,
  isNumeric,
  questionsById,
  readBands,
  writeBands,
} from "./qualification-text";
import { gender, numericQuestion } from "./test-surveys";

const age = numericQuestion(13, 99);
const idOf = (year: number) => 1000 + year - 13;
const years = (...all: number[]) => all.map(idOf);
const named = (...texts: string[]): Question => ({
  ...gender,
  options: texts.map((text, index) => ({ id: index + 1, text })),
});

describe("describeOptions", () => {
  test("writes neighbouring numbers as ranges, in order, each once", () => {
    expect(describeOptions(years(65, 20, 19, 18, 20), age)).toBe("18–20, 65");
  });

  test("names the first options of many, and how many more there are", () => {
    const regions = named("North", "East", "South", "West", "Centre");
    expect(describeOptions([1, 2, 3], regions)).toBe("North, East, South");
    expect(describeOptions([1, 2, 3, 4], regions)).toBe("North, East and 2 more");
    expect(describeOptions([1, 2, 3, 4], regions, 10)).toBe("North, East, South, West");
  });

  test("says any only for exactly all options, numbers and digit strings alike", () => {
    expect(describeOptions(["1", 2], gender)).toBe("any");
    expect(describeOptions([1, 2, 9], gender)).toBe("Male, Female, #9");
    expect(describeOptions([1, "1"], gender)).toBe("Male");
    expect(describeOptions([], { ...gender, options: [] })).toBe("none");
  });

  test("shows ids that it has no name for", () => {
    expect(describeOptions([5], undefined)).toBe("#5");
    expect(describeQualification({ question_id: 8, allowed_option_ids: [5] }, questionsById([gender]))).toBe(
      "Question 8 #5",
    );
    expect(describeQualification({ question_id: "2", allowed_option_ids: ["2"] }, questionsById([gender]))).toBe(
      "Gender Female",
    );
  });

  test("keeps the leading zeros of postal codes, and takes 7 and 07 for two names", () => {
    expect(describeOptions([1, 2], named("02101", "02102", "10001"))).toBe("02101–02102");
    expect(describeOptions([1, 2], named("7", "07", "8"))).toBe("7, 07");
  });
});

describe("readBands", () => {
  test.each([
    ["18-20, 25", years(18, 19, 20, 25)],
    [" 18 – 19 ;13", years(13, 18, 19)],
    ["18", years(18)],
    ["18,", years(18)],
    ["18-19, 19-20", years(18, 19, 20)],
    ["90-120", years(90, 91, 92, 93, 94, 95, 96, 97, 98, 99)],
  ])("reads %j", (text, ids) => {
    expect(readBands(text, age)).toEqual(ids);
  });

  test.each([
    "",
    " , ",
    "34-18",
    "18-24, 34-25",
    "18-24, 500",
    "18 24",
    "-18",
    "18-",
    "18.5",
    "teens",
    "18-24-30",
    "65+",
  ])("refuses %j whole", (text) => {
    expect(readBands(text, age)).toBeNull();
  });

  test("reads numbers of any length", () => {
    expect(readBands("1990-1991", numericQuestion(1980, 2010))).toEqual([1010, 1011]);
  });

  test("reads back what writeBands and describeOptions write of a numeric question", () => {
    fc.assert(
      fc.property(fc.subarray(age.options, { minLength: 1 }), fc.boolean(), (options, asText) => {
        const ids = options.map(({ id }) => id);
        const given = asText ? ids.map(String) : ids;
        expect(readBands(writeBands(given, age), age)).toEqual(ids);
        if (ids.length < age.options.length)
          expect(readBands(describeOptions(given, age, Number.POSITIVE_INFINITY), age)).toEqual(ids);
      }),
    );
  });
});

describe("writeBands", () => {
  test("writes nothing for options the question does not have", () => {
    expect(writeBands([1, 2, idOf(18)], age)).toBe("18");
    expect(writeBands([1, 2], age)).toBe("");
  });
});

describe("isNumeric", () => {
  test("holds for many options that are different whole numbers", () => {
    expect(isNumeric(age)).toBe(true);
    expect(isNumeric(gender)).toBe(false);
    expect(isNumeric({ ...age, options: [...age.options, { id: 1, text: "Refused" }] })).toBe(false);
    expect(isNumeric({ ...age, options: [...age.options, { id: 1, text: "13" }] })).toBe(false);
  });
});
