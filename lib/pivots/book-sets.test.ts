import { describe, expect, test } from "vitest";
import { MOST_BOOK_SETS, MOST_SHEETS } from "@/lib/contracts/terms/exports";
import { question } from "@/lib/test-answers";
import { loadPivotState } from "./address";
import { bookRefusal, setWords } from "./book-sets";
import type { Field } from "./fields";

const options = (n: number) =>
  Array.from({ length: n }, (_, at): [number, string, null] => [at + 1, `Option ${at}`, null]);
const questions = [
  question(0, "sex", "single", {
    options: [
      [1, "Female", null],
      [2, "Male", null],
    ],
  }),
  question(1, "region", "single", { options: options(20) }),
  question(2, "brand", "single", { options: options(100) }),
  question(3, "answer", "single", { options: options(14) }),
];
const fields = questions.map(({ id }): Field => {
  return { id, title: `Text of ${id}`, part: id, grid: null, kind: "single", dimension: "itself", numbers: [] };
});
const women = JSON.stringify([{ questionId: "sex", operator: "in", value: [1] }]);
const setOf = (address: Record<string, string>, dimensions: string[]) => ({
  state: loadPivotState({ project: "p", values: "column", ...address }),
  dimensions,
});

test("a set says its columns, filter and base in words, without the questions by their ids", () => {
  const { state } = setOf({ columns: "sex,region", banner: "true", filter: women, baseRule: "asked" }, []);
  expect(setWords(state, fields, questions)).toEqual({
    columns: "Text of sex, Text of region",
    filter: "sex is one of Female",
    base: "All who were asked",
  });
  expect(setWords(state, [], []).filter).toBe("sex is one of 1");
  expect(setWords(loadPivotState({}), fields, questions)).toMatchObject({ columns: "", filter: "" });
});

describe("a book is refused before it begins", () => {
  const refused = (...sets: ReturnType<typeof setOf>[]) => bookRefusal(sets, questions);

  test("where a set has no question, and which it is of several", () => {
    expect(refused(setOf({}, []))).toBe("Choose at least one question.");
    expect(refused(setOf({}, ["sex"]), setOf({ filter: women }, []))).toBe("Choose at least one question for set 2.");
    expect(refused(setOf({}, ["sex"]), setOf({ filter: women }, ["sex"]))).toBeNull();
  });

  test("where all sets together have too many sheets, or there are too many sets", () => {
    const half = Array.from({ length: MOST_SHEETS / 2 }, (_, at) => `q${at}`);
    expect(refused(setOf({}, half), setOf({}, half))).toBeNull();
    expect(refused(setOf({}, half), setOf({}, half), setOf({}, ["sex"]))).toBe(
      "This book would have 1,001 sheets, and a book has at most 1,000. Choose fewer questions.",
    );
    const sets = Array.from({ length: MOST_BOOK_SETS + 1 }, () => setOf({}, ["sex"]));
    expect(refused(...sets)).toMatch(/^A book has at most 20 sets of sheets/);
  });

  test("where it would have too many cells: options of rows by those of columns, times values", () => {
    const same = (n: number) => Array.from({ length: n }, () => "answer");
    // 14 options and 6 further rows; 1 + 20 + 2 + 1 columns of figures and labels.
    const beside = { columns: "sex,region", banner: "true" };
    expect(refused(setOf(beside, same(625)))).toBeNull();
    expect(refused(setOf(beside, same(626)))).toBe(
      "This book would have up to 300,480 cells, and a book has at most 300,000. Choose fewer questions, columns or values, or make two books.",
    );
    // Nested columns are as many as their combinations.
    expect(refused(setOf({ columns: "sex,region" }, same(357)))).toBeNull();
    expect(refused(setOf({ columns: "sex,region" }, same(358)))).toMatch(/cells/);
    expect(refused(setOf({ ...beside, values: "column,count" }, same(626)))).toMatch(/up to 588,440 cells/);
    // A sheet that is too large by itself is left out of a book, with its reason.
    expect(refused(setOf({ columns: "brand,region" }, same(900)))).toBeNull();
  });
});
