import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import { questionsById } from "../qualification-text";
import { readOptions, readQualifications, writeOptions, writeQualifications } from "./option-text";

const question = (id: number, name: string, options: [number | string, string][]): Question => ({
  id,
  name,
  text: "",
  type: "single",
  options: options.map(([each, text]) => ({ id: each, text })),
});

const years = Array.from({ length: 87 }, (_, at) => [at + 13, String(at + 13)] as [number, string]);
const age = question(1, "Age", years);
const gender = question(2, "Gender", [
  [1, "Male"],
  [2, "Female"],
]);
const income = question(73, "Household income", [
  ["a", "Less than $15,000"],
  ["b", "$15,000 to $24,999"],
  ["c", 'Other; "as told"'],
  ["d", "any"],
  ["e", "Twice"],
  ["f", "twice"],
]);
const questions = questionsById([age, gender, income]);

describe("options", () => {
  test.each([
    [age, [18, 19, 20, 30], "18-20, 30"],
    [age, years.map(([id]) => id), "any"],
    [gender, [2], "Female"],
    [gender, [1, 2], "any"],
    [income, ["a", "b"], '"Less than $15,000", "$15,000 to $24,999"'],
    [income, ["c"], '"Other; ""as told"""'],
    [income, ["d", "e", "zz"], '"any", #e, #zz'],
  ])("%# are written so that they read back", (of, ids, text) => {
    expect(writeOptions(ids, of)).toBe(text);
    expect(readOptions(text, of)).toEqual({ value: ids });
  });

  test.each([
    [gender, "female", [2]],
    [gender, " MALE ; Female", [1, 2]],
    [age, "18 – 20; 65 to 66", [18, 19, 20, 65, 66]],
    [age, "Any", years.map(([id]) => id)],
    [gender, "#2", [2]],
  ])("%# are read as people type them", (of, text, ids) => {
    expect(readOptions(text, of)).toEqual({ value: ids });
  });

  test.each([
    [gender, "Femal", "There is no option of Gender called “Femal”. Did you mean “Female”?"],
    [gender, "xyz", "There is no option of Gender called “xyz”."],
    [age, "30-20", "“30-20” runs backwards: write 20-30."],
    [age, "1-9", "Age has no option from 1 to 9."],
    [gender, " , ", "Name at least one option of Gender."],
    [income, "twice", "Several options of Household income are called “twice”: write its id instead, #e or #f."],
  ])("%# that mean nothing get a sentence", (of, text, problem) => {
    expect(readOptions(text, of)).toEqual({ problem });
  });
});

describe("qualifications in one cell", () => {
  test("read back", () => {
    const text = "Age: 18-24; Gender: Female";
    const value = [
      { question_id: 1, allowed_option_ids: [18, 19, 20, 21, 22, 23, 24] },
      { question_id: 2, allowed_option_ids: [2] },
    ];
    expect(readQualifications(text, questions)).toEqual({ value });
    expect(writeQualifications(value, questions)).toBe(text);
    expect(readQualifications("", questions)).toEqual({ value: [] });
  });

  test.each([
    ["Gendr: Female", "There is no question called “Gendr”. Did you mean “Gender”?"],
    ["Female", "Write “Female” as a question and its options: “Gender: Female”."],
  ])("%s gets a sentence", (text, problem) => {
    expect(readQualifications(text, questions)).toEqual({ problem });
  });

  test("whatever questions and options are called, what is written reads back to the same", () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('"', ",", ";", ":", "|", "#", "a", "1", "-", " ", "\n"), maxLength: 8 }),
      fc.integer({ min: 0, max: 40 }).map(String),
    );
    const drawn = fc.array(fc.record({ name: word, options: fc.uniqueArray(word, { minLength: 1, maxLength: 12 }) }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(drawn, fc.infiniteStream(fc.boolean()), (given, coin) => {
        const made = given.map(({ name, options }, at) =>
          question(
            at + 1,
            name,
            options.map((text, index) => [100 + index, text]),
          ),
        );
        const qualifications = made.flatMap(({ id, options }) => {
          const chosen = options.filter(() => coin.next().value).map((option) => option.id);
          return chosen.length > 0 ? [{ question_id: id, allowed_option_ids: chosen }] : [];
        });
        const byId = questionsById(made);
        const read = readQualifications(writeQualifications(qualifications, byId), byId);
        const sorted = (of: typeof qualifications) =>
          of.map((each) => [each.question_id, [...each.allowed_option_ids].sort()]);
        expect("value" in read ? sorted(read.value as typeof qualifications) : read).toEqual(sorted(qualifications));
      }),
      { numRuns: 500 },
    );
  });
});
