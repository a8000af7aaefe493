import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { beforeAll, describe, expect, test } from "vitest";
import { bucketBoundaries } from "@/lib/contracts/calendar/trend-buckets";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { type FilterItem, filterOperators } from "@/lib/contracts/rules/filter-items";
import { type BucketType, bucketTypes } from "@/lib/contracts/terms/analysis";
import { addAnswers, question, type TestResponse, testWeight, writeAnswers } from "@/lib/test-answers";
import { withEngine } from "@/lib/test-engine";
import { runs } from "@/lib/test-runs";
import { nobodyExcluded } from "./excluded-rows";
import type { ShareBucket, ShareSeries } from "./share-sql";
import { type Bucket, partsOf, readTrend, type Series, type TrendQuestion } from "./trend";
import { trendStatement } from "./trend-sql";

withEngine();

const questions: Question[] = [
  question(1, "spent", "numeric", {
    missing: [
      { cell: "-1", kind: "no_answer" },
      { cell: 999, kind: "not_asked" },
      { low: 5000, high: null, kind: "no_answer" },
    ],
  }),
  question(2, "visits", "numeric"),
  question(3, "likes", "scale", {
    options: [
      [1, "not at all", 1],
      [2, "somewhat", 2.5],
      [3, "very", 4],
      [9, "don't know", null],
    ],
  }),
  question(4, "trusts", "scale", {
    options: [
      [0, "no", -1],
      [60000, "yes", 1],
    ],
  }),
  question(5, "region", "single", {
    options: [
      [1, "North", null],
      [2, "South", null],
      [3, "2", null],
    ],
  }),
  question(6, "owns", "multiple", {
    options: [
      [1, "car", null],
      [2, "bike", null],
      [3, "boat", null],
    ],
  }),
  question(7, "why", "open"),
  question(8, "since", "date"),
  question(0, "band", "scale", {
    options: [
      [1, "low", 10],
      [2, "high", 20],
    ],
    derivation: {
      form: "bands",
      questionId: "spent",
      bands: [
        { code: 1, low: null, high: 50 },
        { code: 2, low: 50, high: null },
      ],
    },
  }),
  question(0, "vehicle", "multiple", {
    options: [
      [1, "motor", null],
      [2, "any", null],
    ],
    derivation: {
      form: "nets",
      questionId: "owns",
      nets: [
        { code: 1, of: [1, 3] },
        { code: 2, of: [1, 2, 3] },
      ],
    },
  }),
  question(0, "northern fan", "single", {
    options: [[7, "yes", null]],
    derivation: { form: "combination", questionIds: ["region", "likes"], pairs: [{ code: 7, of: [1, 3] }] },
  }),
  question(0, "spender", "scale", {
    options: [
      [1, "yes", 1],
      [0, "no", 0],
    ],
    derivation: { form: "filter", filter: [{ questionId: "spent", operator: "gt", value: 40 }] },
  }),
];
const byId = new Map(questions.map((each) => [each.id, each]));

/* The same, by hand */

type Answer = number | string | number[] | null;

/** What a response answered, of stored and derived questions. */
function answerOf(id: string, { answers }: TestResponse): Answer {
  const given = answers[id] ?? null;
  switch (id) {
    case "spent":
      return given === -1 || given === 999 || (typeof given === "number" && given >= 5000) ? null : given;
    case "owns":
      return given; // an empty list: asked, and chose none
    case "band": {
      const spent = answerOf("spent", { answers, time: 0 });
      return spent === null ? null : Number(spent) < 50 ? 1 : 2;
    }
    case "vehicle": {
      const owns = (answers.owns ?? []) as number[];
      const nets = [...(owns.some((each) => each !== 2) ? [1] : []), ...(owns.length > 0 ? [2] : [])];
      return nets.length > 0 ? nets : null;
    }
    case "northern fan":
      return answers.region === 1 && answers.likes === 3 ? 7 : null;
    case "spender": {
      const spent = answerOf("spent", { answers, time: 0 });
      return spent !== null && Number(spent) > 40 ? 1 : 0;
    }
    default:
      return given;
  }
}

function numberOf(id: string, response: TestResponse): number | null {
  const answer = answerOf(id, response);
  if (answer === null) return null;
  const { kind, options, derivation } = byId.get(id) as Question;
  if (kind === "numeric" && !derivation) return Number(answer);
  return options.find(({ code }) => code === answer)?.value ?? null;
}

