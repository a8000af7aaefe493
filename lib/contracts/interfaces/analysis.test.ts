import { describe, expect, test } from "vitest";
import { instantOf } from "../calendar/instants";
import { getTrend, passedOnTrend, twoDecimals, writeTrend } from "./analysis";
import type { Trend } from "./analysis-replies";
import { fetchData } from "./pivot";

const asked = { fromDate: "2024-02-28", toDate: "2024-03-01", type: "daily" };

describe("a request", () => {
  test("needs dates and a type alone", () => {
    expect(getTrend.body.parse(asked)).toEqual({ ...asked, filter: [] });
    expect(passedOnTrend.body.parse(asked)).toEqual(asked);
  });

  test("names every mistake of a filter, unless it is for another service to judge", () => {
    const filter = [{ questionId: "a", operator: "like", value: 1 }, { any: [] }];
    const refused = getTrend.body.safeParse({ ...asked, filter });
    expect(refused.error?.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining("“like” is no operator"),
      "any must be a list of at least one item.",
    ]);
    expect(passedOnTrend.body.parse({ ...asked, filter })).toMatchObject({ filter });
  });
});

describe("shares", () => {
  const problems = (shares: unknown) =>
    getTrend.body.safeParse({ ...asked, shares }).error?.issues.map(({ message }) => message) ?? [];

  test("are of questions and codes, each pair once whatever the order of its codes", () => {
    const shares = [
      { questionId: "likes", codes: [4, 5] },
      { questionId: "likes", codes: [5] },
      { questionId: "trusts", codes: [5, 4] },
    ];
    expect(getTrend.body.parse({ ...asked, shares })).toMatchObject({ shares });
    expect(problems([...shares, { questionId: "likes", codes: [5, 4, 5] }])).toEqual([
      "The share of 5, 4, 5 of question “likes” is asked for twice.",
    ]);
  });

  test("that nobody can count are refused in a sentence", () => {
    expect(problems([{ questionId: "likes", codes: [] }])).toEqual(["A share needs the code of at least one option."]);
    expect(problems([{ questionId: "likes", codes: [1.5, -1] }])).toHaveLength(2);
    expect(problems([{ questionId: "likes" }])).toEqual(["The codes of a share are required."]);
    expect(problems([{ codes: [1] }])).toEqual(["A question's id is required."]);
    expect(problems({ questionId: "likes", codes: [1] })).toEqual(["shares must be a list."]);
    const many = Array.from({ length: 201 }, (_, code) => ({ questionId: "likes", codes: [code] }));
    expect(problems(many)).toEqual(["shares can have at most 200 items."]);
  });
});

test("a filter of more alternatives than can be counted is refused, not cut off", () => {
  const problems = (filter: unknown) =>
    getTrend.body.safeParse({ ...asked, filter }).error?.issues.map(({ message }) => message) ?? [];
  const any = Array.from({ length: 201 }, (_, value) => ({ questionId: "postcode", operator: "eq", value }));
  expect(problems([{ any: any.slice(1) }])).toEqual([]);
  expect(problems([{ any }])).toEqual(["any can have at most 200 items."]);
  expect(problems([{ not: { any } }])).toEqual(["any can have at most 200 items."]);
});

test("members of a filter's item that nobody knows are ignored", () => {
  const item = { questionId: "score", operator: "eq", value: 1 };
  const filter = [
    { ...item, label: "one" },
    { not: item, note: "not one" },
  ];
  expect(getTrend.body.parse({ ...asked, filter }).filter).toEqual([item, { not: item }]);
  expect(passedOnTrend.body.parse({ ...asked, filter })).toMatchObject({ filter });
});

test("an item of a filter that is two at once is refused, not half ignored", () => {
  const [one, item] = [
    { questionId: "score", operator: "eq", value: 1 },
    { any: [{ questionId: "a", operator: "answered" }] },
  ];
  for (const both of [
    { ...item, not: one },
    { ...item, ...one },
    { not: one, ...one },
  ]) {
    const body = { ...asked, filter: [{ not: { any: [both] } }] };
    expect(getTrend.body.safeParse(body).error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^An item of filter has one of any, not and questionId\. This one has \w+ and \w+/),
    ]);
    expect(passedOnTrend.body.parse(body)).toEqual(body);
  }
});

