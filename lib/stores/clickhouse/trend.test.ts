import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { beforeAll, describe, expect, test } from "vitest";
import { type BucketType, bucketTypes } from "@/lib/contracts/analysis";
import { type FilterItem, filterOperators } from "@/lib/contracts/answer-filter";
import type { Question } from "@/lib/contracts/answers";
import { bucketBoundaries } from "@/lib/contracts/trend-buckets";
import { question, type TestResponse, testWeight, writeAnswers } from "@/lib/test-answers";
import { withOwnEngine } from "@/lib/test-engine";
import { type Bucket, readTrend, type Series, type TrendQuestion } from "./trend";

withOwnEngine("trends");

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

/** What a response answered, of stored and derived questions, as filters see it. */
function answerOf(id: string, { answers }: TestResponse): Answer {
  const given = answers[id] ?? null;
  switch (id) {
    case "spent":
      return given === -1 || given === 999 || (typeof given === "number" && given >= 5000) ? null : given;
    case "owns":
      return Array.isArray(given) && given.length > 0 ? given : null;
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
  if (item.operator === "answered") return answer !== null;
  if (item.operator === "unanswered") return answer === null;
  if (answer === null) return false;
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
  const length = { hourly: 13, daily: 10, monthly: 7, yearly: 4 }[type];
  return `${local.toPlainDateTime().toString().slice(0, length)}${type === "hourly" ? local.offset : ""}`;
}

type Asked = Pick<TrendQuestion, "from" | "to" | "filter" | "weight" | "includeExcluded"> & {
  type: BucketType;
  zone: string;
};

function byHand(responses: readonly TestResponse[], { questionIds }: Series, starts: number[], asked: Asked): Bucket[] {
  const counted = responses.filter(
    ({ time, excluded, weight = 1 }) =>
      time !== null &&
      time >= asked.from &&
      time < asked.to &&
      (asked.includeExcluded || !excluded) &&
      (!asked.weight || (weight !== null && weight >= 0)),
  );
  const kept = counted.filter((response) => asked.filter.every((item) => holds(item, response)));
  const named = new Map<string, TestResponse[]>();
  for (const each of kept) {
    const name = bucketName(each.time ?? 0, asked.type, asked.zone);
    named.set(name, [...(named.get(name) ?? []), each]);
  }
  return starts.map((start) => {
    const inside = named.get(bucketName(start, asked.type, asked.zone)) ?? [];
    const pairs = inside.flatMap((response) =>
      questionIds.flatMap((id) => {
        const number = numberOf(id, response);
        return number === null ? [] : [{ number, weight: asked.weight ? (response.weight ?? 1) : 1 }];
      }),
    );
    return summed(pairs, asked.weight !== null);
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
    sumOfSquaredWeights: weighted && !empty ? sum(({ weight }) => weight ** 2) : null,
  };
}

function expectNear(found: Bucket[] | undefined, wanted: Bucket[]): void {
  expect(found?.length).toBe(wanted.length);
  for (const [place, bucket] of wanted.entries()) {
    for (const key of Object.keys(bucket) as (keyof Bucket)[]) {
      const [one, other] = [found?.[place]?.[key], bucket[key]];
      if (one === null || other === null) expect(one).toBe(other);
      else expect(Math.abs(Number(one) - other)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(other)));
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
const asked: fc.Arbitrary<Asked> = fc.record({
  from: moment,
  to: moment,
  type: fc.constantFrom(...bucketTypes),
  zone: fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns"),
  filter: fc.array(item, { maxLength: 2 }),
  weight: fc.constantFrom(null, testWeight),
  includeExcluded: fc.boolean(),
});

describe("a trend is what plain loops over the responses give", () => {
  for (let table = 0; table < 3; table++) {
    test(`of every bucket, zone, filter, group and weight, table ${table}`, { timeout: 120_000 }, async () => {
      const [responses = []] = fc.sample(fc.array(response, { minLength: 80, maxLength: 200 }), {
        numRuns: 1,
        seed: 100 + table,
      });
      await writeAnswers(`random_${table}`, questions, responses);
      await fc.assert(
        fc.asyncProperty(asked, fc.shuffledSubarray(valued), async (one, group) => {
          const range = { from: Math.min(one.from, one.to), to: Math.max(one.from, one.to) };
          const to = one.type === "hourly" ? Math.min(range.to, range.from + 4 * 24 * 3_600_000) : range.to;
          const asking = { ...one, ...range, to };
          const boundaries = bucketBoundaries({ from: asking.from, to }, one.type, one.zone) ?? [];
          const series: Series[] = [
            ...valued.map((id) => ({ id, questionIds: [id] })),
            ...(group.length > 0 ? [{ id: "group", questionIds: group }] : []),
          ];
          const question = { table: `random_${table}`, questions, series, boundaries, ...asking };
          const found = await readTrend(question, {});
          for (const each of series) {
            expectNear(found.get(each.id), byHand(responses, each, boundaries.slice(0, -1), asking));
          }
        }),
        { numRuns: 15 },
      );
    });
  }
});

describe("figures", () => {
  const day = Date.parse("2024-02-29T12:00:00Z");
  const boundaries = bucketBoundaries({ from: day, to: day + 1 }, "daily") ?? [];
  const asking = { questions, boundaries, from: day, to: day + 1, filter: [], includeExcluded: false };
  const visits = [{ id: "visits", questionIds: ["visits"] }];

  test("keep their digits beside a large mean, with a weight and without", async () => {
    const numbers = [1_700_000_000_000.25, 1_700_000_000_000.5, 1_700_000_000_001];
    const responses = numbers.map((each, place) => ({ time: day, weight: 1 + place, answers: { visits: each } }));
    await writeAnswers("large", questions, responses);
    const plain = await readTrend({ ...asking, table: "large", series: visits, weight: null }, {});
    expect(plain.get("visits")?.[0]?.variance).toBeCloseTo(0.1458333333, 3);
    const weighted = await readTrend({ ...asking, table: "large", series: visits, weight: testWeight }, {});
    const mean = (0.25 + 1 + 3) / 6;
    const squares = (0.25 - mean) ** 2 + 2 * (0.5 - mean) ** 2 + 3 * (1 - mean) ** 2;
    expect(weighted.get("visits")?.[0]?.variance).toBeCloseTo(squares / (6 * (2 / 3)), 3);
  });

  test("of more questions than one statement takes are all there", async () => {
    const many = Array.from({ length: 250 }, (_, place) => question(place + 1, `n${place}`, "numeric"));
    const answers = Object.fromEntries(many.map(({ id }, place) => [id, place]));
    await writeAnswers("wide", many, [{ time: day, answers }]);
    const series = many.map(({ id }) => ({ id, questionIds: [id] }));
    const found = await readTrend({ ...asking, table: "wide", questions: many, series, weight: null }, {});
    expect(many.map(({ id }) => found.get(id)?.[0]?.mean)).toEqual(many.map((_, place) => place));
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
  const asking = { questions, boundaries: [0, 1], from: 0, to: 1, weight: null, includeExcluded: false };
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

describe("filters", () => {
  const day = Date.parse("2024-02-29T12:00:00Z");
  const asking = {
    questions,
    boundaries: bucketBoundaries({ from: day, to: day + 1 }, "daily") ?? [],
    ...{ from: day, to: day + 1, weight: null, includeExcluded: false, table: "labels" },
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
    const [bucket] = (await readTrend({ ...asking, filter: [item] }, {})).get("visits") ?? [];
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
  });
});