function holds(item: FilterItem, response: TestResponse): boolean {
  if ("any" in item) return item.any.some((each) => holds(each, response));
  if ("not" in item) return !holds(item.not, response);
  const answer = answerOf(item.questionId, response);
  const isAnswered = isInBase(item.questionId, response);
  if (item.operator === "answered") return isAnswered;
  if (item.operator === "unanswered") return !isAnswered;
  // Of who is in none of a derived question's options holds only that he is not in some of them.
  if (answer === null) return isAnswered && (item.operator === "ne" || item.operator === "nin");
  const values = Array.isArray(item.value) ? item.value : [item.value];
  const isOne = Array.isArray(answer)
    ? answer.some((each) => values.includes(each))
    : values.includes(answer as string | number);
  const [first, last] = values.map(Number);
  const number = Number(answer);
  switch (item.operator) {
    case "eq":
    case "in":
      return isOne;
    case "ne":
    case "nin":
      return !isOne;
    case "gt":
      return number > (first ?? 0);
    case "gte":
      return number >= (first ?? 0);
    case "lt":
      return number < (first ?? 0);
    case "lte":
      return number <= (first ?? 0);
    default:
      return number >= (first ?? 0) && number <= (last ?? 0);
  }
}

/** The calendar's name of the bucket of a moment, in the zone. */
function bucketName(at: number, type: BucketType, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return bucketNames[type](local);
}

const bucketNames: Record<BucketType, (local: Temporal.ZonedDateTime) => string> = {
  hourly: (local) => `${local.toPlainDate()} ${local.hour} ${local.offset}`,
  daily: (local) => `${local.toPlainDate()}`,
  weekly_from_monday: (local) => `${local.yearOfWeek} ${local.weekOfYear}`,
  weekly_from_sunday: (local) => bucketNames.weekly_from_monday(local.add({ days: 1 })),
  monthly: (local) => `${local.year}-${local.month}`,
  quarterly: (local) => `${local.year} ${Math.ceil(local.month / 3)}`,
  yearly: (local) => `${local.year}`,
};

type Asked = Pick<TrendQuestion, "from" | "to" | "filter" | "weight" | "includeExcluded" | "by"> & {
  type: BucketType;
  zone: string;
};

/** The responses of each bucket that count. `keys`: codes of `by`, else starts. */
function bucketsByHand(responses: readonly TestResponse[], keys: readonly number[], asked: Asked): TestResponse[][] {
  const { by, from, to, type, zone } = asked;
  const nameOf = (response: TestResponse) =>
    by ? String(answerOf(by.questionId, response)) : bucketName(response.time ?? 0, type, zone);
  const counted = responses.filter(
    ({ time, excluded, weight = 1 }) =>
      (time === null ? by !== undefined : time >= from && time < to) &&
      (asked.includeExcluded || !excluded) &&
      (!asked.weight || (weight !== null && weight >= 0)),
  );
  const kept = counted.filter((response) => asked.filter.every((item) => holds(item, response)));
  const named = new Map<string, TestResponse[]>();
  for (const each of kept) {
    const name = nameOf(each);
    named.set(name, [...(named.get(name) ?? []), each]);
  }
  return keys.map((key) => named.get(by ? String(key) : bucketName(key, type, zone)) ?? []);
}

const weightIn = ({ weight }: Asked, response: TestResponse) => (weight ? (response.weight ?? 1) : 1);

function byHand(buckets: readonly TestResponse[][], { questionIds }: Series, asked: Asked): Bucket[] {
  return buckets.map((inside) => {
    const pairs = inside.flatMap((response) =>
      questionIds.flatMap((id) => {
        const number = numberOf(id, response);
        return number === null ? [] : [{ number, weight: weightIn(asked, response) }];
      }),
    );
    return summed(pairs, asked.weight !== null);
  });
}

/** What derived questions are made of: who answered that is in the base of their shares and filters, whatever it was. */
const madeOf: Record<string, string[]> = { band: ["spent"], vehicle: ["owns"], "northern fan": ["region", "likes"] };
const isInBase = (id: string, response: TestResponse) =>
  id === "spender" || (madeOf[id] ?? [id]).every((each) => answerOf(each, response) !== null);

function sharesByHand(buckets: readonly TestResponse[][], share: ShareSeries, asked: Asked): ShareBucket[] {
  return buckets.map((inside) => {
    const answers = inside.map((response) => ({
      answer: answerOf(share.questionId, response),
      isCounted: isInBase(share.questionId, response),
      weight: weightIn(asked, response),
    }));
    const answered = answers.filter(({ isCounted }) => isCounted);
    const chosen = answered.filter(({ answer }) => [answer].flat().some((each) => share.codes.includes(Number(each))));
    const sum = (of: typeof answers, power = 1) => of.reduce((total, { weight }) => total + weight ** power, 0);
    const isEmpty = answered.length === 0;
    const weighted = asked.weight !== null && !isEmpty;
    return {
      count: answered.length,
      chosen: chosen.length,
      share: isEmpty || sum(answered) === 0 ? null : sum(chosen) / sum(answered),
      sumOfWeights: weighted ? sum(answered) : null,
      sumOfChosenWeights: weighted ? sum(chosen) : null,
      sumOfSquaredWeights: weighted ? sum(answered, 2) : null,
    };
  });
}