test("a filter of more conditions in all than a store can plan is refused in one sentence", () => {
  const of = (conditions: number) => {
    const one = { questionId: "score", operator: "eq", value: 1 };
    const all = Array.from({ length: conditions }, () => one);
    const lists = Array.from({ length: Math.ceil(conditions / 100) }, (_, at) => all.slice(at * 100, at * 100 + 100));
    return lists.map((any) => ({ not: { any } }));
  };
  const problems = (body: (typeof getTrend | typeof fetchData)["body"], members: object) =>
    body.safeParse(members).error?.issues.map(({ message }) => message) ?? [];
  const table = { rows: [], columns: [], measures: [{ aggregationType: 1 }] };
  expect(problems(getTrend.body, { ...asked, filter: of(1000) })).toEqual([]);
  const refused = [expect.stringContaining("at most 1,000 conditions")];
  expect(problems(getTrend.body, { ...asked, filter: of(1001) })).toEqual(refused);
  expect(problems(fetchData.body, { ...table, filter: of(20_000) })).toEqual(refused);
});

test("a group of a name that cannot be is told what is wrong with it", () => {
  const problems = (groups: unknown) =>
    getTrend.body.safeParse({ ...asked, groups }).error?.issues.map(({ message }) => message);
  expect(problems({ " ": [] })).toEqual(["The name of a group is required."]);
  expect(problems({ ["x".repeat(201)]: [] })).toEqual(["The name of a group must have at most 200 characters."]);
  expect(problems({ "a\u0000": [] })).toEqual(["The name of a group contains a character that cannot be stored."]);
  expect(problems([])).toEqual(["groups must be an object."]);
  expect(problems({ a: "b" })).toEqual(["The questions of a group must be a list."]);
});

