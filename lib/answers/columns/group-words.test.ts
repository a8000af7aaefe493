import { describe, expect, test } from "vitest";
import { partsOfName, wordsOf } from "./group-words";

describe("a name", () => {
  test.each([
    ["Which do you use? [Soap]", "Which do you use?", "Soap"],
    ["Rate it [1-5] [Speed]", "Rate it [1-5]", "Speed"],
    ["Q1[SQ001]. Which do you use? [Soap]", "Q1", "Soap"],
    ["Q1[SQ002_SQ001]", "Q1[SQ002]", "SQ002_SQ001"],
    ["home/q1/phone", "home/q1", "phone"],
  ])("%s is parted", (name, stem, own) => expect(partsOfName(name)).toMatchObject({ stem, own }));

  test.each(["Q1", "Amount (EUR)", "[Soap]", "/phone", "q1/", "[ ]"])("%s is not", (name) =>
    expect(partsOfName(name)).toBeNull(),
  );
});

describe("the words of columns", () => {
  const labelled = (...labels: string[]) =>
    wordsOf(
      "Q1",
      labels.map((label, at) => ({ name: `Q1_${at + 1}`, label })),
    );

  test("are cut at a sign alone, never within a word", () => {
    expect(labelled("I like tea", "I like teas").text).toBe("Q1");
    expect(labelled("How well-kept: Soap", "How well-kept: Soda")).toEqual({
      text: "How well-kept",
      own: ["Soap", "Soda"],
    });
  });

  test("are names where some have no label", () => {
    const words = wordsOf("Q1", [{ name: "Q1_1" }, { name: "Q1_2", label: "How good: tea" }]);
    expect(words).toEqual({ text: "Q1", own: [undefined, "How good: tea"] });
  });

  // A search that goes back at each sign would outlast the patience of a test.
  test.each([" - ", "?", ": ", "[", "]", " "])("are found in labels of nothing but %j", (sign) => {
    const many = sign.repeat(20_000);
    expect(labelled(many, `${many}x`).own).toHaveLength(2);
    expect(labelled(many, `x${many}`).own).toHaveLength(2);
  });
});
