import { describe, expect, test } from "vitest";
import type { FileColumn } from "@/lib/answers/files/answer-file";
import { stemsOf } from "./column-stems";
import { wordsOf } from "./group-words";

const words = (...columns: FileColumn[]) =>
  wordsOf(columns, stemsOf(columns[0] ?? { name: "" })[0] ?? { id: "", text: "" });
const labelled = (...labels: string[]) => words(...labels.map((label, at) => ({ name: `Q1_${at + 1}`, label })));

describe("the words of columns that belong together", () => {
  test.each([
    ["a hyphen", ["Which do you use? - Soap", "Which do you use? - Shampoo"], "Which do you use?"],
    ["a dash", ["How good – Soap", "How good – Shampoo"], "How good"],
    ["a colon", ["Q1: Soap", "Q1: Shampoo"], "Q1"],
    ["a bracket", ["Which do you use? [Soap]", "Which do you use? [Shampoo]"], "Which do you use?"],
    ["a question mark alone", ["Which do you use? Soap", "Which do you use? Shampoo"], "Which do you use?"],
    ["the last of several signs", ["Shop - How good: Soap", "Shop - How good: Shampoo"], "Shop - How good"],
    ["a hyphen that is no sign", ["How well-kept: Soap", "How well-kept: Shampoo"], "How well-kept"],
    ["a hyphen behind them", ["Soap - Which do you use?", "Shampoo - Which do you use?"], "Which do you use?"],
    ["brackets before the question", ["[Soap] Which do you use?", "[Shampoo] Which do you use?"], "Which do you use?"],
  ])("are parted by %s", (_, labels, text) => {
    expect(labelled(...labels)).toEqual({ text, parts: ["Soap", "Shampoo"] });
  });

  test("are never cut within a word, nor where no sign parts them", () => {
    expect(labelled("I like tea", "I like teas", "I like teapots")).toEqual({
      text: "Q1",
      parts: ["I like tea", "I like teas", "I like teapots"],
    });
    expect(labelled("Soap - 2023", "Shampoo - 2023").text).toBe("Q1");
    expect(labelled("Soap", "Shampoo")).toEqual({ text: "Q1", parts: ["Soap", "Shampoo"] });
  });

  test("are the columns' names where labels are missing, or all say the same", () => {
    expect(words({ name: "Q1_1" }, { name: "Q1_2", label: "Tea" })).toEqual({ text: "Q1", parts: ["Q1_1", "Tea"] });
    const same = labelled("Which do you use?", "Which do you use?");
    expect(same).toEqual({ text: "Which do you use?", parts: ["Q1_1", "Q1_2"] });
  });

  test("are in the names of a table without labels", () => {
    const names = ["Which? [Soap]", "Which? [Shampoo]"];
    expect(words(...names.map((name) => ({ name })))).toEqual({ text: "Which?", parts: ["Soap", "Shampoo"] });
  });

  // A search that goes back at each sign would outlast the patience of a test.
  test.each([" - ", "?", ": ", "[", "]", " "])("are found in labels of nothing but %j", (sign) => {
    const many = sign.repeat(20_000);
    expect(labelled(many, `${many}x`).parts).toHaveLength(2);
    expect(labelled(many, `x${many}`).parts).toHaveLength(2);
  });
});