function summed(pairs: { number: number; weight: number }[], weighted: boolean): Bucket {
  const numbers = pairs.map(({ number }) => number);
  const sum = (of: (pair: { number: number; weight: number }) => number) =>
    pairs.reduce((total, pair) => total + of(pair), 0);
  const count = pairs.length;
  const weights = sum(({ weight }) => weight);
  const empty = count === 0;
  const mean = empty || weights === 0 ? null : sum(({ number, weight }) => number * weight) / weights;
  const squares = mean === null ? 0 : sum(({ number, weight }) => weight * (number - mean) ** 2);
  return {
    count,
    mean,
    min: empty ? null : Math.min(...numbers),
    max: empty ? null : Math.max(...numbers),
    variance: mean === null || count < 2 ? null : squares / ((weights * (count - 1)) / count),
    sumOfWeights: weighted && !empty ? weights : null,
    quartiles: null,
    sumOfSquaredWeights: weighted && !empty ? sum(({ weight }) => weight ** 2) : null,
  };
}

function expectNear<Found extends Bucket | ShareBucket>(found: Found[] | undefined, wanted: Found[]): void {
  expect(found?.length).toBe(wanted.length);
  for (const [place, bucket] of wanted.entries()) {
    for (const key of Object.keys(bucket) as (keyof Found)[]) {
      const [one, other] = [found?.[place]?.[key], bucket[key]];
      if (one === null || other === null) expect(one).toBe(other);
      else
        expect(Math.abs(Number(one) - Number(other))).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(Number(other))));
    }
  }
}

/* Random answers and questions */

const BEGIN = Date.parse("2023-10-20T00:00:00Z");
const LENGTH = 500 * 24 * 3_600_000;
const moment = fc.integer({ min: BEGIN, max: BEGIN + LENGTH });
const orNone = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 4, nil: null });
const code = fc.integer({ min: 1, max: 3 });

const response: fc.Arbitrary<TestResponse> = fc.record({
  time: fc.option(moment, { freq: 20, nil: null }),
  excluded: fc.integer({ min: 0, max: 5 }).map((each) => each === 0),
  weight: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 3000 }).map((each) => each / 1000) },
    fc.constantFrom(null, -1, 0),
  ),
  answers: fc.record({
    spent: orNone(fc.oneof(fc.integer({ min: -3, max: 100 }), fc.constantFrom(-1, 999, 5000, 7000))),
    visits: orNone(fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((each) => (Math.abs(each) < 1e-6 ? 0 : each))),
    likes: orNone(fc.constantFrom(1, 2, 3, 9)),
    trusts: orNone(fc.constantFrom(0, 60000)),
    region: orNone(code),
    owns: orNone(fc.uniqueArray(code, { maxLength: 3 })),
    why: orNone(fc.constantFrom("a", "b's \\ \n{x:String}", "")),
    since: orNone(moment),
  }),
});

const kindsOfValue: Record<string, fc.Arbitrary<string | number>> = {
  spent: fc.integer({ min: -3, max: 100 }),
  visits: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  likes: fc.constantFrom(1, 2, 3, 9, 77, 1.5),
  trusts: fc.constantFrom(0, 60000, 1e12),
  region: code,
  owns: fc.constantFrom(1, 2, 3, 99, -5),
  why: fc.constantFrom("a", "b's \\ \n{x:String}", "", "zz"),
  band: fc.constantFrom(1, 2),
  vehicle: fc.constantFrom(1, 2),
  "northern fan": fc.constantFrom(7, 8),
  spender: fc.constantFrom(0, 1),
};
const onlyListed = new Set(["owns", "why", "vehicle"]);

const leaf: fc.Arbitrary<FilterItem> = fc.constantFrom(...Object.keys(kindsOfValue)).chain((questionId) => {
  const value = kindsOfValue[questionId] as fc.Arbitrary<string | number>;
  const operators = filterOperators.filter(
    (each) => !onlyListed.has(questionId) || ["eq", "ne", "in", "nin", "answered", "unanswered"].includes(each),
  );
  return fc.constantFrom(...operators).chain((operator): fc.Arbitrary<FilterItem> => {
    if (operator === "answered" || operator === "unanswered") return fc.constant({ questionId, operator });
    const given =
      operator === "in" || operator === "nin"
        ? fc.array(value, { maxLength: 3 })
        : operator === "between"
          ? fc.tuple(value, value).map((pair): (string | number)[] => pair)
          : value;
    return given.map((each) => ({ questionId, operator, value: each }));
  });
});
const { item } = fc.letrec<{ item: FilterItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.array(tie("item"), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie("item").map((not) => ({ not })),
  ),
}));

const valued = ["spent", "visits", "likes", "trusts", "band", "spender"];
/** Of each question that has options, its codes. */
const codesOf = new Map(
  questions.flatMap(({ id, options }) => (options.length > 0 ? [[id, options.map((each) => each.code)] as const] : [])),
);
const oneAnswer = questions.filter(({ id, kind }) => kind !== "multiple" && codesOf.has(id));
const by: fc.Arbitrary<TrendQuestion["by"]> = fc.option(
  fc
    .constantFrom(...oneAnswer)
    .chain(({ id }) =>
      fc.shuffledSubarray(codesOf.get(id) ?? [], { minLength: 1 }).map((codes) => ({ questionId: id, codes })),
    ),
  { freq: 1, nil: undefined },
);
const shares: fc.Arbitrary<ShareSeries[]> = fc
  .tuple(
    ...Array.from(codesOf, ([questionId, codes]) =>
      fc.shuffledSubarray(codes, { minLength: 1 }).map((some) => ({ questionId, codes: some })),
    ),
  )
  .chain((all) => fc.shuffledSubarray(all));

