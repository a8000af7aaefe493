import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExclusionThresholds } from "@/lib/contracts/rules/exclusion";
import { defaultThresholds, rulesMet } from "@/lib/contracts/rules/exclusion";
import { NOT_SCORED, qualityChecks } from "@/lib/contracts/terms/quality";
import { respondentOrders, reviewDecisions } from "@/lib/contracts/terms/respondents";
import type { ScoreRow } from "@/lib/gateway/quality-scores";
import { applyThresholds, countQuotas, countThresholds, newlyExcluded, newlyIncluded } from "./apply-thresholds";
import { findRespondents, type Joined, viewRow } from "./list-respondents";
import { figuresAt, placesOf, scoreTableBuilder } from "./score-table";
import { addSessions, type SessionTable } from "./session-table";
import { summarizeRespondents } from "./summarize";

const scored = (respondentId: string, total: number, more: Partial<ScoreRow> = {}): ScoreRow => ({
  ...{ respondentId, total, isPending: false, isExcluded: false, reasons: [], at: Date.parse("2030-01-01T12:00:00Z") },
  ...{ checks: { TS: { score: total, points: 2 } }, categories: {}, ...more },
});

const tableOf = (rows: readonly ScoreRow[]) => {
  const builder = scoreTableBuilder();
  builder.add(rows);
  return builder.table();
};

const review = (respondentId: string, decision: "exclude" | "keep" | "flag") =>
  [respondentId, { respondentId, decision, note: "", who: "a@b.test", at: new Date(0) }] as const;

const joined = (rows: readonly ScoreRow[], more: Partial<Joined> = {}): Joined => ({
  ...{ scores: tableOf(rows), sessions: null, reviews: new Map(), thresholds: defaultThresholds, ...more },
});

const idsOf = ({ scores }: Joined, places: Iterable<number>) => [...places].map((at) => scores.ids[at]);

type Line = Parameters<typeof addSessions>[1][number];

const line = (rid: string, supplier: string, endedAtMs: number | null, quotaIds: string[]): Line => ({
  ...{ rid, supplier, endedAtMs, quotaIds, isComplete: rid !== "start" },
});

function sessionsOf(lines: readonly Line[], names: [string, string][] = []): SessionTable {
  const table: SessionTable = { facts: new Map(), suppliers: new Map(names) };
  addSessions(table, lines, new Map());
  return table;
}

const anyScore = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(NOT_SCORED));
const anyRow = fc.record({
  total: anyScore,
  isPending: fc.boolean(),
  isExcluded: fc.boolean(),
  reasons: fc.array(fc.string(), { maxLength: 2 }),
  at: fc.option(fc.integer({ min: 0, max: 2e12 })),
  checks: fc.dictionary(fc.constantFrom(...qualityChecks), fc.record({ score: anyScore, points: fc.nat(20) })),
  categories: fc.dictionary(fc.constantFrom("GIBBERISH", "NO_ANSWER", "VALID_ANSWER"), fc.integer({ min: 1, max: 10 })),
});
const anyRows = fc
  .array(anyRow, { maxLength: 30 })
  .map((rows) => rows.map((row, at): ScoreRow => ({ ...row, respondentId: `r${at}` })));
const anyReviews = fc
  .array(fc.tuple(fc.nat(40), fc.constantFrom(...reviewDecisions)), { maxLength: 10 })
  .map((decisions) => new Map(decisions.map(([at, decision]) => review(`r${at}`, decision))));
const level = (max: number) => fc.option(fc.integer({ min: 1, max }));
const anyThresholds: fc.Arbitrary<ExclusionThresholds> = fc.record({
  total: level(100),
  checks: fc.record({ OES: level(100), TS: level(100), GQS: level(100), CHS: level(100), BAS: level(100) }),
  points: fc.constant(defaultThresholds.points),
  categories: fc.record({ GIBBERISH: level(10), NO_ANSWER: level(10) }),
});

test("columns give back what was put in, whatever grows meanwhile, and the latest of somebody who comes twice", () => {
  const rows = Array.from({ length: 3000 }, (_, at) =>
    scored(`r${at}`, at % 101, { categories: { GIBBERISH: at % 9 } }),
  );
  const table = tableOf([...rows, scored("r7", 99, { categories: {} })]);
  expect(table.ids).toHaveLength(3000);
  expect(figuresAt(table, 7)).toEqual({ total: 99, checks: { TS: { score: 99, points: 2 } }, categories: {} });
  expect(figuresAt(table, 2998)).toEqual({
    ...{ total: 2998 % 101, checks: { TS: { score: 2998 % 101, points: 2 } }, categories: { GIBBERISH: 2998 % 9 } },
  });
});

