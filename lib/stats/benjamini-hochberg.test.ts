import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg } from "./benjamini-hochberg";

describe("Benjamini and Hochberg's adjustment", () => {
  test("of the fifteen p-values of their paper leaves the four smallest at 0.05", () => {
    const ps = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ];
    const adjusted = benjaminiHochberg(ps);
    expect(adjusted.filter((p) => p <= 0.05)).toHaveLength(4);
    expect(adjusted[0]).toBeCloseTo(0.0015, 12);
    expect(adjusted[3]).toBeCloseTo(0.035625, 12);
    expect(adjusted[4]).toBeCloseTo(0.0603, 12);
  });

  test("discovers exactly what the step-up rule does, whatever the order", () => {
    const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(ps, fc.constantFrom(0.01, 0.05, 0.2), (values, q) => {
        const sorted = [...values].sort((a, b) => a - b);
        // The largest k with p(k) * m / k <= q; all up to it are discoveries.
        const k = sorted.findLastIndex((p, at) => (p * sorted.length) / (at + 1) <= q) + 1;
        const adjusted = benjaminiHochberg(values);
        expect(adjusted.filter((p) => p <= q)).toHaveLength(k);
        for (const [at, p] of values.entries()) expect(adjusted[at]).toBeGreaterThanOrEqual(p * (1 - 1e-12));
      }),
    );
  });

  test("of none is none", () => expect(benjaminiHochberg([])).toEqual([]));
});
