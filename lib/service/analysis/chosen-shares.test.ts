import { expect, test } from "vitest";
import { question } from "@/lib/test-answers";
import { chosenShares, optionsOfBuckets } from "./chosen-shares";

const options: [number, string, null][] = [
  [1, "yes", null],
  [0, "no", null],
];
const questions = [
  question(1, "numeric", "numeric"),
  question(2, "scale", "scale", { options }),
  question(3, "single", "single", { options }),
  question(4, "multiple", "multiple", { options }),
  question(5, "open", "open"),
  question(6, "bare", "single"),
  question(0, "derived", "single", { options, derivation: { form: "filter", filter: [{ any: [] }] } }),
];

test("shares are of questions with options, a code counts once", () => {
  const asked = ["scale", "single", "multiple", "derived"].map((questionId) => ({ questionId, codes: [0, 1, 0] }));
  expect(chosenShares(questions, asked)).toEqual(asked.map(({ questionId }) => ({ questionId, codes: [0, 1] })));
  for (const questionId of ["numeric", "open", "bare"]) {
    expect(() => chosenShares(questions, [{ questionId, codes: [1] }])).toThrow(`“${questionId}” has no options`);
  }
  expect(() => chosenShares(questions, [{ questionId: "X", codes: [1] }])).toThrow("no question “X”");
  expect(() => chosenShares(questions, [{ questionId: "scale", codes: [1, 2] }])).toThrow("no option with the code 2");
});

test("buckets are the options of a question of one answer that count as answers, in their order", () => {
  for (const id of ["scale", "single", "derived"]) {
    expect(optionsOfBuckets(questions, id).map(({ code }) => code)).toEqual([1, 0]);
  }
  expect(() => optionsOfBuckets(questions, "multiple")).toThrow("“multiple”, which has several answers");
  for (const id of ["numeric", "open", "bare"]) {
    expect(() => optionsOfBuckets(questions, id)).toThrow(`“${id}”, which has no options`);
  }
  expect(() => optionsOfBuckets(questions, "X")).toThrow("no question “X”");
  const scale = question(2, "scale", "scale", { options, missing: [{ cell: 0, kind: "no_answer", marked: true }] });
  const [yes, ...others] = optionsOfBuckets([scale], "scale");
  expect([yes?.label, others]).toEqual(["yes", []]);
});