describe("the list", () => {
  const all = joined(
    [
      scored("bad", 20, { isExcluded: true, checks: { OES: { score: 10, points: 2 } }, categories: { GIBBERISH: 2 } }),
      scored("fair", 65),
      scored("good", 90, { at: Date.parse("2030-01-02T00:00:00Z") }),
      scored("unscored", NOT_SCORED, { checks: {} }),
    ],
    {
      reviews: new Map([review("bad", "exclude")]),
      sessions: sessionsOf([line("fair", "north", Date.parse("2030-02-01T00:00:00Z"), ["q"])], [["north", "North"]]),
    },
  );
  const found = (filter: Parameters<typeof findRespondents>[1]) => idsOf(all, findRespondents(all, filter));

  test.each([
    [{ bands: ["bad", "fair"] }, ["fair", "bad"]],
    [{ checks: ["OES"] }, ["bad"]],
    [{ categories: ["GIBBERISH"] }, ["bad"]],
    [{ decisions: ["none"] }, ["fair", "good", "unscored"]],
    [{ decisions: ["exclude"] }, ["bad"]],
    [{ excluded: "only" }, ["bad"]],
    [{ excluded: "none" }, ["fair", "good", "unscored"]],
    [{ suppliers: ["north"] }, ["fair"]],
    [{ search: "GOO" }, ["good"]],
    [{ bands: ["bad"], excluded: "none" }, []],
    [{ order: "newest" }, ["fair", "good", "unscored", "bad"]],
    [{ order: "score" }, ["bad", "fair", "good", "unscored"]],
    [{ order: "suspicion" }, ["fair", "good", "unscored", "bad"]],
  ] as const)("%j", (filter, expected) => {
    expect(found({ survey_id: "s", ...structuredClone(filter) } as Parameters<typeof findRespondents>[1])).toEqual(
      expected,
    );
  });

  test("a row says what the rules would exclude for where the service gives no reason", () => {
    expect(viewRow(all, 0)).toMatchObject({
      ...{ respondent_id: "bad", is_excluded: true, service_score: 20, review: { decision: "exclude" } },
      reasons: expect.arrayContaining(["The total of 20 is below 60.", "2 open answers are gibberish."]),
      categories: [{ category: "GIBBERISH", answers: 2 }],
    });
    expect(viewRow(all, 1)).toMatchObject({
      supplier: { code: "north", name: "North" },
      at: "2030-02-01T00:00:00.000Z",
    });
  });

  test("has everybody once, in any order", () => {
    fc.assert(
      fc.property(anyRows, anyReviews, fc.constantFrom(...respondentOrders), (rows, reviews, order) => {
        const of = joined(rows, { reviews });
        const places = findRespondents(of, { survey_id: "s", order });
        expect([...places].sort((one, other) => one - other)).toEqual(placesOf(of.scores));
      }),
    );
  });
});

