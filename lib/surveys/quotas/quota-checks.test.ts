import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { Quota } from "@/lib/contracts/interfaces/survey-codec";
import type { QuotaDraft } from "../draft";
import { questionsById } from "../qualification-text";
import { checkQuotas } from "./quota-checks";

const question = (id: number, name: string, texts: string[]): Question => ({
  id,
  name,
  text: "",
  type: "single",
  options: texts.map((text, at) => ({ id: at + 1, text })),
});
const questions = questionsById([
  question(1, "Age", ["young", "middle", "old"]),
  question(2, "Gender", ["Male", "Female"]),
]);

const quota = (quota_name: string, target: number, asks: Record<number, number[]> = {}): QuotaDraft => ({
  quota_id: quota_name,
  quota_name,
  quota: target,
  qualifications: Object.entries(asks).map(([id, allowed_option_ids]) => ({
    question_id: Number(id),
    allowed_option_ids,
  })),
});
const completes = (counts: Record<string, number>) =>
  new Map(Object.entries(counts).map(([id, survey_completes]) => [id, { quota_id: id, survey_completes } as Quota]));
const check = (
  quotas: QuotaDraft[],
  { respondents = null, counts = {} }: { respondents?: number | null; counts?: Record<string, number> } = {},
) => checkQuotas(quotas, { questions, respondents, collected: completes(counts), countsStarts: false });
const said = (...given: Parameters<typeof check>) => check(...given).warnings.map(({ message }) => message);

const men = quota("Men", 50, { 2: [1] });
const women = quota("Women", 50, { 2: [2] });