const asked: fc.Arbitrary<Asked> = fc.record({
  from: moment,
  to: moment,
  type: fc.constantFrom(...bucketTypes),
  zone: fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns"),
  filter: fc.array(item, { maxLength: 2 }),
  weight: fc.constantFrom(null, testWeight),
  includeExcluded: fc.boolean(),
  by,
});

describe("a trend is what plain loops over the responses give", () => {
  for (let table = 0; table < 3; table++) {
    test(`of every bucket, zone, filter, group, weight and share, table ${table}`, { timeout: 600_000 }, async () => {
      const [responses = []] = fc.sample(fc.array(response, { minLength: 80, maxLength: 200 }), {
        numRuns: 1,
        seed: 100 + table,
      });
      await writeAnswers(`random_${table}`, questions, responses);
      await fc.assert(
        fc.asyncProperty(asked, fc.shuffledSubarray(valued), shares, async (one, group, shares) => {
          const range = { from: Math.min(one.from, one.to), to: Math.max(one.from, one.to) };
          const to = one.type === "hourly" ? Math.min(range.to, range.from + 4 * 24 * 3_600_000) : range.to;
          const asking = { ...one, ...range, to };
          const boundaries = bucketBoundaries({ from: asking.from, to }, one.type, one.zone) ?? [];
          const series: Series[] = [
            ...valued.map((id) => ({ id, questionIds: [id] })),
            ...(group.length > 0 ? [{ id: "group", questionIds: group }] : []),
          ];
          const calendar = { type: one.type, timeZone: one.zone };
          const question = {
            table: `random_${table}`,
            questions,
            series,
            shares,
            boundaries,
            calendar,
            excluded: nobodyExcluded,
            ...asking,
          };
          const found = await readTrend(question, {});
          const buckets = bucketsByHand(responses, one.by?.codes ?? boundaries.slice(0, -1), asking);
          for (const each of series) expectNear(found.means.get(each.id), byHand(buckets, each, asking));
          expect(found.shares).toHaveLength(shares.length);
          for (const [at, share] of shares.entries()) {
            expectNear(found.shares[at], sharesByHand(buckets, share, asking));
          }
        }),
        { numRuns: runs(20) },
      );
    });
  }
});

