import { describe, expect, test } from "vitest";
import { chartGroups, lineTones } from "@/lib/charts/chart-model";
import { trendRows } from "@/lib/charts/prepare-trend";
import type { Days } from "@/lib/contracts/calendar/days";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import type { Trend } from "@/lib/contracts/interfaces/analysis-replies";
import { askBefore, bodyOf, type TrendAsk } from "./ask";
import { comparedWith, independenceOf } from "./comparison";
import type { TrendLine } from "./lines";
import { rangeInstants } from "./range";
import { answersIn, exclusionsIn, readCuts, readTrend } from "./read-trend";

const mean = { kind: "question", id: "q1", title: "Q1" } as const;
const share: TrendLine = {
  kind: "share",
  id: 'share ["q2",4,5]',
  title: "Q2: Good",
  share: { questionId: "q2", codes: [5, 4] },
};
const point = (x: string, count: number | null, figure = "1.00") => ({ x, mean: figure, min: 1, max: 1, count });
const reply = (more: object) => getTrend.reply.parse({ projectId: "p", responses: {}, ...more });
const comparison = { by: "place", isIndependent: false } as const;
const settings = { comparison, isOrdered: true, rolling: 1, zoom: null } as const;

test("lines that a service does not know are told from those without data", () => {
  const trend = reply({ responses: { q1: [] } });
  const read = readTrend(trend, { lines: [mean, share], other: undefined, ...settings });
  expect(read.questions.map(({ id }) => id)).toEqual(["q1"]);
  expect(read.missing).toEqual([share]);
});

test("waves stand by the place of their option, and those of a compared trend beside them", () => {
  const buckets = [
    { x: "9", label: "Before" },
    { x: "3", label: "After" },
  ];
  const trend = reply({ buckets, responses: { q1: [point("3", 4, "3.00"), point("9", 4, "9.00")] } });
  const other = reply({ buckets, responses: { q1: [point("3", 4, "4.00")] } });
  const [question] = readTrend(trend, {
    lines: [mean],
    other,
    ...settings,
    comparison: { by: "start", isIndependent: false },
  }).questions;
  expect(question?.series.points.map(({ at, mean: of }) => [at, of])).toEqual([
    [0, 9],
    [1, 3],
  ]);
  expect(question?.other?.map((each) => each?.mean ?? null)).toEqual([null, 4]);
});

describe("how many answers stand behind both filters", () => {
  const day = "2031-01-01T00:00:00.000Z";
  const shares = (count: number | null) => [
    { questionId: "q2", codes: [4, 5], points: [{ x: day, count, share: count === 0 ? null : 0.5 }] },
  ];

  test("is the sum of all lines, means and shares", () => {
    const trend = reply({ responses: { q1: [point(day, 2), point(day, 3)] }, shares: shares(4) });
    expect(answersIn(trend, [mean, share])).toBe(9);
    expect(
      answersIn(reply({ responses: { q1: [{ ...point(day, 0), mean: 0 }] }, shares: shares(0) }), [mean, share]),
    ).toBe(0);
  });

  test("is not known where the service says no counts, unless there is no answer at all", () => {
    expect(answersIn(reply({ responses: { q1: [point(day, null)] } }), [mean])).toBeNull();
    expect(answersIn(reply({ responses: { q1: [{ ...point(day, null), mean: 0 }] } }), [mean])).toBe(0);
    expect(answersIn(reply({ responses: {} }), [mean])).toBeNull();
    expect(answersIn(reply({ responses: { q1: [] } }), [mean])).toBeNull();
  });
});

test("differences are tested only where nobody stands behind both, and it is said why not", () => {
  const judge = (data: number | null | undefined, error: Error | null = null) =>
    independenceOf("filter", { data, error }, String);
  expect(judge(0)).toEqual({ isIndependent: true, says: null });
  expect(independenceOf("previous", { data: undefined, error: null }, String).isIndependent).toBe(true);
  expect(judge(112)).toMatchObject({ isIndependent: false, says: expect.stringContaining("112 of the answers") });
  for (const unknown of [judge(null), judge(undefined), judge(0, null), judge(undefined, new Error("x"))].filter(
    ({ isIndependent }) => !isIndependent,
  )) {
    expect(unknown.says).toMatch(/in common/);
  }
});