describe("says", () => {
  test("nothing about a quota that has no target yet, nor what can be reached with it", () => {
    const typed: QuotaDraft = { quota_id: null, quota_name: "", quota: "", qualifications: [] };
    expect(check([men, women, typed], { respondents: 100 })).toEqual({ warnings: [], largestTotal: null });
  });

  test("nothing where all is well", () => {
    const quotas = [men, women, quota("Young", 30, { 1: [1] }), quota("Others", 70, { 1: [2, 3] })];
    expect(check(quotas, { respondents: 100 })).toEqual({ warnings: [], largestTotal: 100 });
  });

  test("what contradicts itself or the country", () => {
    const twice = {
      ...quota("Both", 5),
      qualifications: [
        { question_id: 2, allowed_option_ids: [1] },
        { question_id: 2, allowed_option_ids: [2] },
      ],
    };
    const odd = [
      quota("Odd", 5, { 99: [1] }),
      quota("Third", 5, { 2: [2, 7] }),
      quota("Fourth", 5, { 1: [1], 2: [2, 7, 8, 9, 10] }),
      quota("Fifth", 5, { 1: [2], 2: [7, 8] }),
    ];
    expect(said([twice, ...odd])).toEqual([
      "Nobody can belong to “Both”: its qualifications on Gender exclude each other.",
      "“Odd” asks question 99, which the survey's country does not have.",
      "“Third”: option 7 of Gender is not in the survey's country.",
      "“Fourth”: options 7, 8, 9 and 1 more of Gender are not in the survey's country.",
      "“Fifth”: none of its options of Gender is in the survey's country.",
    ]);
  });

  test("which quotas are for the same respondents", () => {
    expect(said([men, quota("Males", 10, { 2: [1] })])).toContain(
      "“Men” and “Males” are for the same respondents: who belongs to one counts in all of them.",
    );
  });

  test("what has collected more than its target", () => {
    expect(said([men], { counts: { Men: 60 } })).toEqual([
      "“Men” has collected 60 already, more than its target of 50: nobody else enters.",
    ]);
  });

  test("what nobody can reach because others are full", () => {
    const quotas = [
      quota("Men", 0, { 2: [1] }),
      women,
      quota("Young men", 5, { 2: [1], 1: [1] }),
      quota("Young", 10, { 1: [1] }),
    ];
    expect(said(quotas)).toContain(
      "Nobody can enter “Young men”: everyone in it also belongs to “Men”, which is full.",
    );
    expect(said(quotas)).not.toContain(
      "Nobody can enter “Young”: everyone in it also belongs to “Men”, which is full.",
    );
    const both = [quota("Men", 0, { 2: [1] }), quota("Women", 3, { 2: [2] }), quota("Old", 4, { 1: [3] })];
    expect(said(both, { counts: { Women: 3 } })).toContain(
      "Nobody can enter “Old”: everyone in it also belongs to “Men” and “Women”, which are full.",
    );
  });

  test("what full quotas of different layers together keep out", () => {
    const quotas = [
      quota("Female", 50, { 2: [2] }),
      quota("Young", 10, { 1: [1] }),
      quota("Older female", 5, { 1: [2, 3], 2: [2] }),
      quota("Older male", 5, { 1: [2, 3], 2: [1] }),
    ];
    const message =
      "Nobody can enter “Female”: everyone in it also belongs to “Young” and “Older female”, which are full.";
    expect(said(quotas, { counts: { Young: 10, "Older female": 5 } })).toContain(message);
    expect(said(quotas, { counts: { Young: 10 } })).not.toContainEqual(expect.stringMatching("Nobody can enter"));
  });

  test("nothing of what other options would let in, while a question's options are not known", () => {
    const collected = completes({ North: 5, South: 5 });
    const before = { questions: questionsById([]), respondents: null, collected, countsStarts: false };
    const saidBefore = (quotas: QuotaDraft[]) => checkQuotas(quotas, before).warnings.map(({ message }) => message);
    const [north, south] = [quota("North", 5, { 9: [1] }), quota("South", 5, { 9: [2] })];
    expect(saidBefore([quota("Everyone", 50), north, south])).toEqual([]);
    expect(saidBefore([quota("North or south", 10, { 9: [1, 2] }), north, south])).toEqual([
      "Nobody can enter “North or south”: everyone in it also belongs to “North” and “South”, which are full.",
    ]);
  });

  test("which smallest group cannot be met, and the largest total", () => {
    const quotas = [men, women, quota("Young", 30, { 1: [1] }), quota("Others", 50, { 1: [2, 3] })];
    const checked = check(quotas, { respondents: 100 });
    expect(checked.warnings.map(({ message }) => message)).toEqual([
      "“Men” and “Women” need 100, but “Young” and “Others” let only 80 of them in.",
    ]);
    expect(checked.largestTotal).toBe(80);
    const nested = [men, women, quota("Young men", 60, { 2: [1], 1: [1] })];
    expect(said(nested)).toEqual(["“Young men” needs 60, but “Men” lets only 50 of them in."]);
  });

  test("that targets need more respondents than the survey takes", () => {
    expect(said([men, women], { respondents: 90 })).toEqual([
      "“Men” and “Women” need 100 respondents together, and the survey's target is 90.",
    ]);
    expect(said([men, quota("Young", 50, { 1: [1] })], { respondents: 40 })).toHaveLength(2);
    expect(said([men, quota("Young", 50, { 1: [1] })], { respondents: 50 })).toEqual([]);
    const apart = [quota("Young men", 30, { 2: [1], 1: [1] }), quota("Women", 30, { 2: [2] })];
    expect(said(apart, { respondents: 40 })).toEqual([
      "“Young men” and “Women” need 60 respondents together, and the survey's target is 40.",
    ]);
  });
});

const ageAndGender: Record<number, number>[] = [1, 2, 3].flatMap((age) =>
  [1, 2].map((gender) => ({ 1: age, 2: gender })),
);

