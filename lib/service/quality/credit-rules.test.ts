import fc from "fast-check";
import { expect, test } from "vitest";
import { creditsFor } from "./credit-rules";

const none = { OES: 0, TS: 0, GQS: 0, CHS: 0, BAS: 0 };

test.each([
  [{}, none, 0],
  [{ OESDataPoints: 0, CHSAnswers: 0 }, none, 0],
  [{ OESDataPoints: 1 }, { ...none, OES: 3 }, 5],
  [{ OESDataPoints: 10 }, { ...none, OES: 5.25 }, 5],
  [{ OESDataPoints: 13 }, { ...none, OES: 6 }, 6],
  [{ TSDataPoints: 1 }, { ...none, TS: 1 }, 5],
  [{ TSDataPoints: 100 }, { ...none, TS: 1 }, 5],
  [{ CHSAnswers: 1 }, { ...none, CHS: 4 }, 5],
  [{ CHSAnswers: 100 }, { ...none, CHS: 4 }, 5],
  [{ CHSAnswers: 101 }, { ...none, CHS: 4.03 }, 5],
  [{ CHSAnswers: 1000 }, { ...none, CHS: 31 }, 31],
  [{ GQSAnswers: 1 }, { ...none, GQS: 0.05 }, 5],
  [{ GQSAnswers: 39 }, { ...none, GQS: 1.95 }, 5],
  [{ GQSAnswers: 41 }, { ...none, GQS: 2 }, 5],
  [{ BASDataPoints: 2 }, { ...none, BAS: 2.25 }, 5],
  [
    { OESDataPoints: 4, TSDataPoints: 3, GQSAnswers: 19, CHSAnswers: 133, BASDataPoints: 4 },
    { OES: 3.75, TS: 1, GQS: 0.95, CHS: 4.99, BAS: 2.75 },
    13,
  ],
])("%j costs %j, in all %i", (amounts, byCheck, total) => {
  const { totalCredits, calculationBreakdown } = creditsFor(amounts);
  const credits = Object.entries(calculationBreakdown).map(([check, { credits }]) => [check, credits]);
  expect(Object.fromEntries(credits)).toEqual(byCheck);
  expect(totalCredits).toBe(total);
});

test("a breakdown has no more than two decimals, and more never costs less", () => {
  const amount = fc.integer({ min: 0, max: 5000 });
  const amounts = fc.record({
    ...{ OESDataPoints: amount, GQSAnswers: amount, TSDataPoints: amount, CHSAnswers: amount, BASDataPoints: amount },
  });
  fc.assert(
    fc.property(amounts, (one) => {
      const { totalCredits, calculationBreakdown } = creditsFor(one);
      for (const { credits } of Object.values(calculationBreakdown)) expect(Number(credits.toFixed(2))).toBe(credits);
      const more = creditsFor({ ...one, CHSAnswers: one.CHSAnswers + 1 });
      expect(more.totalCredits).toBeGreaterThanOrEqual(totalCredits);
    }),
  );
});