test.each([
  ["the clock went on before", "2025-03-31", { 1: "01:00", 2: "–", 3: "03:00", 23: "23:00" }],
  ["the clock goes on", "2025-03-30", { 1: "01:00", 2: "03:00", 22: "23:00" }],
  ["the clock goes back", "2025-10-26", { 1: "01:00", 2: "02:00", 3: "–", 4: "03:00", 24: "23:00" }],
  ["the clock went back before", "2025-10-27", { 1: "01:00", 2: "02:00", 3: "03:00", 23: "23:00" }],
])("hours of a day stand beside the same hours of the day before, where %s", (_, day, beside) => {
  const ask: TrendAsk = {
    ...{ projectId: "p", lines: [mean], filter: [], by: null, weight: null, includeExcluded: false, quartiles: false },
    ...{ days: { from: day, to: day }, type: "hourly", timeZone: "Europe/Berlin" },
  };
  const compared = comparedWith({ compare: "previous", against: [], zoom: null }, ask, []);
  const hoursOf = (days: Days) => {
    const { fromDate, toDate } = rangeInstants(days, ask.timeZone);
    const [from, to] = [Date.parse(fromDate), Date.parse(toDate)];
    const hours = Array.from({ length: (to - from) / 3_600_000 }, (_, hour) => from + hour * 3_600_000);
    return reply({ responses: { q1: hours.map((at) => point(new Date(at).toISOString(), 1)) } });
  };
  const [question] = readTrend(hoursOf(ask.days), {
    ...{ lines: [mean], isOrdered: true, rolling: 1, zoom: null },
    other: compared ? hoursOf(compared.ask.days) : undefined,
    comparison: { by: compared?.by ?? "place", isIndependent: true },
  }).questions;
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: ask.timeZone, hour: "2-digit", minute: "2-digit" });
  for (const [place, hour] of Object.entries(beside)) {
    const other = question?.other?.[Number(place)];
    expect(other ? clock.format(other.at) : "–").toBe(hour);
  }
  const used = question?.other?.flatMap((other) => other?.at ?? []) ?? [];
  expect(new Set(used).size).toBe(used.length);
});

describe("the previous period of a zoomed trend", () => {
  const range = { from: "2025-01-01", to: "2025-06-30" };
  const start = (day: string) => Date.parse(`${day}T00:00:00Z`);
  const compare = (type: TrendAsk["type"], zoom: { from: number; to: number }, timeZone = "UTC") =>
    comparedWith(
      { compare: "previous", against: [], zoom },
      {
        projectId: "p",
        lines: [mean],
        filter: [],
        by: null,
        weight: null,
        includeExcluded: false,
        quartiles: false,
        days: range,
        type,
        timeZone,
      },
      [],
    );

  test.each([
    ["daily", "2025-03-10", "2025-03-16", "2025-03-10 to 2025-03-16", "2025-03-03 to 2025-03-09"],
    ["monthly", "2025-04-01", "2025-05-01", "2025-04-01 to 2025-05-31", "2025-02-01 to 2025-03-31"],
    ["yearly", "2025-01-01", "2025-01-01", "2025-01-01 to 2025-06-30", "2024-01-01 to 2024-06-30"],
    ["daily", "2026-03-10", "2026-03-16", "2025-01-01 to 2025-06-30", "2024-07-04 to 2024-12-31"], // outside the range
  ] as const)("%s from %s to %s is the one before the buckets in view", (type, from, to, own, other) => {
    expect(compare(type, { from: start(from), to: start(to) })?.names).toEqual({ own, other });
  });

  test("of some hours is the same hours of the day before", () => {
    const zoom = { from: start("2025-03-10") + 9 * 3_600_000, to: start("2025-03-10") + 11 * 3_600_000 };
    expect(compare("hourly", zoom)?.names.other).toBe("2025-03-09 to 2025-03-09");
  });

  test("counts days by the clock that buckets begin by, also where the service knows no zones", () => {
    const [ofZone, ofUtc] = ["2025-03-10T04:00:00Z", "2025-03-10T00:00:00Z"].map((at) => Date.parse(at));
    for (const at of [ofZone ?? 0, ofUtc ?? 0]) {
      const { own } = compare("daily", { from: at, to: at + 86_400_000 }, "America/New_York")?.names ?? {};
      expect(own).toBe("2025-03-10 to 2025-03-11");
    }
  });

  test("stands beside it bucket by bucket, from the first in view on", () => {
    const days = (from: string, count: number) =>
      Array.from({ length: count }, (_, at) => new Date(start(from) + at * 86_400_000).toISOString());
    const trend = reply({ responses: { q1: days("2025-01-01", 100).map((day) => point(day, 1)) } });
    const zoom = { from: start("2025-03-10"), to: start("2025-03-12") };
    const compared = compare("daily", zoom);
    const other = reply({ responses: { q1: days(compared?.ask.days.from ?? "", 3).map((day) => point(day, 1)) } });
    const comparison = { by: compared?.by ?? "start", isIndependent: true };
    const [question] = readTrend(trend, {
      lines: [mean],
      other,
      comparison,
      isOrdered: true,
      rolling: 1,
      zoom,
    }).questions;
    expect(question?.other?.map((each) => each?.at)).toEqual(
      ["2025-03-07", "2025-03-08", "2025-03-09"].map((day) => start(day)),
    );
  });
});