/** The most respondents over all ways to choose how many of each kind come: every kind of respondent tried. */
function largestByTrying(quotas: readonly QuotaDraft[], respondents: number, kinds = ageAndGender): number {
  const belongs = kinds.map((kind) =>
    quotas.flatMap(({ qualifications }, at) =>
      qualifications.every(({ question_id, allowed_option_ids }) =>
        allowed_option_ids.includes(kind[Number(question_id)] ?? 0),
      )
        ? [at]
        : [],
    ),
  );
  const room = quotas.map(({ quota: target }) => Number(target));
  const most = (kind: number, left: number): number => {
    const homes = belongs[kind];
    if (!homes) return 0;
    let best = most(kind + 1, left);
    if (homes.length === 0) return best;
    const limit = Math.min(left, ...homes.map((at) => room[at] ?? 0));
    for (let come = 1; come <= limit; come += 1) {
      for (const at of homes) room[at] = (room[at] ?? 0) - come;
      best = Math.max(best, come + most(kind + 1, left - come));
      for (const at of homes) room[at] = (room[at] ?? 0) + come;
    }
    return best;
  };
  return most(0, respondents);
}

test("the largest total of quotas by two questions is what trying every way finds", () => {
  const target = fc.integer({ min: 0, max: 4 });
  const byGender = fc.tuple(target, target).map(([a, b]) => [quota("M", a, { 2: [1] }), quota("F", b, { 2: [2] })]);
  const byAge = fc.tuple(target, target).map(([a, b]) => [quota("Y", a, { 1: [1] }), quota("O", b, { 1: [2, 3] })]);
  const cells = fc
    .tuple(target, target)
    .map(([a, b]) => [quota("YM", a, { 1: [1], 2: [1] }), quota("OF", b, { 1: [3], 2: [2] })]);
  const two = fc
    .oneof(fc.tuple(byGender, byAge), fc.tuple(byGender, cells), fc.tuple(byAge, cells))
    .map((layers) => layers.flat());
  const drawn = two.chain((all) => fc.subarray(all, { minLength: 1 }));
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 10 }), (quotas, respondents) => {
      expect(check(quotas, { respondents }).largestTotal).toBe(largestByTrying(quotas, respondents));
    }),
    { numRuns: 300 },
  );
});

const regions = question(3, "Region", ["North", "South"]);
const withRegions = questionsById([...questions.values(), regions]);
const largestOfThree = (quotas: QuotaDraft[], respondents: number | null) =>
  checkQuotas(quotas, { questions: withRegions, respondents, collected: new Map(), countsStarts: false }).largestTotal;

test("who is in none of two layers can still count in a third", () => {
  const apart = [quota("Men", 100, { 2: [1] }), quota("Young", 100, { 1: [1] }), quota("North", 300, { 3: [1] })];
  expect(largestOfThree(apart, null)).toBe(500);
  expect(largestOfThree(apart, 400)).toBe(400);
  const whole = [men, women, quota("Young", 30, { 1: [1] }), quota("Others", 50, { 1: [2, 3] })];
  expect(largestOfThree([...whole, quota("North", 300, { 3: [1] })], null)).toBe(80);
});

test("the largest total of quotas by three questions is never below what trying every way finds", () => {
  const kinds: Record<number, number>[] = [1, 2].flatMap((age) =>
    [1, 2].flatMap((gender) => [1, 2].map((region) => ({ 1: age, 2: gender, 3: region }))),
  );
  const target = fc.integer({ min: 0, max: 2 });
  const all = fc
    .array(target, { minLength: 6, maxLength: 6 })
    .map(([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) => [
      quota("M", a, { 2: [1] }),
      quota("F", b, { 2: [2] }),
      quota("Y", c, { 1: [1] }),
      quota("O", d, { 1: [2, 3] }),
      quota("N", e, { 3: [1] }),
      quota("YN", f, { 1: [1], 3: [1] }),
    ]);
  const drawn = all.chain((quotas) => fc.subarray(quotas, { minLength: 3 }));
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 6 }), (quotas, respondents) => {
      expect(largestOfThree(quotas, respondents)).toBeGreaterThanOrEqual(largestByTrying(quotas, respondents, kinds));
    }),
    { numRuns: 200 },
  );
});
