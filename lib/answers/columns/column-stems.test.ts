import { describe, expect, test } from "vitest";
import { isBeside, stemsOf } from "./column-stems";

describe("a column's name is parted into question and part", () => {
  test.each([
    ["Google Forms and LimeSurvey", "Which do you use? [Soap]", "Which do you use?", "Soap"],
    ["brackets in the question", "Rate it [1-5] [Speed]", "Rate it [1-5]", "Speed"],
    ["LimeSurvey's code and text", "Q1[SQ001]. Which do you use? [Soap]", "Q1", "Soap"],
    ["LimeSurvey's codes", "Q1[SQ001]", "Q1", undefined],
    ["LimeSurvey's table", "Q1[SQ002_SQ001]", "Q1[SQ002]", undefined],
    ["LimeSurvey's codes in .sav", "Q1_SQ001", "Q1", undefined],
    ["Decipher's rows", "Q4r12", "Q4", undefined],
    ["Decipher's rows of a lettered question", "Q4ar1", "Q4a", undefined],
    ["Decipher's cells", "Q4r1c2", "Q4r1", undefined],
    ["Qualtrics", "Q12_4", "Q12", undefined],
    ["numbers in brackets", "Q1[3]", "Q1", undefined],
    ["Kobo", "home/q1/phone", "home/q1", "phone"],
  ])("%s: %s", (_, name, id, part) => {
    expect(stemsOf({ name })[0]).toMatchObject({ id });
    expect(stemsOf({ name })[0]?.part).toBe(part);
  });

  test.each(["Q1", "Age", "year1", "Amount (EUR)", "[Soap]", "/phone", "q1/", "[ ]", "Your1"])("not %s", (name) => {
    expect(stemsOf({ name })).toEqual([]);
  });

  test("a cell of Decipher's tables has its row, and its column", () => {
    expect(stemsOf({ name: "Q4r1c2" }).map(({ id }) => id)).toEqual(["Q4r1", "Q4c2"]);
  });

  test("the text that follows a code is the question's", () => {
    expect(stemsOf({ name: "Q1[SQ001]. Which do you use? [Soap]" })[0]?.text).toBe("Which do you use?");
  });

  test("what is written in stands beside the options", () => {
    expect(["Q5_4_TEXT", "Q5_other", "Q5[other]", "Q5r99oe"].filter((name) => isBeside("Q5", name))).toHaveLength(4);
    expect(["Q5_4", "Q55", "Q5roe", "Q6_other"].filter((name) => isBeside("Q5", name))).toEqual([]);
  });
});