test("all buckets can be zoomed to, also those out of view", () => {
  const days = ["2031-01-01", "2031-01-02", "2031-01-03"].map((day) => `${day}T00:00:00.000Z`);
  const trend = reply({ responses: { q1: days.map((day) => point(day, 1)) } });
  const [, second = 0] = days.map((day) => Date.parse(day));
  const read = readTrend(trend, { lines: [mean], other: undefined, ...settings, zoom: { from: second, to: second } });
  expect(read.questions[0]?.series.points.map(({ at }) => at)).toEqual([second]);
  expect(read.starts).toEqual(days.map((day) => Date.parse(day)));
});

test("what is asked is what the interface takes: groups and shares by themselves, nothing twice", () => {
  const ask: TrendAsk = {
    projectId: "p",
    days: { from: "2031-01-01", to: "2031-01-31" },
    type: "daily",
    by: "wave",
    lines: [{ kind: "group", id: "Both", title: "Both", questionIds: ["a", "b"] }, mean, share],
    filter: [],
    weight: null,
    includeExcluded: false,
    quartiles: false,
    timeZone: "Europe/Berlin",
  };
  const body = bodyOf(ask);
  expect(getTrend.body.safeParse(body).success).toBe(true);
  expect(body).toMatchObject({
    questions: ["Both", "q1"],
    groups: { Both: ["a", "b"] },
    shares: [share.share],
    by: "wave",
  });
  const state = { compare: "previous", against: [] } as const;
  expect(comparedWith({ ...state, against: [], zoom: null }, ask, [])).toBeNull(); // waves have no period before
  expect(comparedWith({ compare: "filter", against: [], zoom: null }, ask, [])).toBeNull(); // the same filter twice
  const early = { ...ask, by: null, days: { from: "1900-06-01", to: "1901-05-31" } };
  expect(comparedWith({ ...state, against: [], zoom: null }, early, [])).toBeNull(); // no answer is of a day before 1900
  const against = [{ questionId: "r", operator: "in" as const, value: [1] }];
  expect(comparedWith({ compare: "filter", against, zoom: null }, ask, [])?.names).toEqual({
    own: "All responses",
    other: "r is one of 1",
  });
});

test("the buckets before are asked for a rolling mean of time alone, and read for each of its lines", () => {
  const ask: TrendAsk = {
    ...{
      projectId: "p",
      lines: [mean, share],
      filter: [],
      by: null,
      weight: null,
      includeExcluded: false,
      quartiles: false,
    },
    ...{ days: { from: "2031-07-01", to: "2031-09-30" }, type: "monthly", timeZone: "UTC" },
  };
  expect(askBefore(ask, 3)).toEqual({ ...ask, days: { from: "2031-05-01", to: "2031-06-30" } });
  expect(askBefore(ask, 1)).toBeNull();
  expect(askBefore({ ...ask, by: "wave" }, 3)).toBeNull();
  expect(askBefore(ask, 3, "2031-07-01")).toBeNull();

  const start = (month: number) => new Date(Date.UTC(2031, month - 1)).toISOString();
  const monthsOf = (...months: number[]) =>
    reply({
      responses: { q1: months.map((month) => point(start(month), 1, `${month}.00`)) },
      shares: [
        { questionId: "q2", codes: [4, 5], points: months.map((m) => ({ x: start(m), count: 1, share: m / 10 })) },
      ],
    });
  const { questions, starts } = readTrend(monthsOf(7, 8), {
    ...{ ...settings, lines: [mean, share], other: undefined, rolling: 3 },
    before: monthsOf(5, 6),
  });
  expect(questions.map(({ rolling }) => rolling?.map((each) => each?.toFixed(6)))).toEqual([
    ["6.000000", "7.000000"],
    ["60.000000", "70.000000"],
  ]);
  expect(starts).toHaveLength(2);
});

