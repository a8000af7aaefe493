import fc from "fast-check";
import { expect, test } from "vitest";
import { rowParts } from "./row-parts";

test("the row that has the focus stays before or after those in view", () => {
  const view = { from: 20, to: 40 };
  expect(rowParts(view, null)).toEqual([{ before: 20, from: 20, to: 40 }]);
  expect(rowParts(view, 25)).toEqual([{ before: 20, from: 20, to: 40 }]);
  expect(rowParts(view, 3)).toEqual([
    { before: 3, from: 3, to: 4 },
    { before: 16, from: 20, to: 40 },
  ]);
  expect(rowParts(view, 40)).toEqual([
    { before: 20, from: 20, to: 40 },
    { before: 0, from: 40, to: 41 },
  ]);
});

test("every row before the end of the last part is left out or in one, once", () => {
  const view = fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 50 }));
  fc.assert(
    fc.property(view, fc.nat(300), ([from, many], kept) => {
      let end = 0;
      for (const part of rowParts({ from, to: from + many }, kept)) {
        expect(part.from).toBe(end + part.before);
        end = part.to;
      }
      expect(end).toBe(Math.max(from + many, kept + 1));
    }),
  );
});
