import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { twoSidedZ } from "./normal";
import { twoProportions } from "./two-proportions";

describe("the two-sided p of a z", () => {
  // Quantiles of the normal distribution as R's qnorm prints them.
  test.each([
    [0, 1],
    [0.6744897501960817, 0.5],
    [1.6448536269514722, 0.1],
    [1.959963984540054, 0.05],
    [2.5758293035489004, 0.01],
    [3.2905267314919255, 0.001],
    [6.109410204869, 1e-9],
  ])("%d is %d", (z, p) => {
    expect(Math.abs(twoSidedZ(z) / p - 1)).toBeLessThan(1e-10);
    expect(twoSidedZ(-z)).toBe(twoSidedZ(z));
  });

  test("is one smooth curve where its two ways meet", () => {
    const at = 2 * Math.SQRT2;
    expect(twoSidedZ(at - 1e-9) / twoSidedZ(at + 1e-9)).toBeCloseTo(1, 7);
    expect(twoSidedZ(50)).toBeGreaterThanOrEqual(0);
  });
});

describe("the test of two proportions", () => {
  // R: prop.test(c(15, 25), c(50, 50), correct = FALSE) prints X-squared = 4.1667, p-value = 0.04123.
  test("is what R prints without its correction for continuity", () => {
    const found = twoProportions({ share: 0.3, count: 50 }, { share: 0.5, count: 50 });
    expect((found?.z ?? 0) ** 2).toBeCloseTo(4.1667, 4);
    expect(found?.p).toBeCloseTo(0.04123, 5);
    expect(found?.z).toBeLessThan(0);
  });

  test("is Pearson's chi-squared of the table, whichever comes first and whatever is counted", () => {
    const whole = fc.integer({ min: 1, max: 400 });
    fc.assert(
      fc.property(whole, whole, whole, whole, (a, b, c, d) => {
        const [n, m] = [a + b, c + d];
        const found = twoProportions({ share: a / n, count: n }, { share: c / m, count: m });
        const expected = [a, b, c, d].map((_, at) => ((at < 2 ? n : m) * (at % 2 === 0 ? a + c : b + d)) / (n + m));
        if (Math.min(...expected) < 5 - 1e-6) expect(found).toBeNull();
        const chi = [a, b, c, d].reduce(
          (sum, count, at) => sum + (count - (expected[at] ?? 0)) ** 2 / (expected[at] ?? 1),
          0,
        );
        if (Math.min(...expected) > 5 + 1e-6) expect(found).not.toBeNull();
        if (found === null) return;
        expect(found.z ** 2).toBeCloseTo(chi, 6);
        const turned = twoProportions({ share: d / m, count: m }, { share: b / n, count: n });
        expect(turned?.p).toBeCloseTo(found.p, 9);
      }),
    );
  });

  // A. Agresti, An Introduction to Categorical Data Analysis, 2nd ed. 2007, 2.2: heart attacks with placebo (189 of
  // 11,034) and with aspirin (104 of 11,037); a difference of .0077 with a standard error of .0015, and X² = 25.01.
  test("is the published one of aspirin and heart attacks, with both variances", () => {
    const [placebo, aspirin] = [
      { share: 189 / 11_034, count: 11_034 },
      { share: 104 / 11_037, count: 11_037 },
    ];
    const unpooled = twoProportions(placebo, aspirin, "unpooled");
    expect(placebo.share - aspirin.share).toBeCloseTo(0.0077, 4);
    expect((placebo.share - aspirin.share) / (unpooled?.z ?? 0)).toBeCloseTo(0.0015, 4);
    expect((twoProportions(placebo, aspirin)?.z ?? 0) ** 2).toBeCloseTo(25.01, 2);
  });

  test("with the unpooled variance has the same sign and at least the pooled size where counts are equal", () => {
    const share = fc.double({ min: 0.1, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.integer({ min: 60, max: 5000 }), (one, other, count) => {
        const [a, b] = [
          { share: one, count },
          { share: other, count },
        ];
        const [pooled, unpooled] = [twoProportions(a, b), twoProportions(a, b, "unpooled")];
        // p(1 - p) is concave: the common share has the larger variance.
        expect(Math.abs(unpooled?.z ?? 0)).toBeGreaterThanOrEqual(Math.abs(pooled?.z ?? 9) * (1 - 1e-9));
        expect(Math.sign(unpooled?.z ?? 9)).toBe(Math.sign(pooled?.z ?? 8));
        expect(twoProportions(b, a, "unpooled")?.z).toBeCloseTo(-(unpooled?.z ?? 9), 10);
      }),
    );
  });

  test("is none where too few are expected, and where nobody or everybody was chosen", () => {
    expect(twoProportions({ share: 0, count: 2 }, { share: 1, count: 2 })).toBeNull();
    expect(twoProportions({ share: 0, count: 900 }, { share: 0, count: 900 })).toBeNull();
    expect(twoProportions({ share: 1, count: 900 }, { share: 1, count: 900 })).toBeNull();
    expect(twoProportions({ share: 0.5, count: 0 }, { share: 0.5, count: 900 })).toBeNull();
    expect(twoProportions({ share: 0, count: 10 }, { share: 1, count: 10 })).not.toBeNull();
    expect(twoProportions({ share: 0, count: 10 }, { share: 1, count: 10 }, "unpooled")).toBeNull();
  });
});