describe("figures", () => {
  const day = Date.parse("2024-02-29T12:00:00Z");
  const boundaries = bucketBoundaries({ from: day, to: day + 1 }, "daily") ?? [];
  const asking = {
    questions,
    boundaries,
    from: day,
    to: day + 1,
    filter: [],
    excluded: nobodyExcluded,
    includeExcluded: false,
  };
  const visits = [{ id: "visits", questionIds: ["visits"] }];

  test("keep their digits beside a large mean, with a weight and without", async () => {
    const numbers = [1_700_000_000_000.25, 1_700_000_000_000.5, 1_700_000_000_001];
    const responses = numbers.map((each, place) => ({ time: day, weight: 1 + place, answers: { visits: each } }));
    await writeAnswers("large", questions, responses);
    const plain = await readTrend({ ...asking, table: "large", series: visits, weight: null }, {});
    expect(plain.means.get("visits")?.[0]?.variance).toBeCloseTo(0.1458333333, 3);
    const weighted = await readTrend({ ...asking, table: "large", series: visits, weight: testWeight }, {});
    const mean = (0.25 + 1 + 3) / 6;
    const squares = (0.25 - mean) ** 2 + 2 * (0.5 - mean) ** 2 + 3 * (1 - mean) ** 2;
    expect(weighted.means.get("visits")?.[0]?.variance).toBeCloseTo(squares / (6 * (2 / 3)), 3);
  });

  test("keep them too in many buckets and unmerged parts, with missing numbers and several questions in a line", async () => {
    const asked = [
      question(1, "one", "numeric"),
      question(2, "other", "numeric", { missing: [{ cell: -1, kind: "no_answer" }] }),
    ];
    const offset = 1e9;
    const given = Array.from({ length: 600 }, (_, place) => ({
      time: day + (place % 20) * 3_600_000,
      answers: { one: offset + ((place * 7) % 11) / 8, other: place % 3 === 0 ? -1 : -offset + (place % 5) / 4 },
    }));
    await writeAnswers("offset", asked, given.slice(0, 200));
    for (const part of [given.slice(200, 450), given.slice(450)]) await addAnswers("offset", asked, part);
    const range = { from: day, to: day + 20 * 3_600_000 };
    const calendar = { type: "hourly", timeZone: "UTC" } as const;
    const hours = bucketBoundaries(range, "hourly") ?? [];
    const lines: Record<string, (response: TestResponse) => (number | null)[]> = {
      one: ({ answers }) => [Number(answers.one)],
      other: ({ answers }) => [answers.other === -1 ? null : Number(answers.other)],
      both: ({ answers }) => [Number(answers.one), answers.other === -1 ? null : Number(answers.other)],
    };
    const series = Object.keys(lines).map((id) => ({ id, questionIds: id === "both" ? ["one", "other"] : [id] }));
    const found = await readTrend(
      { ...asking, ...range, table: "offset", questions: asked, series, weight: null, boundaries: hours, calendar },
      {},
    );
    for (const { id } of series) {
      for (const [at, start] of hours.slice(0, -1).entries()) {
        const numbers = given
          .filter(({ time }) => time === start)
          .flatMap((response) => lines[id]?.(response) ?? [])
          .filter((number) => number !== null);
        const near = numbers.map((number) => number - (id === "other" ? -offset : offset));
        const mean = near.reduce((sum, each) => sum + each, 0) / near.length;
        const wanted = near.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (near.length - 1);
        const bucket = found.means.get(id)?.[at];
        expect(bucket?.count).toBe(numbers.length);
        expect(Math.abs((bucket?.variance ?? 0) - wanted)).toBeLessThanOrEqual(1e-7 * wanted);
      }
    }
  });

  test("of sums that are larger than any number are not known, never zero", async () => {
    const figuresOf = async (numbers: number[]) => {
      const table = `huge_${numbers.length}_${String(numbers[0]).replace(/\W/g, "")}`;
      await writeAnswers(
        table,
        questions,
        numbers.map((visits) => ({ time: day, weight: 2, answers: { visits } })),
      );
      const found = [null, testWeight].map((weight) => readTrend({ ...asking, table, series: visits, weight }, {}));
      return (await Promise.all(found)).map(({ means }) => means.get("visits")?.[0]);
    };
    for (const found of await figuresOf([1e308, 1e308])) {
      expect(found).toMatchObject({ count: 2, min: 1e308, max: 1e308, mean: null, variance: null });
    }
    for (const found of await figuresOf([1e200, 3e200])) {
      expect(found).toMatchObject({ count: 2, mean: 2e200, variance: null });
    }
    // Squares around 0 are larger than any number, those around the mean are not.
    for (const found of await figuresOf([1e160, 1e160 + 1e150, 1e160 + 2e150])) {
      expect((found?.variance ?? 0) / 1e300).toBeCloseTo(1, 2);
    }
  });

  test("have the quartiles of the answers given, with a weight and without, of one question and of several", async () => {
    const responses = Array.from({ length: 300 }, (_, at): TestResponse => {
      const visits = at % 7 === 0 ? null : (at * at) % 23;
      return { time: day, weight: (at % 4) * 0.75, answers: { visits, likes: (at % 3) + 1 } };
    });
    await writeAnswers("quartiles", questions, responses);
    const likes = [1, 2.5, 4];
    const lines: Record<string, (response: TestResponse) => (number | null)[]> = {
      visits: ({ answers }) => [answers.visits === null ? null : Number(answers.visits)],
      both: ({ answers }) => [
        answers.visits === null ? null : Number(answers.visits),
        likes[Number(answers.likes) - 1] ?? null,
      ],
    };
    const series = [
      { id: "visits", questionIds: ["visits"] },
      { id: "both", questionIds: ["visits", "likes"] },
    ];
    /** The first answer up to which a quarter, or three, of all weights lie. */
    const quartile = (id: string, level: number, isWeighted: boolean) => {
      const given = responses
        .flatMap((each) => (lines[id]?.(each) ?? []).map((x) => ({ x, w: isWeighted ? (each.weight ?? 0) : 1 })))
        .filter(({ x }) => x !== null)
        .toSorted((a, b) => (a.x ?? 0) - (b.x ?? 0));
      const wanted = level * given.reduce((sum, { w }) => sum + w, 0);
      let sum = 0;
      return given.find(({ w }) => {
        sum += w;
        return w > 0 && sum >= wanted;
      })?.x;
    };
    for (const weight of [null, testWeight]) {
      const asked = { ...asking, table: "quartiles", series, weight, quartiles: true };
      const { means } = await readTrend(asked, {});
      for (const { id } of series) {
        const isWeighted = weight !== null;
        expect(means.get(id)?.[0]?.quartiles).toEqual([quartile(id, 0.25, isWeighted), quartile(id, 0.75, isWeighted)]);
      }
    }
    const { means } = await readTrend({ ...asking, table: "quartiles", series, weight: null }, {});
    expect(means.get("visits")?.[0]?.quartiles).toBeNull();
  });

  test("of whole numbers are exact", async () => {
    await writeAnswers(
      "whole",
      questions,
      [1978, 1979, 1979, 1985].map((visits) => ({ time: day, answers: { visits } })),
    );
    const found = await readTrend({ ...asking, table: "whole", series: visits, weight: null }, {});
    expect(found.means.get("visits")?.[0]).toMatchObject({ mean: 1980.25, variance: 10.25 });
  });

  test("are right where the engine's calendar is not ours", async () => {
    const zone = "Asia/Kolkata";
    const range = { from: Date.UTC(1961, 0, 1), to: Date.UTC(1961, 0, 20) };
    const times = Array.from({ length: 200 }, (_, place) => range.from + place * 8_000_000);
    await writeAnswers(
      "calendars",
      questions,
      times.map((time, visits) => ({ time, answers: { visits } })),
    );
    const days = bucketBoundaries(range, "daily", zone) ?? [];
    const asked = { ...asking, ...range, table: "calendars", series: visits, weight: null, boundaries: days };
    const wanted = days.slice(1).map((end, at) => times.filter((time) => time >= (days[at] ?? 0) && time < end).length);
    const calendars = [
      { type: "daily", timeZone: zone },
      { type: "daily", timeZone: "America/New_York" },
      { type: "hourly", timeZone: zone },
      { type: "yearly", timeZone: "UTC" },
      { type: "daily", timeZone: "Nowhere/Atall" },
    ] as const;
    for (const calendar of calendars) {
      const found = await readTrend({ ...asked, calendar }, {});
      expect(found.means.get("visits")?.map(({ count }) => count)).toEqual(wanted);
    }
  });

  test("are of the first and of the last moment that an answer can have", async () => {
    const [first, last] = [Date.parse("1900-01-01T00:00:00Z"), Date.parse("2299-12-31T23:59:59Z")];
    const times = [first, Date.parse("2299-12-31T00:00:00Z"), last];
    await writeAnswers(
      "edges",
      questions,
      times.map((time) => ({ time, answers: { visits: 1 } })),
    );
    const twoDays = 2 * 24 * 3_600_000;
    for (const type of bucketTypes) {
      for (const timeZone of ["UTC", "Europe/Berlin"]) {
        for (const range of [
          { from: first - twoDays, to: first + twoDays },
          { from: last - twoDays, to: last + twoDays },
        ]) {
          const starts = bucketBoundaries(range, type, timeZone) ?? [];
          const asked = { ...asking, ...range, table: "edges", series: visits, weight: null, boundaries: starts };
          const { means } = await readTrend({ ...asked, calendar: { type, timeZone } }, {});
          const inRange = times.filter((time) => time >= range.from && time < range.to);
          const wanted = starts
            .slice(1)
            .map((end, at) => inRange.filter((time) => time >= (starts[at] ?? 0) && time < end).length);
          expect(means.get("visits")?.map(({ count }) => count)).toEqual(wanted);
        }
      }
    }
  });

  test("of more questions than one statement takes are all there", async () => {
    const many = Array.from({ length: 250 }, (_, place) => question(place + 1, `n${place}`, "numeric"));
    const answers = Object.fromEntries(many.map(({ id }, place) => [id, place]));
    await writeAnswers("wide", many, [{ time: day, answers }]);
    const series = many.map(({ id }) => ({ id, questionIds: [id] }));
    const found = await readTrend({ ...asking, table: "wide", questions: many, series, weight: null }, {});
    expect(many.map(({ id }) => found.means.get(id)?.[0]?.mean)).toEqual(many.map((_, place) => place));
  });

  test("of many questions are asked by one statement of hours and one of rows, and are all there", async () => {
    const scale = question(402, "likes", "scale", { options: [[1, "yes", 7]] });
    const many = Array.from({ length: 401 }, (_, place) => question(place + 1, `n${place}`, "numeric"));
    const all = [...many, scale];
    const answers = Object.fromEntries(many.map(({ id }, place) => [id, place]));
    await writeAnswers("kept", all, [{ time: day, answers: { ...answers, likes: 1 } }]);
    const range = { from: Date.UTC(2024, 1, 28), to: Date.UTC(2024, 2, 1) };
    const calendar = { type: "daily", timeZone: "UTC" } as const;
    const days = bucketBoundaries(range, "daily") ?? [];
    /** Of each statement how many series: as figures by hours are there, and as they are not. */
    for (const [asked, kept, ofRows] of [
      [1, [1, 1], [2]],
      [50, [50, 1], [51]],
      [401, [401, 1], [200, 200, 2]],
    ] as const) {
      const series = [scale, ...many.slice(0, asked)].map(({ id }) => ({ id, questionIds: [id] }));
      const trend = { ...asking, ...range, table: "kept", questions: all, series, weight: null, boundaries: days };
      const seriesWith = (kept: readonly (readonly string[])[]) =>
        partsOf({ ...trend, calendar }, { columns: kept, changed: null }).map((part) => part.series.length);
      expect(seriesWith([many.map(({ column }) => column ?? "")])).toEqual(kept);
      expect(seriesWith([])).toEqual(ofRows);
      const found = await readTrend({ ...trend, calendar }, {});
      const wanted = [7, ...Array.from({ length: asked }, (_, place) => place)];
      expect(series.map(({ id }) => found.means.get(id)?.[1]?.mean)).toEqual(wanted);
    }
  });

  test("of what is more than a column name that once in their statement", () => {
    const series = ["northern fan", "visits", "likes"].map((id) => ({ id, questionIds: [id] }));
    const valued = questions.map((each) => ({
      ...each,
      options: each.options.map((option) => ({ ...option, value: 1 })),
    }));
    const [statement] = trendStatement(
      { ...asking, table: "none", questions: valued, series, weight: null },
      { series, shares: [] },
      "boundaries",
    );
    expect(["q5", "q3"].map((column) => statement.split(column).length - 1)).toEqual([1, 2]);
    expect(statement).toContain("count(q2), min(q2), max(q2)");
  });

  test("and shares of more than one statement takes are all there, in the order that they were asked", async () => {
    const options = Array.from({ length: 201 }, (_, code): [number, string, null] => [code, `${code}`, null]);
    const many = [question(1, "n", "numeric"), question(2, "chosen", "multiple", { options })];
    const chosen = options.map(([code]) => code).filter((code) => code % 3 === 0);
    await writeAnswers("shares", many, [
      { time: day, answers: { n: 5, chosen } },
      { time: day, answers: { n: 6, chosen: [200] } },
      { time: day, answers: { n: 7, chosen: [] } },
    ]);
    const shares = options.map(([code]) => ({ questionId: "chosen", codes: [code] }));
    const asked = { ...asking, table: "shares", questions: many, weight: null, shares };
    for (const series of [[], Array.from({ length: 199 }, (_, place) => ({ id: `${place}`, questionIds: ["n"] }))]) {
      const found = await readTrend({ ...asked, series }, {});
      // The one who chose none was asked too.
      const wanted = shares.map(({ codes: [code = 0] }) => (code === 200 || code % 3 === 0 ? 1 / 3 : 0));
      expect(found.shares.map(([bucket]) => bucket?.share)).toEqual(wanted);
      expect(series.map(({ id }) => found.means.get(id)?.[0]?.mean)).toEqual(series.map(() => 6));
    }
  });

  test("by a question: of variances beside a large mean too, each around its own", async () => {
    const asked = [question(1, "visits", "numeric"), question(2, "wave", "single", { options: [[1, "1", null]] })];
    const [large, wave] = [1_700_000_000_000, (code: number, visits: number) => ({ visits, wave: code })];
    await writeAnswers("waves", asked, [
      { time: null, weight: 1, answers: wave(0, large) },
      { time: null, weight: 2, answers: wave(0, large + 1) },
      { time: day, weight: 1, answers: wave(65_535, -large) },
      { time: day, weight: 3, answers: wave(65_535, -large + 4) },
      { time: day + 1, weight: 3, answers: wave(0, 5) },
    ]);
    const by = { questionId: "wave", codes: [65_535, 7, 0] };
    const found = await readTrend(
      { ...asking, questions: asked, table: "waves", series: visits, weight: testWeight, by },
      {},
    );
    const variances = found.means.get("visits")?.map(({ variance }) => variance);
    // Weighted squares around the mean over sum w * (n - 1) / n: 12 / 2 and (2 / 3) / 1.5.
    expect(variances).toEqual([expect.closeTo(6, 3), null, expect.closeTo(4 / 9, 3)]);
  });
});