test("responses excluded for quality are asked for in every part of a trend, and only where they are wanted", () => {
  const ask: TrendAsk = {
    ...{ projectId: "p", lines: [mean], filter: [], by: null, weight: null, includeExcluded: true, quartiles: false },
    ...{ days: { from: "2031-07-01", to: "2031-09-30" }, type: "monthly", timeZone: "UTC" },
  };
  const against = [{ questionId: "r", operator: "in" as const, value: [1] }];
  const parts = [
    ask,
    askBefore(ask, 3),
    comparedWith({ compare: "previous", against: [], zoom: null }, ask, [])?.ask,
    comparedWith({ compare: "filter", against, zoom: null }, ask, [])?.ask,
  ];
  for (const part of parts) {
    expect(part && bodyOf(part)).toMatchObject({ includeExcluded: true });
    expect(part && bodyOf({ ...part, includeExcluded: false })).not.toHaveProperty("includeExcluded");
  }
});

describe("who is excluded for quality", () => {
  const read = (said: object, isAsked: boolean) => exclusionsIn(reply(said), { isAsked });

  test("is as the service says it", () => {
    const leftOut = { counted: 16, included: 0, excluded: 4 };
    expect(read(leftOut, false)).toEqual({ counted: 16, excluded: 4, isIncluded: false });
    expect(read({ counted: 20, included: 4, excluded: 0 }, true)).toEqual({
      ...{ counted: 20, excluded: 4, isIncluded: true },
    });
    expect(read({ counted: 20, included: 0, excluded: 0 }, true)).toMatchObject({ excluded: 0 });
    // It was asked to include them, and did not.
    expect(read(leftOut, true)).toMatchObject({ excluded: 4, isIncluded: false });
  });

  test("is not known of a service that says nothing of it, or not whom it includes", () => {
    for (const isAsked of [true, false]) expect(read({}, isAsked)).toBeNull();
    expect(read({ excluded: 0 }, true)).toBeNull();
    expect(read({ excluded: 0 }, false)).toEqual({ counted: null, excluded: 0, isIncluded: false });
    expect(read({ excluded: 3 }, true)).toEqual({ counted: null, excluded: 3, isIncluded: false });
  });
});

describe("the lines of groups", () => {
  const line = { kind: "question", id: "q1", title: "Q1" } as const;
  const trendOf = (means: string[]): Trend => {
    const points = means.map((mean, at) => ({ x: new Date(Date.UTC(2031, at)).toISOString(), mean, count: 9 }));
    return getTrend.reply.parse({ projectId: "p", responses: { q1: points } }) as Trend;
  };
  const reading = { lines: [line], isOrdered: true, rolling: 1, zoom: null };

  test("stand in one chart, each under its own name", () => {
    const parts = [
      { name: "North", trend: trendOf(["1.00", "2.00"]) },
      { name: "South", tone: 4, trend: trendOf(["3.00", "4.00"]) },
    ];
    const { questions } = readCuts(parts, reading);
    expect(questions.map(({ title, group }) => [title, group?.of.id])).toEqual([
      ["Q1, North", "q1"],
      ["Q1, South", "q1"],
    ]);
    expect(chartGroups(questions)).toHaveLength(1);
    // A group of one option has its colour.
    expect(lineTones(questions, 0)).toEqual([0, 4]);
    expect(trendRows(questions).map(({ point, before }) => [point.mean, before?.mean ?? null])).toEqual([
      [1, null],
      [2, 1],
      [3, null],
      [4, 3],
    ]);
  });

  test("are missing where no group's service gives them", () => {
    const empty = getTrend.reply.parse({ projectId: "p", responses: {} }) as Trend;
    const other: TrendLine = { kind: "share", id: "s", title: "S", share: { questionId: "s", codes: [1] } };
    const read = readCuts([{ name: "North", trend: empty }], { ...reading, lines: [other] });
    expect(read.missing).toEqual([other]);
  });
});