test("groups of more questions than a request can name are refused at once, as another service's too", () => {
  const problems = (groups: unknown) =>
    [getTrend, passedOnTrend].map(({ body }) =>
      body.safeParse({ ...asked, groups }).error?.issues.map(({ message }) => message),
    );
  const both = (message: string) => [[message], [message]];
  const ids = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`);
  expect(problems({ all: ids(2000) })).toEqual([undefined, undefined]);
  expect(problems({ all: ids(2001) })).toEqual(both("A group can have at most 2,000 questions."));
  expect(problems({ all: ids(120_000) })).toEqual(both("groups can name at most 10,000 questions in all."));
  const alike = Object.fromEntries(ids(100_000).map((id) => [id, ["same"]]));
  expect(problems(alike)).toEqual(both("groups can have at most 2,000 groups."));
  expect(problems({ a: ["x", "x", "y"], b: ["z", "y"] })).toEqual([
    [
      "Question “x” stands twice in group “a”. Name it once.",
      "Question “y” is in two groups, “a” and “b”. It can be in one.",
    ],
    expect.anything(),
  ]);
});

describe("a date", () => {
  test("ends with its day as an end, and exists", () => {
    expect(instantOf("2024-02-29", "start")).toBe(Date.UTC(2024, 1, 29));
    expect(instantOf("2024-02-29", "end")).toBe(Date.UTC(2024, 2, 1));
    expect(instantOf("2023-02-29", "start")).toBeNull();
    expect(instantOf("2024-02-29T10:00:00", "end")).toBe(Date.UTC(2024, 1, 29, 10));
    expect(instantOf("2024-02-29T10:00:00+02:00", "start")).toBe(Date.UTC(2024, 1, 29, 8));
  });
});

describe("a reply", () => {
  const point = (members: object) => ({ x: "2024-02-28T00:00:00.000Z", min: 1, max: 5, ...members });
  const reply = (points: object[]) => ({ projectId: "p", fromDate: "a", toDate: "b", responses: { q: points } });
  const read = (...points: object[]) => getTrend.reply.parse(reply(points)) as Trend;

  test("tells a mean of zero from no data, and says nothing that a service did not say", () => {
    const { responses } = read(point({ mean: "0.00" }), point({ mean: 0 }), point({ mean: "3.50" }));
    expect(responses.q?.map(({ mean }) => mean)).toEqual([0, null, 3.5]);
    expect(responses.q?.[0]).toMatchObject({ count: null, variance: null, bucketMin: null });
  });

  test("with a mean that cannot be read is no trend: it would pass for no data", () => {
    for (const mean of ["3,5", "1 234.50", "3.5 %"]) {
      expect(() => read(point({ mean: "1.00" }), point({ mean }))).toThrow("The reply is not a trend.");
    }
    expect(read(point({ mean: "" }), point({ mean: "NaN" })).responses.q?.map(({ mean }) => mean)).toEqual([
      null,
      null,
    ]);
  });

  test("has its means of many digits read, as ours are written and as others' come", () => {
    const means = [1700000494689867.8, -1e20, 1e21, 12.5];
    const { responses } = read(...means.map((mean) => point({ mean: twoDecimals(mean) })));
    expect(responses.q?.map(({ mean }) => mean)).toEqual(means);
    const [theirs] = read(point({ mean: "3.3333333333333335", bucketMax: "1700000494689867" })).responses.q ?? [];
    expect(theirs).toMatchObject({ mean: 3.3333333333333335, bucketMax: 1700000494689867 });
  });

  test("begins its buckets in UTC where no offset is said, by whichever clock it is read; codes stay codes", () => {
    const starts = {
      "2024-02-28": "2024-02-28T00:00:00.000Z",
      "2024-02-28T09:00": "2024-02-28T09:00:00.000Z",
      "2024-02-28T09:00:00.000": "2024-02-28T09:00:00.000Z",
      "2024-02-28T09:00:00+02:00": "2024-02-28T07:00:00.000Z",
      2024: "2024",
      soon: "soon",
    };
    const points = Object.keys(starts).map((x) => ({ x, share: 0.5 }));
    const shares = [{ questionId: "likes", codes: [4], points }];
    const { responses, shares: [share] = [] } = getTrend.reply.parse({ ...reply(points), shares }) as Trend;
    for (const read of [responses.q, share?.points]) {
      expect(Object.fromEntries(points.map(({ x }, place) => [x, read?.[place]?.x]))).toEqual(starts);
    }
  });

  test("reads the one dateFilter of former replies as a list of one", () => {
    const dateFilter = { startDate: "2024-01-01", endDate: "2024-02-01" };
    expect((getTrend.reply.parse({ ...reply([]), dateFilter }) as Trend).dateFilters).toEqual([dateFilter]);
  });

  test("written and read again is the same", () => {
    const first = read(point({ mean: "0.00", count: 3 }), point({ mean: 0 }), point({ mean: "-3.50" }));
    expect(getTrend.reply.parse(JSON.parse(JSON.stringify(writeTrend(first))))).toEqual(first);
    const buckets = [{ x: "1", label: "Wave 1" }];
    const shares = [{ questionId: "likes", codes: [4, 5], points: [{ x: "1", count: 4, chosen: 1, share: 0.25 }] }];
    const second = getTrend.reply.parse({ ...reply([point({ x: "1" })]), shares, buckets }) as Trend;
    expect(second).toMatchObject({ shares, buckets });
    expect(getTrend.reply.parse(JSON.parse(JSON.stringify(writeTrend(second))))).toEqual(second);
  });

  test("of a service that knows neither shares nor buckets has none, and odd members never spoil the rest", () => {
    expect(read(point({ mean: "1.00" }))).toMatchObject({ shares: [], buckets: null });
    const good = { questionId: "likes", codes: ["4"], points: [{ x: 1, share: "0.5" }, { share: 1 }, null] };
    const odd = { shares: [null, { questionId: "likes" }, { questionId: "likes", codes: ["a"] }, good] };
    const { shares, buckets } = getTrend.reply.parse({ ...reply([]), ...odd, buckets: [{ x: 1 }, "2"] }) as Trend;
    const unsaid = { count: null, chosen: null, weightedCount: null, weightedChosen: null, effectiveCount: null };
    expect(shares).toEqual([{ questionId: "likes", codes: [4], points: [{ x: "1", share: 0.5, ...unsaid }] }]);
    expect(buckets).toEqual([{ x: "1", label: "1" }]);
  });
});

test("two decimals, of any number", () => {
  expect([1.005, -0.004, 2.345, 1e21, -(2 ** 75)].map(twoDecimals)).toEqual([
    (1.005).toFixed(2),
    "0.00",
    (2.345).toFixed(2),
    "1000000000000000000000.00",
    `-${2n ** 75n}.00`,
  ]);
});

test("a mean that a service sent as a number is written as ours are: never -0.00", () => {
  const read = (mean: unknown) =>
    getTrend.reply.parse({ responses: { age: [{ x: "2024-02-28T00:00:00.000Z", mean }] } });
  const written = [-0.001, "-0.00", 12.345, 0].map((mean) => writeTrend(read(mean)).responses.age?.[0]?.mean);
  expect(written).toEqual(["0.00", "0.00", (12.345).toFixed(2), 0]);
});
