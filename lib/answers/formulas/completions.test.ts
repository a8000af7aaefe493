import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { question } from "@/lib/test-answers";
import { completed, completionsAt } from "./completions";

const questions: Question[] = [
  question(1, "age", "numeric"),
  question(2, "first choice", "single", {
    options: [
      [1, "Alpha", null],
      [2, 'The "other"', null],
    ],
  }),
  { ...question(3, "good_1", "scale"), grid: { id: "good", text: "How good?" } },
];

const labels = (text: string) => completionsAt(text, text.length, questions)?.list.map(({ label }) => label) ?? null;

/** The text with the first completion taken. */
function taken(text: string): string {
  const found = completionsAt(text, text.length, questions);
  const [first] = found?.list ?? [];
  return found && first ? completed(text, text.length, found, first).text : text;
}

describe("completions of a formula", () => {
  test("are questions, grids, functions and words that begin with what is typed", () => {
    expect(labels("1 + ag")).toEqual(["age"]);
    expect(labels("mean(goo")).toEqual(["good_1", "good"]);
    expect(labels("mea")).toEqual(["mean"]);
    expect(labels("respon")).toEqual(["response_time"]);
    expect(labels("1 + ")).toBeNull();
  });

  test("put names with blanks in brackets, and functions with their parenthesis", () => {
    expect(taken("1 + fir")).toBe("1 + [first choice]");
    expect(taken("[fir")).toBe("[first choice]");
    expect(taken("quan")).toBe("quantiles(");
  });

  test("are the options of the question that a text is about, with their marks doubled", () => {
    expect(labels('[first choice] = "')).toEqual(["Alpha", 'The "other"']);
    expect(taken('[first choice] = "The')).toBe('[first choice] = "The ""other"""');
    expect(taken('chose([first choice], "Alpha", "')).toBe('chose([first choice], "Alpha", "Alpha"');
    expect(labels('recode([first choice], "Alpha" -> "')).toBeNull();
  });

  test("are all of them where a person asks", () => {
    expect(completionsAt("", 0, questions, true)?.list[0]).toMatchObject({ label: "age", kind: "question" });
  });
});