describe("thresholds", () => {
  test("decide of whoever no reviewer has decided of, and a flag decides nothing", () => {
    const all = joined(
      [
        scored("kept", 10),
        scored("flagged", 10, { isExcluded: false }),
        scored("by a person", 90, { isExcluded: true }),
        scored("once excluded", 90, { isExcluded: true }),
        scored("waits", NOT_SCORED, { isPending: true, isExcluded: true }),
      ],
      { reviews: new Map([review("kept", "keep"), review("flagged", "flag"), review("by a person", "exclude")]) },
    );
    const applied = applyThresholds(all, defaultThresholds);
    expect(idsOf(all, applied.after)).toEqual(["flagged", "by a person", "waits"]);
    expect(idsOf(all, newlyExcluded(applied))).toEqual(["flagged"]);
    expect(idsOf(all, newlyIncluded(applied))).toEqual(["once excluded"]);
    expect(countThresholds(all, applied)).toMatchObject({
      ...{ respondents: 5, excluded_now: 3, excluded_after: 3, newly_excluded: 1, newly_included: 1 },
      decided_by_reviewers: 2,
    });
  });

  test("count alone whom a single rule excludes", () => {
    const all = joined([
      scored("two rules", 10, { checks: { TS: { score: 10, points: 2 } } }),
      scored("one rule", 10, { checks: { TS: { score: 50, points: 2 } } }),
    ]);
    const { rules } = countThresholds(all, applyThresholds(all, defaultThresholds));
    expect(rules.filter(({ respondents }) => respondents > 0)).toEqual([
      { rule: "total", respondents: 2, alone: 1 },
      { rule: "TS", respondents: 1, alone: 0 },
    ]);
  });

  test("are the rule of the service, and stricter ones never include anybody again", () => {
    fc.assert(
      fc.property(anyRows, anyReviews, anyThresholds, fc.integer({ min: 0, max: 40 }), (rows, reviews, given, by) => {
        const all = joined(rows, { reviews });
        const { after, met, decided } = applyThresholds(all, given);
        for (const [at, rules] of met) expect(rules).toEqual(rulesMet(figuresAt(all.scores, at), given));
        for (const at of decided) expect(after.has(at)).toBe(rows[at]?.isExcluded);
        const stricter = { ...given, total: given.total === null ? null : Math.min(100, given.total + by) };
        const more = applyThresholds(all, stricter).after;
        for (const at of after) expect(more.has(at)).toBe(true);
      }),
    );
  });

  test("leave out completes of each quota, and those without a score stay in", () => {
    const all = joined([scored("now", 90, { isExcluded: true }), scored("after", 10), scored("start", 10)], {
      sessions: sessionsOf([
        line("now", "n", 1, ["q1"]),
        line("after", "n", 1, ["q1", "q2"]),
        line("start", "n", null, ["q1"]),
      ]),
      reviews: new Map([review("now", "exclude")]),
    });
    const quotas = [
      { id: "q1", name: "One", target: 10, completes: 7 },
      { id: "q2", name: "Two", target: null, completes: 3 },
    ];
    expect(countQuotas(all, quotas, applyThresholds(all, defaultThresholds))).toEqual([
      { id: "q1", name: "One", target: 10, now: 6, after: 5 },
      { id: "q2", name: "Two", target: null, now: 3, after: 2 },
    ]);
    expect(countQuotas({ ...all, sessions: null }, quotas, applyThresholds(all, defaultThresholds))).toEqual([]);
  });
});

describe("the summary", () => {
  test("counts by band, check, category, supplier and day, and how reviewers agree with each rule", () => {
    const all = joined(
      [
        scored("a", 20, { isExcluded: true, categories: { GIBBERISH: 2, VALID_ANSWER: 1 } }),
        scored("b", 85),
        scored("c", 40, { at: Date.parse("2030-01-02T00:00:00Z") }),
        scored("waits", NOT_SCORED, { isPending: true }),
      ],
      {
        sessions: sessionsOf([line("b", "north", null, [])], [["north", "North"]]),
        reviews: new Map([review("a", "exclude"), review("c", "keep")]),
      },
    );
    const summary = summarizeRespondents(all);
    expect(summary).toMatchObject({
      ...{ respondents: 4, pending: 1, excluded: 1, totals: { bad: 1, poor: 1, fair: 0, good: 1 } },
      suppliers: [
        { supplier: null, respondents: 2, good: 0, excluded: 1, mean: 30 },
        { supplier: { code: "north", name: "North" }, respondents: 1, good: 1, excluded: 0, mean: 85 },
      ],
      days: [
        { day: "2030-01-01", respondents: 2, good: 1, excluded: 1 },
        { day: "2030-01-02", respondents: 1, good: 0, excluded: 0 },
      ],
    });
    expect(summary.checks.find(({ check }) => check === "TS")).toEqual({
      ...{ check: "TS", respondents: 3, mean: 48.3, bands: { bad: 1, poor: 1, fair: 0, good: 1 } },
    });
    expect(summary.categories.find(({ category }) => category === "GIBBERISH")).toMatchObject({
      ...{ answers: 2, respondents: 1 },
    });
    const agreement = new Map(summary.agreement.map(({ rule, ...counts }) => [rule, counts]));
    expect(agreement.get("total")).toEqual({ suspected: 2, excluded: 1, kept: 1, flagged: 0 });
    expect(agreement.get("GIBBERISH")).toEqual({ suspected: 1, excluded: 1, kept: 0, flagged: 0 });
  });

  test("parts add up to the whole", () => {
    fc.assert(
      fc.property(anyRows, anyReviews, (rows, reviews) => {
        const { respondents, pending, suppliers, totals, excluded } = summarizeRespondents(joined(rows, { reviews }));
        const scoredCount = respondents - pending;
        expect(suppliers.reduce((sum, each) => sum + each.respondents, 0)).toBe(scoredCount);
        expect(totals.bad + totals.poor + totals.fair + totals.good).toBeLessThanOrEqual(scoredCount);
        expect(excluded).toBe(rows.filter(({ isExcluded }) => isExcluded).length);
      }),
    );
  });
});