describe("what cannot be asked is said", () => {
  const refusals: [FilterItem, RegExp][] = [
    [{ questionId: "nobody", operator: "answered" }, /no question “nobody”/],
    [{ questionId: "spent", operator: "gt", value: "many" }, /“spent” compares numbers: “many” is none/],
    [{ questionId: "why", operator: "eq", value: 5 }, /“why” compares texts: 5 is none/],
    [{ questionId: "why", operator: "gt", value: "a" }, /answered in words/],
    [{ questionId: "owns", operator: "lt", value: 2 }, /several answers/],
    [{ questionId: "region", operator: "eq", value: "West" }, /“West”, which is no option/],
    [{ questionId: "since", operator: "gt", value: "soon" }, /compares dates: “soon” is none/],
    [{ questionId: "since", operator: "gt", value: 2024 }, /compares dates: 2024 is none/],
  ];
  const asking = {
    questions,
    boundaries: [0, 1],
    from: 0,
    to: 1,
    weight: null,
    excluded: nobodyExcluded,
    includeExcluded: false,
  };
  for (const [item, message] of refusals) {
    test(String(message), async () => {
      const series = [{ id: "visits", questionIds: ["visits"] }];
      await expect(readTrend({ ...asking, table: "none", series, filter: [item] }, {})).rejects.toThrow(message);
    });
  }

  test("a mean of words", async () => {
    const series = [{ id: "why", questionIds: ["why"] }];
    await expect(readTrend({ ...asking, table: "none", series, filter: [] }, {})).rejects.toThrow(
      /“why” has no numbers/,
    );
  });

  test("a derived question that is made of itself", async () => {
    const own = question(0, "own", "single", {
      derivation: { form: "filter", filter: [{ questionId: "own", operator: "answered" }] },
    });
    const series = [{ id: "visits", questionIds: ["visits"] }];
    const filter: FilterItem[] = [{ questionId: "own", operator: "eq", value: 1 }];
    const all = [...questions, own];
    await expect(readTrend({ ...asking, questions: all, table: "none", series, filter }, {})).rejects.toThrow(
      /made of itself/,
    );
  });
});

