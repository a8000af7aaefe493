import fc from "fast-check";
import { expect, test } from "vitest";
import { pageNumbers } from "./page-numbers";

test("both ends and the neighbours are offered, and gaps are marked", () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 8)).toEqual([1, 2, null, 8]);
  expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
});

test("a mark stands for at least two pages, and every number comes once and in order", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
      const [page, pages] = [Math.min(a, b), Math.max(a, b)];
      const offered = pageNumbers(page, pages);
      const numbers = offered.filter((each) => each !== null);
      expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y));
      expect(numbers).toContain(page);
      for (const [at, each] of offered.entries()) {
        if (each === null) expect((offered[at + 1] ?? 0) - (offered[at - 1] ?? 0)).toBeGreaterThan(2);
      }
    }),
  );
});
