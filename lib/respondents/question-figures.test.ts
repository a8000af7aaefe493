import fc from "fast-check";
import { expect, test } from "vitest";
import { addSums, noSums, type QuestionSums, sumsOf, viewSums } from "./question-figures";

const counted = (values: readonly number[]) => ({
  ...{ id: "q", answered: values.length, not_asked: 0, no_answer: 0, none: 0 },
  counts: [1, 2, 3].map((code) => ({ code, n: values.filter((value) => value === code).length })),
  numbers:
    values.length === 0
      ? null
      : { n: values.length, min: 1, max: 3, mean: values.reduce((sum, value) => sum + value, 0) / values.length },
});
const options = [1, 2, 3].map((code) => ({ code, label: `Option ${code}`, order: code, value: code, cells: [] }));
const view = (sums: QuestionSums) => viewSums({ options }, sums);

test("figures without some respondents are those of the others", () => {
  const anyValues = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 20 });
  fc.assert(
    fc.property(anyValues, anyValues, (stay, go) => {
      const left = view(addSums(sumsOf(counted([...stay, ...go])), sumsOf(counted(go)), -1));
      const others = view(sumsOf(counted(stay)));
      expect({ ...left, mean: null }).toEqual({ ...others, mean: null });
      if (others.mean === null) expect(left.mean).toBeNull();
      else expect(left.mean).toBeCloseTo(others.mean, 9);
    }),
  );
});

test("options of one label have a row each, told apart by their codes", () => {
  const others = [2, 4].map((code) => ({ code, label: "Other", order: code, value: null, cells: [] }));
  const sums = {
    ...noSums,
    base: 4,
    counts: new Map([
      [2, 1],
      [4, 3],
    ]),
  };
  expect(viewSums({ options: others }, sums).options).toEqual([
    { label: "Other (2)", share: 0.25 },
    { label: "Other (4)", share: 0.75 },
  ]);
});

test("nobody has no mean and no shares", () => {
  expect(view(noSums)).toEqual({ base: 0, mean: null, options: options.map(({ label }) => ({ label, share: 0 })) });
});