describe("a filter of more conditions than can be planned in time", () => {
  const leaf: FilterItem = { questionId: "visits", operator: "eq", value: 1 };
  const times = (n: number, item: FilterItem): FilterItem => ({ any: Array.from({ length: n }, () => item) });
  const made = (id: string, filter: FilterItem[]) =>
    question(0, id, "single", { derivation: { form: "filter", filter } });
  const regular = made("regular", [times(30, leaf)]);
  const loyal = made("loyal", [times(100, { questionId: "regular", operator: "eq", value: 1 })]);
  const asking = {
    questions: [...questions, regular, loyal],
    boundaries: [0, 1],
    ...{ from: 0, to: 1, weight: null, excluded: nobodyExcluded, includeExcluded: false, table: "conditions" },
    series: [{ id: "visits", questionIds: ["visits"] }],
  };
  const ask = (filter: FilterItem[]) => readTrend({ ...asking, filter }, {});
  beforeAll(() => writeAnswers("conditions", questions, [{ time: 0, answers: { visits: 1, since: 0 } }]));

  test("is refused, those that its derived questions are made of counted too", async () => {
    const named = (questionId: string): FilterItem => ({ questionId, operator: "eq", value: 1 });
    const found = await ask([times(30, named("regular")), times(70, leaf)]);
    expect(found.means.get("visits")?.[0]?.count).toBe(1);
    const refusal = /more than 1,000 conditions, with all that its derived questions are made of/;
    await expect(ask([times(30, named("regular")), times(71, leaf)])).rejects.toThrow(refusal);
    await expect(ask([named("loyal")])).rejects.toThrow(refusal);
  });

  test("is none of thousands of dates", { timeout: 10_000 }, async () => {
    const days = Array.from({ length: 5000 }, (_, day) => new Date(day * 24 * 3_600_000).toISOString().slice(0, 10));
    for (const [operator, count] of [
      ["in", 1],
      ["nin", 0],
    ] as const) {
      const found = await ask([{ questionId: "since", operator, value: days }]);
      expect(found.means.get("visits")?.[0]?.count).toBe(count);
    }
  });
});

