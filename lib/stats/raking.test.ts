import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Margin, rake, rakingProblems } from "./raking";

const margin = (name: string, targets: number[], of: (number | null)[]): Margin => ({
  name,
  categories: targets.map((target, place) => ({ name: `${name} ${place}`, target })),
  of,
});

const sample = fc
  .record({
    sex: fc.array(fc.nat(1), { minLength: 40, maxLength: 40 }),
    age: fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }),
    sexTargets: fc.tuple(fc.integer({ min: 30, max: 70 })).map(([one]) => [one, 100 - one]),
    ageTargets: fc
      .tuple(fc.integer({ min: 20, max: 40 }), fc.integer({ min: 20, max: 40 }))
      .map(([a, b]) => [a, b, 100 - a - b]),
  })
  // Everybody with everybody: then any margins can be reached.
  .map(({ sex, age, ...rest }) => ({ ...rest, sex: [...sex, 0, 0, 0, 1, 1, 1], age: [...age, 0, 1, 2, 0, 1, 2] }));

describe("rim weighting", () => {
  test("reaches every margin, with weights that sum to the respondents", async () => {
    await fc.assert(
      fc.asyncProperty(sample, async ({ sex, age, sexTargets, ageTargets }) => {
        const margins = [margin("sex", sexTargets, sex), margin("age", ageTargets, age)];
        expect(rakingProblems({ margins, respondents: sex.length })).toEqual([]);
        const raked = await rake({ margins, respondents: sex.length });
        expect(raked.isReached).toBe(true);
        expect(raked.weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(sex.length, 8);
        // Independently: the share of each category by a loop.
        for (const { of, categories } of margins) {
          for (const [place, { target }] of categories.entries()) {
            const share = raked.weights.reduce((sum, w, at) => sum + (of[at] === place ? w : 0), 0) / sex.length;
            expect(share).toBeCloseTo(target / 100, 8);
          }
        }
        // Within a cell all weigh the same: a weight is a product of a factor for each margin.
        const cells = new Map<string, number>();
        for (const [at, w] of raked.weights.entries()) {
          const cell = `${sex[at]} ${age[at]}`;
          expect(w).toBeCloseTo(cells.get(cell) ?? w, 12);
          cells.set(cell, w);
        }
        const cell = (s: number, a: number) => cells.get(`${s} ${a}`) ?? 0;
        expect(cell(0, 0) * cell(1, 1)).toBeCloseTo(cell(0, 1) * cell(1, 0), 8);
      }),
      { numRuns: 60 },
    );
  });

  test("keeps the caps, whatever the margins ask for, and says when they cannot both hold", async () => {
    const sex = [...Array(95).fill(0), ...Array(5).fill(1)];
    const margins = [margin("sex", [50, 50], sex)];
    const raked = await rake({ margins, respondents: 100, caps: { low: 0.3, high: 3 } });
    expect(raked.uncapped.high).toBeCloseTo(10, 9);
    expect(raked.capped.high).toBeLessThanOrEqual(3);
    expect(raked.isReached).toBe(false);
    expect(raked.weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(100, 6);
    expect(raked.margins[0]?.categories[1]).toMatchObject({ target: 0.5, unweighted: 0.05 });
    expect(raked.margins[0]?.categories[1]?.weighted).toBeCloseTo(0.15, 9);
  });

  test("keeps the caps and the sum of weights where caps forbid the targets of several margins", async () => {
    // Every combination of four margins of four categories, unevenly often.
    const cells = Array.from({ length: 256 }, (_, at) => at);
    const margins = [0, 1, 2, 3].map((digit) =>
      margin(
        `m${digit}`,
        [40, 20, 20, 20],
        cells.map((at) => Math.floor(at / 4 ** digit) % 4),
      ),
    );
    const times = cells.map((at) => 1 + ((at * 7919) % 40));
    const n = times.reduce((sum, each) => sum + each, 0);
    for (const caps of [
      { low: 0.5, high: 1.2 },
      { low: 0.7, high: 1.3 },
    ]) {
      const raked = await rake({ margins, respondents: cells.length, times, caps });
      expect(raked).toMatchObject({ feasibility: "reached", isReached: false });
      expect(raked.capped.low).toBeGreaterThanOrEqual(caps.low);
      expect(raked.capped.high).toBeLessThanOrEqual(caps.high);
      const sum = raked.weights.reduce((all, w, at) => all + w * (times[at] ?? 0), 0);
      expect(Math.abs(sum - n)).toBeLessThan(1e-9 * n);
    }
  });

  test.each([
    [90, 10, 10, 0.3, 3],
    [80, 20, 20, 0.5, 2],
    [60, 40, 20, 0.5, 1.5],
    [15, 85, 50, 0.7, 2],
  ])(
    "keeps the sum where the caps would cut every weight: %i and %i respondents, a target of %i%%",
    async (a, b, target, low, high) => {
      const margins = [margin("sex", [target, 100 - target], [0, 1])];
      const raked = await rake({ margins, respondents: 2, times: [a, b], caps: { low, high } });
      const [one = 0, other = 0] = raked.weights;
      expect(a * one + b * other).toBeCloseTo(a + b, 9);
      expect(raked).toMatchObject({ isSettled: true, isReached: false });
      expect([one, other].every((w) => w >= low && w <= high)).toBe(true);
    },
  );

  test("leaves weights alone that lie between the caps", async () => {
    const margins = [margin("sex", [60, 40], [0, 0, 1, 1])];
    expect((await rake({ margins, respondents: 4, caps: { low: 0.5, high: 2 } })).weights).toEqual([
      1.2, 1.2, 0.8, 0.8,
    ]);
  });

  test("entries that stand for several respondents are raked as those respondents are", async () => {
    await fc.assert(
      fc.asyncProperty(sample, fc.boolean(), async ({ sex, age, sexTargets, ageTargets }, isCapped) => {
        const caps = isCapped ? { low: 0.6, high: 1.5 } : undefined;
        const rows = [margin("sex", sexTargets, sex), margin("age", ageTargets, age)];
        const each = await rake({ margins: rows, respondents: sex.length, caps });
        const cells = [...new Set(sex.map((s, at) => `${s}${age[at]}`))];
        const place = (at: number) => cells.indexOf(`${sex[at]}${age[at]}`);
        const of = (digit: 0 | 1) => cells.map((cell) => Number(cell[digit]));
        const margins = [margin("sex", sexTargets, of(0)), margin("age", ageTargets, of(1))];
        const times = cells.map((_, cell) => sex.filter((_one, at) => place(at) === cell).length);
        expect(rakingProblems({ margins, respondents: cells.length, times })).toEqual([]);
        const together = await rake({ margins, respondents: cells.length, times, caps });
        for (const [at, w] of each.weights.entries()) expect(together.weights[place(at)]).toBeCloseTo(w, 6);
        expect(together.designEffect).toBeCloseTo(each.designEffect, 6);
        for (const [at, { categories }] of each.margins.entries()) {
          const found = together.margins[at]?.categories ?? [];
          for (const [option, { unweighted, weighted }] of categories.entries()) {
            expect(found[option]?.unweighted).toBeCloseTo(unweighted, 12);
            expect(found[option]?.weighted).toBeCloseTo(weighted, 6);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test("says when targets contradict each other, with or without caps", async () => {
    // Nobody is a man of group 1: all of the women would have to be in it, and in group 0 as well.
    const margins = [margin("sex", [50, 50], [0, 0, 1]), margin("group", [80, 20], [0, 1, 1])];
    for (const caps of [undefined, { low: 0.5, high: 2 }]) {
      expect(await rake({ margins, respondents: 3, caps })).toMatchObject({
        feasibility: "contradictory",
        isReached: false,
      });
    }
  });

  /** Women aged 18-34, women aged 35 and over, men aged 35 and over: nobody else answered. */
  const lopsided = (women: number, young: number) => ({
    margins: [margin("sex", [women, 100 - women], [0, 0, 1]), margin("age", [young, 100 - young], [0, 1, 1])],
    ...{ respondents: 3, times: [50, 50, 50] },
  });

  test("finds the weights of targets that scaling in turn takes thousands of rounds for", async () => {
    const raked = await rake(lopsided(50, 49.99));
    expect(raked).toMatchObject({ feasibility: "reached", isReached: true, isSettled: true });
    // By hand: the young women are 49.99% of 150, the other women the rest of 50%, the men 50%.
    for (const [at, share] of [0.4999, 0.0001, 0.5].entries()) expect(raked.weights[at]).toBeCloseTo(share * 3, 9);
  });

  test("calls targets contradictory exactly where no weights meet them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2000, max: 8000 }),
        fc.integer({ min: -300, max: 300 }),
        async (young, more) => {
          fc.pre(more !== 0);
          const { feasibility, isReached } = await rake(lopsided((young + more) / 100, young / 100));
          expect({ feasibility, isReached }).toEqual(
            more > 0 ? { feasibility: "reached", isReached: true } : { feasibility: "contradictory", isReached: false },
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test("claims no contradiction where targets are met only by leaving respondents out", async () => {
    const { feasibility } = await rake(lopsided(50, 50));
    expect(feasibility).not.toBe("contradictory");
  });

  test("finds the same weights by both methods, of cells in three margins of which some are empty", async () => {
    const cells = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)), {
      ...{ minLength: 12, maxLength: 40 },
      selector: (cell) => cell.join(),
    });
    await fc.assert(
      fc.asyncProperty(cells, fc.infiniteStream(fc.integer({ min: 1, max: 99 })), async (places, numbers) => {
        const next = () => numbers.next().value as number;
        // Targets that some weights meet: those of the cells under weights drawn here.
        const drawn = places.map(() => next());
        const margins = [0, 1, 2].map((digit) => {
          const present = [...new Set(places.map((cell) => cell[digit] ?? 0))].toSorted();
          const of = places.map((cell) => present.indexOf(cell[digit] ?? 0));
          return margin(
            `m${digit}`,
            present.map((_, place) => drawn.reduce((sum, w, at) => sum + (of[at] === place ? w : 0), 0)),
            of,
          );
        });
        const raked = await rake({ margins, respondents: places.length });
        expect(raked).toMatchObject({ feasibility: "reached", isReached: true });
      }),
      { numRuns: 60 },
    );
  });

  test("says what weighting costs", async () => {
    // Two of four count three times as much: n * sum w² / (sum w)² = 4 * 5 / 16.
    const { designEffect, efficiency } = await rake({
      margins: [margin("sex", [75, 25], [0, 0, 1, 1])],
      respondents: 4,
    });
    expect(designEffect).toBeCloseTo(1.25, 12);
    expect(efficiency).toBeCloseTo(0.8, 12);
  });

  test("refuses a category that nobody is in, by name, and what else cannot be", () => {
    const problems = (one: Margin, respondents = one.of.length) => rakingProblems({ margins: [one], respondents });
    expect(problems(margin("sex", [50, 50], [0, 0]))[0]).toContain("Nobody is in “sex 1” of sex");
    expect(problems(margin("sex", [100, 0], [0, 1]))[0]).toContain("a target of 0");
    expect(problems(margin("sex", [50, 50], [0, 1, null]))[0]).toContain("1 respondents have no answer to sex");
    expect(problems(margin("sex", [-1, 2], [0, 1]))[0]).toContain("“sex 0”");
    expect(problems(margin("sex", [0, 0], [0, 1]))[0]).toContain("all 0");
    expect(problems(margin("sex", [], []), 0)[0]).toContain("no respondent");
  });
});

test("half women and 49.9% of 18-34, of whom a single other woman keeps the two apart, is feasible", async () => {
  // 100 women of 18-34, one older woman, 100 older men: the shares follow by hand.
  const raked = await rake({
    margins: [margin("sex", [50, 50], [0, 0, 1]), margin("age", [49.9, 50.1], [0, 1, 1])],
    ...{ respondents: 3, times: [100, 1, 100] },
  });
  expect(raked).toMatchObject({ feasibility: "reached", isReached: true });
  expect(raked.weights.map((weight) => Number(weight.toFixed(3)))).toEqual([1.003, 0.201, 1.005]);
});
