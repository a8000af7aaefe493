import { expect, test } from "vitest";
import { question } from "@/lib/test-answers";
import { chosenSeries } from "./chosen-series";

const questions = [
  question(1, "A", "numeric"),
  question(2, "B", "scale", { options: [[1, "yes", 1]] }),
  question(3, "C", "single", { options: [[1, "yes", 1]] }),
  question(4, "D", "numeric"),
  question(5, "E", "scale", { options: [[1, "no value", null]] }),
];
const ids = (asked: Parameters<typeof chosenSeries>[1]) =>
  chosenSeries(questions, asked).map(({ id, questionIds }) => [id, ...questionIds].join(" "));

test("numeric and scale questions appear by themselves, those without numbers do not", () => {
  expect(ids({})).toEqual(["A A", "B B", "D D"]);
});

test("a group is one line of its own question and those listed, which no longer appear alone", () => {
  expect(ids({ groups: { A: ["D", "D"], loop: ["B"] } })).toEqual(["A A D", "loop B"]);
});

test("questions that are named are the only ones, and one in a group is that group", () => {
  expect(ids({ questions: ["D", "C"] })).toEqual(["D D", "C C"]);
  expect(ids({ questions: ["D"], groups: { A: ["D"] } })).toEqual(["A A D"]);
  expect(ids({ questions: ["B"], groups: { A: ["D"] } })).toEqual(["B B"]);
});

test("an unknown question is refused, named or in a group", () => {
  expect(() => ids({ questions: ["X"] })).toThrow("no question “X”");
  expect(() => ids({ groups: { A: ["X"] } })).toThrow("no question “X”");
});