describe("filters", () => {
  const day = Date.parse("2024-02-29T12:00:00Z");
  const asking = {
    questions,
    boundaries: bucketBoundaries({ from: day, to: day + 1 }, "daily") ?? [],
    ...{ from: day, to: day + 1, weight: null, excluded: nobodyExcluded, includeExcluded: false, table: "labels" },
    series: [{ id: "visits", questionIds: ["visits"] }],
  };
  beforeAll(async () => {
    const at = (time: string) => Date.parse(time);
    await writeAnswers("labels", questions, [
      { time: day, answers: { visits: 1, region: 1, since: at("2024-02-28T23:59:59.999Z") } },
      { time: day, answers: { visits: 2, region: 2, since: at("2024-02-29T00:00:00Z") } },
      { time: day, answers: { visits: 4, region: 3, since: at("2024-02-29T23:59:59.999Z") } },
      { time: day, answers: { visits: 8, region: null, since: null } },
    ]);
  });
  /** Which responses are left, as the sum of their visits. */
  const left = async (item: FilterItem) => {
    const [bucket] = (await readTrend({ ...asking, filter: [item] }, {})).means.get("visits") ?? [];
    return Math.round((bucket?.mean ?? 0) * (bucket?.count ?? 0));
  };

  test("read a label where no code equals it", async () => {
    expect(await left({ questionId: "region", operator: "eq", value: "north " })).toBe(1);
    expect(await left({ questionId: "region", operator: "eq", value: "2" })).toBe(2);
    expect(await left({ questionId: "region", operator: "nin", value: ["North", 3] })).toBe(2);
  });

  test("take a date as its whole day", async () => {
    const since = (operator: "eq" | "ne" | "gt" | "gte" | "lt" | "lte", value: string) =>
      left({ questionId: "since", operator, value });
    expect(await since("eq", "2024-02-29")).toBe(6);
    expect(await since("ne", "2024-02-29")).toBe(1);
    expect(await since("gt", "2024-02-28")).toBe(6);
    expect(await since("gte", "2024-02-29T00:00:00.001Z")).toBe(4);
    expect(await since("lt", "2024-02-29")).toBe(1);
    expect(await since("lte", "2024-02-29")).toBe(7);
    const days = ["2024-02-28", "2024-02-29"];
    expect(await left({ questionId: "since", operator: "between", value: days })).toBe(7);
    expect(await left({ questionId: "since", operator: "in", value: ["2024-02-28", "2024-03-01"] })).toBe(1);
    expect(await left({ questionId: "since", operator: "nin", value: ["2024-02-28", "2024-03-01"] })).toBe(6);
    expect(await left({ not: { questionId: "since", operator: "in", value: days } })).toBe(8);
  });
});
