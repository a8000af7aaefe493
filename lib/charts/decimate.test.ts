import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimate } from "./decimate";

const value = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -50, max: 50 }) }, fc.constant(null));
const points = fc.array(fc.tuple(value, fc.nat(9), fc.nat(9)), { maxLength: 400 }).map((all) =>
  all.map(([mean, below, above]) => ({
    mean,
    low: mean === null ? null : mean - below,
    high: mean === null ? null : mean + above,
  })),
);

describe("thinning a long series", () => {
  test("never loses an extreme, a marked point or a gap between points, and keeps the order", () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 40 }), fc.nat(399), (all, columns, mark) => {
        const kept = decimate(all, columns, new Set(mark < all.length ? [mark] : []));
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
        if (mark < all.length) expect(kept).toContain(mark);
        const ends = (values: (number | null | undefined)[]) => {
          const known = values.filter((each) => each != null);
          return [Math.min(...known), Math.max(...known)];
        };
        for (const member of ["mean", "low", "high"] as const) {
          expect(ends(kept.map((at) => all[at]?.[member]))).toEqual(ends(all.map((each) => each[member])));
        }
        // Two neighbours that are drawn as joined were joined by data all along.
        for (const [place, to] of kept.entries()) {
          const from = kept[place - 1] ?? to;
          const joined = all[from]?.mean != null && all[to]?.mean != null;
          if (joined) expect(all.slice(from, to).every(({ mean }) => mean !== null)).toBe(true);
        }
      }),
    );
  });

  test("leaves few points beside thousands, and short series alone", () => {
    const wave = Array.from({ length: 10_000 }, (_, at) => {
      const mean = Math.sin(at / 50) + (at === 4321 ? 9 : 0);
      return { mean, low: mean - 1, high: mean + 1 };
    });
    const kept = decimate(wave, 300);
    expect(kept.length).toBeLessThan(300 * 8);
    expect(kept).toContain(4321);
    expect(decimate(wave.slice(0, 365), 300)).toHaveLength(365);
  });
});
