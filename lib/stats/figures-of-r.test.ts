import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { benjaminiHochberg } from "./benjamini-hochberg";
import { bonferroni } from "./bonferroni";
import { twoSidedZ } from "./normal";
import { twoProportions } from "./two-proportions";
import { welch } from "./welch";

/** What R says, by `golden/tests.R`: a kind and numbers in each line. */
const lines = readFileSync(new URL("./golden/tests.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");
const fields = lines.map((line) => line.split("\t"));
const ofR = (kind: string) => fields.filter(([name]) => name === kind).map(([, ...rest]) => rest.map(Number));

const near = (found = Number.NaN, wanted = Number.NaN, relative = 1e-10) =>
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(relative * Math.abs(wanted));

test("all of R's figures are there", () => {
  const kinds = ["proportions", "means", "given", "bonferroni", "BH", "normal"];
  expect(kinds.map((kind) => ofR(kind).length)).toEqual([7, 3, 1, 1, 1, 11]);
});

test.each(ofR("normal"))("the two-sided p of z = %d is that of R's pnorm", (z, p) => {
  near(twoSidedZ(z ?? 0), p);
});

test.each(ofR("proportions"))("%d of %d and %d of %d differ as R's prop.test says", (...row) => {
  const [x1 = 0, n1 = 0, x2 = 0, n2 = 0, z, p, unpooledZ, unpooledP, low = 0, high = 0] = row;
  const [a, b] = [
    { share: x1 / n1, count: n1 },
    { share: x2 / n2, count: n2 },
  ];
  const [pooled, unpooled] = [twoProportions(a, b), twoProportions(a, b, "unpooled")];
  near(pooled?.z, z);
  near(pooled?.p, p, 1e-9);
  near(unpooled?.z, unpooledZ);
  near(unpooled?.p, unpooledP, 1e-9);
  // R's interval is 1.96 unpooled errors to both sides of the difference.
  const error = (a.share - b.share) / (unpooled?.z ?? 0);
  near(1.959963984540054 * error, (high - low) / 2);
});

test.each(ofR("means"))("a mean of %d, variance %d, n = %d differs from another as R's t.test says", (...row) => {
  const [mean = 0, variance = 0, count = 0, otherMean = 0, otherVariance = 0, otherCount = 0, t, freedom, p] = row;
  const found = welch({ mean, variance, count }, { mean: otherMean, variance: otherVariance, count: otherCount });
  near(found?.t, t);
  near(found?.freedom, freedom);
  near(found?.p, p);
});

test.each([
  ["bonferroni", bonferroni],
  ["BH", benjaminiHochberg],
] as const)("p-values adjusted by %s are those of R's p.adjust", (method, adjust) => {
  const [[given = []], [wanted = []]] = [ofR("given"), ofR(method)];
  expect(wanted).toHaveLength(given.length);
  for (const [at, p] of adjust(given).entries()) near(p, wanted[at]);
});
