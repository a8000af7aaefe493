import fc from "fast-check";
import { expect, test } from "vitest";
import { question } from "@/lib/test-answers";
import {
  allPairs,
  bandLabel,
  bandRemarks,
  bandsAgain,
  bandsBetween,
  boxNets,
  followingLabel,
  freeId,
  quantileEdges,
  readEdges,
  widthEdges,
} from "./derive-draft";

type Band = Parameters<typeof followingLabel>[1];

test("bands between edges hold every number once, and are named by what is in them", () => {
  const { derivation, options } = bandsBetween("age", [30, 18, 30]);
  expect(options.map(({ label }) => label)).toEqual(["Under 18", "18–29", "30 and over"]);
  expect(derivation?.form === "bands" && bandRemarks(derivation.bands)).toEqual([]);
  expect(bandLabel({ low: 1.5, high: 2 })).toBe("1.5 to under 2");
  expect(bandLabel({ low: 3, high: 4 })).toBe("3");
  // 59.4 is in it: of numbers that are not whole a band does not end at 59.
  const prices = bandsBetween("price", [40, 60], false).options.map(({ label }) => label);
  expect(prices).toEqual(["Under 40", "40 to under 60", "60 and over"]);
});

test("bands that are made again keep what was written of those between the same ends", () => {
  const made = bandsBetween("age", [18, 30]);
  const named = {
    ...made,
    options: made.options.map((each) => ({ ...each, label: `My ${each.code}`, value: each.code })),
  };
  const again = bandsAgain(named, bandsBetween("age", [18, 30, 60]));
  expect(again.options.map(({ code, label, value }) => [code, label, value])).toEqual([
    [1, "My 1", 1],
    [2, "My 2", 2],
    [3, "30–59", null],
    [4, "60 and over", null],
  ]);
  expect(bandsAgain(named, bandsBetween("income", [18, 30])).options[0]?.label).toBe("Under 18");
});

test("a label that was made of a band's ends follows them, and one that was written stays", () => {
  const [before, after] = [18, 21].map((low) => ({ code: 1, low, high: 30 })) as [Band, Band];
  const labels = ["18–29", "18 to under 30", "Young"].map((label) => followingLabel(label, before, after));
  expect(labels).toEqual(["21–29", "21 to under 30", "Young"]);
});

test("gaps, overlaps and bands that hold nothing are said", () => {
  const band = (code: number, low: number | null, high: number | null) => ({ code, low, high });
  expect(bandRemarks([band(1, null, 10), band(2, 12, null)])).toEqual(["Numbers from 10 to under 12 are in no band."]);
  expect(bandRemarks([band(1, null, 10), band(2, 8, null)]).join()).toMatch(/overlap/);
  expect(bandRemarks([band(1, 5, 5)]).join()).toMatch(/holds nothing/);
});

test("edges are suggested by tenths or by one width, at round numbers", () => {
  const tenths = [20, 25, 30, 34, 40, 45, 50, 58, 66];
  expect(quantileEdges(tenths, 2)).toEqual([40]);
  expect(quantileEdges(tenths, 4)).toEqual([28, 40, 54]);
  expect(widthEdges(18, 77, 5)).toEqual([20, 40, 60]);
  expect(widthEdges(0, 1, 5)).toEqual([0.2, 0.4, 0.6, 0.8]);
  expect(widthEdges(3, 3, 5)).toEqual([3]);
});

test("edges of one width lie inside the numbers and rise, whatever these are", () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(number, number, (one, other) => {
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      if (max - min < 1e-3) return;
      const edges = widthEdges(min, max, 10);
      for (const [at, edge] of edges.entries()) {
        expect(edge).toBeGreaterThanOrEqual(min);
        expect(edge).toBeLessThanOrEqual(max);
        if (at > 0) expect(edge).toBeGreaterThan(edges[at - 1] ?? Infinity);
      }
      expect(edges.length).toBeLessThanOrEqual(11);
    }),
  );
});

test("typed edges are read, or a sentence says which is none", () => {
  expect(readEdges("18, 30;45 60")).toEqual([18, 30, 45, 60]);
  expect(readEdges("18, x")).toMatch(/“x” is no number/);
  expect(readEdges(" ")).toMatch(/at least one edge/);
});

test("top and bottom two go by values, else by the order that a person confirmed, and are not made without one; pairs are every answer with every other", () => {
  const scale = question(1, "s", "scale", { options: [5, 4, 3, 2, 1].map((code) => [code, `L${code}`, code]) });
  const boxesOf = (of: typeof scale) => {
    const made = boxNets(of)?.derivation;
    return made?.form === "nets" ? made.nets.map((net) => net.of) : null;
  };
  expect(boxesOf(scale)).toEqual([[4, 5], [3], [1, 2]]);
  const words = { ...scale, options: scale.options.map((option) => ({ ...option, value: null })) };
  expect(boxesOf(words)).toBeNull();
  expect(boxesOf({ ...words, ranking: [3, 1, 2, 5, 4] })).toEqual([[5, 4], [2], [3, 1]]);
  expect(boxesOf({ ...words, ranking: [3, 1, 2, 5] })).toBeNull();
  const dontKnow = { ...scale, options: [...scale.options, { ...scale.options[0], code: 9, order: 9, value: null }] };
  expect(boxesOf(dontKnow as typeof scale)).toEqual([[4, 5], [3], [1, 2]]);
  const sex = question(2, "x", "single", { options: [1, 2].map((code) => [code, `S${code}`, null]) });
  const pairs = allPairs(sex, scale);
  expect(pairs.options).toHaveLength(10);
  expect(pairs.options[0]?.label).toBe("S1 × L5");
  expect(freeId("s", [scale, { id: "s 2" }])).toBe("s 3");
});
