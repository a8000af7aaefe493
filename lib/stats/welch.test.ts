import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { incompleteBeta, logGamma } from "./incomplete-beta";
import { decidedBy, twoSidedT, welch } from "./welch";

describe("the logarithm of the gamma function", () => {
  test.each([
    [1, 0],
    [0.5, Math.log(Math.sqrt(Math.PI))],
    [5, Math.log(24)],
    [101, 363.73937555556347], // ln 100!
  ])("of %d", (x, expected) => expect(logGamma(x)).toBeCloseTo(expected, 11));
});

describe("the incomplete beta function", () => {
  test("where it can be said in plain terms", () => {
    expect(incompleteBeta(0.3, 1, 1)).toBeCloseTo(0.3, 14);
    expect(incompleteBeta(0.5, 2, 3)).toBeCloseTo(0.6875, 14); // 11/16, binomial
    expect(incompleteBeta(0.25, 0.5, 0.5)).toBeCloseTo(1 / 3, 14); // arcsine law
  });

  test("is the binomial sum for whole numbers, and its mirror", () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    const whole = fc.integer({ min: 1, max: 25 });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), whole, whole, (x, a, b) => {
        const n = a + b - 1;
        let sum = 0;
        for (let j = a; j <= n; j++) sum += choose(n, j) * x ** j * (1 - x) ** (n - j);
        expect(incompleteBeta(x, a, b)).toBeCloseTo(sum, 10);
        expect(incompleteBeta(1 - x, b, a)).toBeCloseTo(1 - sum, 10);
      }),
    );
  });
});

describe("the two-sided p of a t", () => {
  // Critical values as every printed table of Student's distribution has them.
  test.each([
    [12.706, 1, 0.05],
    [63.657, 1, 0.01],
    [4.303, 2, 0.05],
    [2.571, 5, 0.05],
    [2.228, 10, 0.05],
    [3.169, 10, 0.01],
    [4.587, 10, 0.001],
    [2.042, 30, 0.05],
    [2.617, 120, 0.01],
  ])("%d with %d degrees is %d", (t, freedom, p) => {
    expect(Math.abs(twoSidedT(t, freedom) - p) / p).toBeLessThan(2e-3);
    expect(twoSidedT(-t, freedom)).toBe(twoSidedT(t, freedom));
  });

  test("in closed form for one and two degrees, far into the tail", () => {
    for (const t of [0.001, 0.5, 1, 3, 50, 1e4, 1e8]) {
      const cauchy = (2 / Math.PI) * Math.atan(1 / t);
      expect(Math.abs(twoSidedT(t, 1) / cauchy - 1)).toBeLessThan(1e-11);
      const root = Math.sqrt(2 + t * t);
      const two = 2 / (root * (root + t));
      expect(Math.abs(twoSidedT(t, 2) / two - 1)).toBeLessThan(1e-11);
    }
  });

  test("is the normal one with very many degrees", () => {
    expect(twoSidedT(1.959963984540054, 1e7)).toBeCloseTo(0.05, 6);
    expect(twoSidedT(0, 7)).toBe(1);
    expect(twoSidedT(Number.POSITIVE_INFINITY, 7)).toBe(0);
  });
});

describe("Welch's test", () => {
  // R: t.test(extra ~ group, data = sleep); the data are Student's (The probable error of a mean, 1908).
  test("of Student's sleep data is what R prints: t = -1.8608, df = 17.776, p-value = 0.07939", () => {
    const first = figures([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]);
    const second = figures([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
    const found = welch(first, second);
    expect(found?.t).toBeCloseTo(-1.8608, 4);
    expect(found?.freedom).toBeCloseTo(17.776, 3);
    expect(found?.p).toBeCloseTo(0.07939, 5);
  });

  test("is none without two answers each, and where nothing varies", () => {
    const sample = { mean: 1, variance: 2, count: 9 };
    expect(welch({ ...sample, count: 1 }, sample)).toBeNull();
    expect(welch({ ...sample, variance: Number.NaN }, sample)).toBeNull();
    expect(welch({ mean: 1, variance: 0, count: 5 }, { mean: 2, variance: 0, count: 5 })).toBeNull();
    expect(welch({ mean: 1, variance: 0, count: 5 }, sample)?.freedom).toBeCloseTo(8, 12);
  });

  test("does not depend on the unit, nor on which comes first", () => {
    const sample = fc.record({
      mean: fc.double({ min: -100, max: 100, noNaN: true }),
      variance: fc.double({ min: 0.01, max: 100, noNaN: true }),
      count: fc.integer({ min: 2, max: 5000 }),
    });
    fc.assert(
      fc.property(sample, sample, fc.constantFrom(1e-90, 0.001, 1000, 1e70), (a, b, unit) => {
        const scaled = ({ mean, variance, count }: typeof a) => ({
          mean: mean * unit,
          variance: variance * unit * unit,
          count,
        });
        const [p, other, back] = [welch(a, b)?.p ?? -1, welch(scaled(a), scaled(b))?.p ?? -2, welch(b, a)?.p ?? -3];
        expect(other).toBeCloseTo(p, 9);
        expect(back).toBe(p);
      }),
    );
  });
});

test("a t that is clearly too near or far enough is decided without its p, with however many degrees", () => {
  const bounds = fc.record({
    least: fc.double({ min: 1e-9, max: 0.3, noNaN: true }),
    above: fc.double({ min: 0, max: 0.5, noNaN: true }),
    freedom: fc.integer({ min: 1, max: 2000 }),
  });
  fc.assert(
    fc.property(bounds, fc.double({ min: 1, max: 50, noNaN: true }), ({ least, above, freedom }, times) => {
      const most = least + above;
      const { near, far } = decidedBy({ least, most, freedom });
      expect(twoSidedT(near, freedom * times)).toBeGreaterThan(most);
      expect(twoSidedT(far, freedom * times)).toBeLessThan(least);
      expect(near).toBeLessThan(far);
    }),
  );
  const [a, b] = [
    { mean: 2, variance: 9, count: 18 },
    { mean: 0, variance: 9, count: 18 },
  ];
  const decided = (near: number, far: number) => welch(a, b, { near, far })?.p;
  expect([decided(2.1, 3), decided(1, 1.9), decided(1, 3)]).toEqual([1, 0, welch(a, b)?.p]);
});

function figures(values: number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1), count: values.length };
}
