import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Band } from "./bands";
import { bucketLabeller, zoneOfBuckets } from "./bucket-label";
import { beyondChance } from "./changes";
import { axisOf, barsOf, chartOfOne, legendOf, overlays } from "./chart-model";
import { HUES } from "./colours";
import { prepareTrend, summaryOf, type TrendQuestion, trendRows } from "./prepare-trend";
import { rollingMean } from "./rolling-mean";
import type { Series, SeriesPoint } from "./series";

const DAY_MS = 86_400_000;
const START = Date.UTC(2031, 0, 1);

/** A series of daily buckets; null: a gap. */
function seriesOf(id: string, means: (number | null)[], count = 100, more: Partial<SeriesPoint> = {}): Series {
  const points = means.map((mean, at): SeriesPoint => {
    const known = mean !== null;
    const full = { low: (mean ?? 0) - 1, high: (mean ?? 0) + 1, base: count, effective: count, variance: 1 };
    const none = { low: null, high: null, base: null, effective: null, variance: null };
    return {
      chosen: null,
      quartiles: null,
      at: START + at * DAY_MS,
      mean,
      count: known ? count : 0,
      ...(known ? full : none),
      ...(known ? more : {}),
    };
  });
  return {
    id,
    measure: "mean",
    points,
    range: { low: 0, high: 9 },
    hasBand: true,
    hasCounts: true,
    isTestable: true,
    isWeighted: false,
  };
}
const look = { band: "range", targets: [], labels: "none" } as const;

const optionsFor = (questions: TrendQuestion[], band: Band = "range") => {
  const buckets = { kind: "time", type: "daily", timeZone: "UTC" } as const;
  return {
    x: axisOf(questions, buckets, 600),
    buckets,
    names: null,
    rolling: 1,
    band,
    targets: [],
    labels: "none" as const,
    width: 600,
    notes: [] as number[],
  };
};
const multiples = (questions: TrendQuestion[], band: Band = "range") =>
  questions.map((question, tone) => chartOfOne(question, tone, optionsFor(questions, band)));
const show = (...series: Series[]) =>
  prepareTrend({
    questions: series.map((each) => ({ id: each.id, title: each.id, series: each })),
    rolling: 1,
    zoom: null,
  }).questions;
const changesOf = (...series: Series[]) =>
  beyondChance(series.map((each) => ({ series: each, other: null, isOrdered: true }))).changes;

test("a chart of its own is drawn in a full colour, however many stand beside it; lines of one chart are told apart", () => {
  const many = show(...Array.from({ length: 2 * HUES + 1 }, (_, at) => seriesOf(`q${at}`, [1, 2])));
  const tones = multiples(many).map(({ lines }) => lines[0]?.tone);
  expect(tones.every((tone) => typeof tone === "number" && tone < HUES)).toBe(true);
  const [overlay] = overlays(many, optionsFor(many));
  expect(new Set(overlay?.lines.map(({ tone }) => tone)).size).toBe(many.length);
});

describe("a rolling mean", () => {
  test("is the mean of all answers of its buckets", () => {
    const bucket = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(bucket, { maxLength: 12 }), fc.integer({ min: 2, max: 5 }), (buckets, k) => {
        const mean = (answers: number[]) => answers.reduce((a, b) => a + b, 0) / answers.length;
        const points = buckets.map((answers, at): SeriesPoint => {
          const figures = {
            low: null,
            high: null,
            variance: null,
            chosen: null,
            quartiles: null,
            count: answers.length,
            effective: answers.length,
          };
          return { at, mean: answers.length > 0 ? mean(answers) : null, base: answers.length, ...figures };
        });
        for (const [at, rolled] of rollingMean(points, k).entries()) {
          const isThere = at >= k - 1 && (buckets[at]?.length ?? 0) > 0;
          if (isThere) expect(rolled).toBeCloseTo(mean(buckets.slice(at - k + 1, at + 1).flat()), 9);
          else expect(rolled).toBeNull();
        }
      }),
    );
  });

  test("weighs buckets alike where a service says no bases", () => {
    const { points } = seriesOf("q", [1, 2, 6], 10, { base: null, count: null, effective: null });
    expect(rollingMean(points, 3)).toEqual([null, null, 3]);
  });
});

describe("significant changes", () => {
  test("are found across gaps, against the bucket with data before", () => {
    const found = changesOf(seriesOf("q", [3, 3.02, null, 5, 5.01])).get("q");
    expect(found).toHaveLength(1);
    expect(found?.[0]).toMatchObject({ at: START + 3 * DAY_MS, since: START + DAY_MS });
    expect(found?.[0]?.by).toBeCloseTo(1.98, 10);
  });

  test("need more the more is tested beside them", () => {
    // One change of p = 0.025 alone, and among forty that are none.
    const change = seriesOf("change", [3, 3.32]);
    const still = seriesOf(
      "still",
      Array.from({ length: 41 }, () => 3),
    );
    expect(changesOf(change).get("change")).toHaveLength(1);
    expect(changesOf(change, still).size).toBe(0);
  });

  test("go by the effective base where answers are weighted", () => {
    expect(changesOf(seriesOf("q", [3, 3.4])).size).toBe(1);
    expect(changesOf(seriesOf("q", [3, 3.4], 100, { effective: 20 })).size).toBe(0);
  });

  test("are none without variances", () => {
    expect(changesOf(seriesOf("q", [1, 9], 100, { variance: null })).size).toBe(0);
  });
});

/** A share of each bucket, in percent of `count` answers. */
function sharesOf(id: string, shares: (number | null)[], count = 100): Series {
  const series = seriesOf(id, shares, count, { low: null, high: null, variance: null });
  return { ...series, measure: "share", hasBand: false, range: null };
}

describe("what is compared", () => {
  const judge = (series: Series, other: Series | null) =>
    beyondChance([{ series, other: other?.points ?? null, isOrdered: true }]);

  test("of shares is tested by the pooled z test, on effective bases", () => {
    const { changes, tests } = judge(sharesOf("q", [30, 50], 50), null);
    expect(tests).toBe(1);
    expect(changes.get("q")?.[0]?.p).toBeCloseTo(0.04123, 5); // R: prop.test(c(15, 25), c(50, 50), correct = FALSE)
    expect(changes.get("q")?.[0]?.by).toBe(20);
    const { points } = sharesOf("q", [30, 50], 50);
    const weighted = { ...sharesOf("q", []), points: points.map((point) => ({ ...point, effective: 40 })) };
    expect(judge(weighted, null).changes.size).toBe(0);
  });

  test("is tested bucket by bucket where no respondent stands behind both, in one family with the changes", () => {
    const found = judge(seriesOf("q", [3, 3, 3]), seriesOf("q", [3, 4, 3]));
    expect(found.tests).toBe(5);
    expect(found.differences.get("q")).toMatchObject([{ at: START + DAY_MS, since: START + DAY_MS, by: -1 }]);
    expect(judge(seriesOf("q", [3, 3, 3]), null).differences.size).toBe(0);
  });

  test("is not tested where it may share respondents, yet stands beside", () => {
    const questions = [{ id: "q", title: "Q", series: seriesOf("q", [1, 1]), other: seriesOf("q", [9, 9]) }];
    const shown = (isIndependent: boolean) =>
      prepareTrend({ questions, comparison: { by: "start", isIndependent }, rolling: 1, zoom: null });
    expect(shown(true).questions[0]?.differences).toHaveLength(2);
    expect(shown(false).questions[0]?.differences).toEqual([]);
    expect(shown(false).questions[0]?.other?.map((point) => point?.mean)).toEqual([9, 9]);
  });

  test("under another filter is found by its start, whatever buckets a service leaves out", () => {
    const other = { ...seriesOf("q", [7, 8, 9]) };
    other.points.shift();
    const questions = [{ id: "q", title: "Q", series: seriesOf("q", [1, 2, 3]), other }];
    const comparison = { by: "start", isIndependent: false } as const;
    const [shown] = prepareTrend({ questions, comparison, rolling: 1, zoom: null }).questions;
    expect(shown?.other?.map((point) => point?.mean ?? null)).toEqual([null, 8, 9]);
  });
});

describe("a trend in view", () => {
  const means = Array.from({ length: 20 }, (_, at) => at);
  const zoom = { from: START + 5 * DAY_MS, to: START + 9 * DAY_MS };

  test("is cut to the zoom, with rolling means that reach before it and buckets compared by place", () => {
    const series = seriesOf("q", means);
    const other = seriesOf("q", [...means].reverse());
    const [question] = prepareTrend({
      questions: [{ id: "q", title: "Q", series, other }],
      rolling: 3,
      zoom,
    }).questions;
    expect(question?.series.points.map(({ mean }) => mean)).toEqual([5, 6, 7, 8, 9]);
    for (const [at, mean] of [4, 5, 6, 7, 8].entries()) expect(question?.rolling?.[at]).toBeCloseTo(mean, 10);
    // What it is compared with begins with the bucket beside the first in view.
    expect(question?.other?.map((point) => point?.mean)).toEqual([19, 18, 17, 16, 15]);
  });

  test("has rolling means from its first bucket on where those before it are known, and shows none of these", () => {
    const whole = seriesOf("q", means);
    const series = { ...whole, points: whole.points.slice(5, 8) };
    const other = { ...whole, points: whole.points.slice(2, 5) };
    const show = (before: SeriesPoint[]) =>
      prepareTrend({ questions: [{ id: "q", title: "Q", series, other, before }], rolling: 3, zoom: null });
    const [question] = show(whole.points.slice(3, 6)).questions;
    expect(question?.rolling).toHaveLength(3);
    for (const [at, mean] of [4, 5, 6].entries()) expect(question?.rolling?.[at]).toBeCloseTo(mean, 10);
    const [alone] = show([]).questions;
    expect(alone?.rolling?.slice(0, 2)).toEqual([null, null]);
    expect({ ...alone, rolling: null }).toEqual({ ...question, rolling: null });
    expect(show(whole.points.slice(0, 5)).tests).toBe(show([]).tests);
  });

  test("says nothing from one bucket to the next where these are in no order, and still compares", () => {
    const [series, other] = [seriesOf("q", [1, 9, 1]), seriesOf("q", [9, 9, 9])];
    const of = (isOrdered: boolean) =>
      prepareTrend({ questions: [{ id: "q", title: "Q", series, other }], isOrdered, rolling: 2, zoom: null });
    const [ordered, unordered] = [of(true), of(false)];
    expect(ordered.questions[0]).toMatchObject({ rolling: [null, 5, 5] });
    expect(ordered.questions[0]?.changes).toHaveLength(2);
    expect(unordered.questions[0]).toMatchObject({ rolling: null, changes: [] });
    expect(unordered.questions[0]?.differences).toHaveLength(2);
    expect(unordered.tests).toBe(3);
  });

  test("judges changes by what is in view alone", () => {
    const [whole] = show(seriesOf("q", means));
    const [cut] = prepareTrend({
      questions: [{ id: "q", title: "Q", series: seriesOf("q", means) }],
      rolling: 1,
      zoom,
    }).questions;
    expect(whole?.changes).toHaveLength(19);
    expect(cut?.changes).toHaveLength(4);
  });

  test("says its gist in a sentence", () => {
    const write = { bucket: (at: number) => `day ${(at - START) / DAY_MS}`, figure: String };
    const [question, empty] = show(seriesOf("Q1", [3, null, 1, 4]), seriesOf("Q2", [null]));
    expect(question && summaryOf(question, write)).toBe(
      "Q1: mean from 3 in day 0 to 4 in day 3; lowest 1 in day 2, highest 4 in day 3; 1 of 4 buckets without data; 2 significant changes.",
    );
    expect(empty && summaryOf(empty, write)).toBe("Q2: no answers in this range.");
  });

  test("has a row a bucket and question", () => {
    const rows = trendRows(show(seriesOf("a", [1, null]), seriesOf("b", [2, 5])));
    expect(rows.map(({ id, point: { mean }, change }) => [id, mean, change?.by ?? null])).toEqual([
      ["a", 1, null],
      ["a", null, null],
      ["b", 2, null],
      ["b", 5, 3],
    ]);
  });
});

describe("a chart", () => {
  test("has a line for what is compared only where anything of it is known", () => {
    const names = { own: "Now", other: "Then" };
    const chartOf = (others: (number | null)[]) => {
      const questions = prepareTrend({
        questions: [{ id: "q", title: "Q", series: seriesOf("q", [1, 2]), other: seriesOf("q", others) }],
        ...{ rolling: 1, zoom: null },
      }).questions;
      const [chart] = overlays(questions, { ...optionsFor(questions), names });
      return { kinds: chart?.lines.map(({ kind }) => kind), legend: chart && legendOf(chart).map(({ name }) => name) };
    };
    expect(chartOf([null, 4])).toEqual({ kinds: ["other", "mean"], legend: ["Now", "Then"] });
    expect(chartOf([null, null])).toEqual({ kinds: ["mean"], legend: [] });
  });

  test("says over how many buckets its rolling line goes, where it has one", () => {
    const legend = (rolling: number) => {
      const { questions } = prepareTrend({
        questions: [{ id: "q", title: "Q", series: seriesOf("q", [1, 2, 3]) }],
        ...{ rolling, zoom: null },
      });
      const [question] = questions;
      return question && legendOf(chartOfOne(question, 0, { ...optionsFor(questions), rolling }));
    };
    expect(legend(2)).toEqual([{ name: "Rolling mean over 2 buckets", tone: 0, line: "rolling" }]);
    expect(legend(1)).toEqual([]);
    expect(legend(4)).toEqual([]);
  });

  test("has gaps as nulls, the band of each bucket, and its lone points", () => {
    const [chart] = multiples(show(seriesOf("q", [3, null, 4, null, 5, 6])));
    expect(chart?.rows.map(({ values }) => values[0])).toEqual([3, null, 4, null, 5, 6]);
    expect(chart?.rows.map(({ band }) => band)).toEqual([[2, 4], null, [3, 5], null, [4, 6], [5, 7]]);
    expect(chart?.rows.map(({ isLone }) => isLone[0])).toEqual([true, false, true, false, false, false]);
    expect(chart?.y).toEqual({ from: 2, to: 7, ticks: [2, 3, 4, 5, 6, 7] });
    expect(chart?.references).toEqual([]);
  });

  test("of a plain service names the question's ends instead of a band; means alone fill it when asked", () => {
    const plain = { ...seriesOf("q", [3, 4], 10, { low: null, high: null }), hasBand: false };
    const [chart] = multiples(show(plain));
    expect(chart?.hasBand).toBe(false);
    expect(chart?.references.map(({ value }) => value)).toEqual([9, 0]);
    const [bare] = multiples(show(plain), "none");
    expect(bare?.references).toEqual([]);
    expect(bare?.y).toMatchObject({ from: 3, to: 4 });
  });

  test("has bars of answers and, where these are weighted, of the effective base", () => {
    const plain = seriesOf("q", [1, null, 2], 10);
    const weighted = { ...plain, isWeighted: true, points: plain.points.map((each) => ({ ...each, effective: 4 })) };
    const barsFor = (series: Series) =>
      multiples(show(series))
        .map(barsOf)[0]
        ?.map(({ heights }) => heights);
    const bars = (part: number, days: number[]) => days.map((day) => ({ at: START + day * DAY_MS, part }));
    expect(barsFor(plain)).toEqual([bars(1, [0, 2])]);
    expect(barsFor(weighted)).toEqual([bars(1, [0, 2]), bars(0.4, [0, 1, 2])]);
  });

  test("joins questions by the start of their buckets", () => {
    const late = { ...seriesOf("b", [7]), points: [{ ...seriesOf("b", [7]).points[0], at: START + DAY_MS }] } as Series;
    const questions = show(seriesOf("a", [1, 2], 10), late);
    const [chart] = overlays(questions, optionsFor(questions));
    expect(chart?.rows.map(({ values }) => values)).toEqual([
      [1, null],
      [2, 7],
    ]);
    expect(chart?.rows.map(({ count }) => count)).toEqual([10, 100]);
  });

  test("of shares has an axis of percent of its own, beside one of means", () => {
    const questions = show(seriesOf("a", [3, 4]), sharesOf("b", [41, 44]), sharesOf("c", [1, 2]));
    const charts = overlays(questions, optionsFor(questions));
    expect(charts.map(({ measure, questions: each }) => [measure, each.map(({ tone }) => tone)])).toEqual([
      ["mean", [0]],
      ["share", [0, 1]],
    ]);
    expect(charts[1]?.y).toMatchObject({ from: 0, to: 100 });
  });

  test("of waves has a dot for each, and as much of each label as fits", () => {
    const labels = ["Before the campaign", "During the campaign", "After the campaign"];
    const series = seriesOf("q", [1, 2, 3]);
    const points = series.points.map((point, at) => ({ ...point, at }));
    const questions = show({ ...series, points });
    const buckets = { kind: "waves", question: "Wave", labels, isOrdered: true } as const;
    const ticks = (width: number) => axisOf(questions, buckets, width).ticks.map(({ label }) => label);
    expect(ticks(460)).toEqual(labels);
    expect(ticks(240)).toEqual(
      ["Before t…", "During t…", "After th…"].map((each) => expect.stringContaining(each.slice(0, 6))),
    );
    expect(ticks(120)).toHaveLength(1);
    const x = axisOf(questions, buckets, 600);
    const [question] = questions;
    const chart =
      question && chartOfOne(question, 0, { x, buckets, names: null, rolling: 1, ...look, width: 600, notes: [] });
    expect([chart?.hasDots, chart?.hasLines]).toEqual([true, true]);
    const unordered = { ...buckets, isOrdered: false };
    const options = { x, buckets: unordered, names: null, rolling: 1, ...look, width: 600, notes: [] };
    expect(question && chartOfOne(question, 0, options).hasLines).toBe(false);
    expect(chart?.rows.map(({ at, band }) => [at, band])).toEqual([
      [0, [0, 2]],
      [1, [1, 3]],
      [2, [2, 4]],
    ]);
  });

  test("of ten thousand buckets stays small and keeps every extreme and every change", () => {
    const means = Array.from({ length: 10_000 }, (_, at) => 5 + Math.sin(at / 300) + (at === 7777 ? 3 : 0));
    const questions = show(seriesOf("q", means, 40));
    const [chart] = multiples(questions);
    expect(chart?.rows.length).toBeLessThan(2500);
    expect(Math.max(...(chart?.rows ?? []).map(({ values }) => values[0] ?? 0))).toBe(Math.max(...means));
    const marked = chart?.rows.filter(({ changes }) => changes[0] !== null).map(({ at }) => at);
    expect(marked).toEqual(questions[0]?.changes.map(({ at }) => at));
    expect(marked?.length).toBeGreaterThan(0);
  });

  test("of many buckets keeps the extremes and gaps of compared and rolling lines, and the buckets with notes", () => {
    const means = Array.from({ length: 2000 }, (_, at) => (at >= 600 && at < 1400 ? null : 5 + (at % 7) / 100));
    const others = means.map((_, at) => (at % 97 === 50 ? 9.5 : 4 + Math.sin(at / 10)));
    const questions = prepareTrend({
      questions: [{ id: "q", title: "Q", series: seriesOf("q", means), other: seriesOf("q", others) }],
      ...{ rolling: 7, zoom: null },
    }).questions.map((question) => ({ ...question, changes: [], differences: [] }));
    const noted = START + 1111 * DAY_MS;
    const options = { ...optionsFor(questions), width: 300, notes: [noted] };
    const [question] = questions;
    const chart = question && chartOfOne(question, 0, options);
    const drawn = (kind: string) => {
      const line = chart?.lines.findIndex((each) => each.kind === kind) ?? -1;
      return (chart?.rows ?? []).map(({ at, values }) => ({ at, value: values[line] ?? null }));
    };
    expect(drawn("other").filter(({ value }) => value === 9.5)).toHaveLength(
      others.filter((value) => value === 9.5).length,
    );
    const inGap = ({ at }: { at: number }) => at >= START + 600 * DAY_MS && at < START + 1400 * DAY_MS;
    expect(drawn("other").filter(inGap).length).toBeGreaterThan(100);
    expect(
      drawn("rolling")
        .filter(inGap)
        .map(({ value }) => value),
    ).not.toContainEqual(expect.any(Number));
    expect(chart?.rows.some(({ at }) => at === noted)).toBe(true);
    expect(chart?.rows.length).toBeLessThan(1500);
  });

  test("without a single answer still has axes", () => {
    const [chart] = multiples(show(seriesOf("q", [null])));
    expect(chart?.y).toEqual({ from: 0, to: 1, ticks: [0, 1] });
    expect(chart?.x.to).toBeGreaterThan(chart?.x.from ?? 0);
  });
});

test("hours that a clock shows twice have names of their own", () => {
  const label = bucketLabeller("hourly", "Europe/Berlin");
  const hours = ["2025-10-25T23:00Z", "2025-10-26T00:00Z", "2025-10-26T01:00Z", "2025-10-26T02:00Z"];
  expect(hours.map((at) => label(Date.parse(at)))).toEqual([
    "26 Oct 2025, 01:00",
    "26 Oct 2025, 02:00 GMT+2",
    "26 Oct 2025, 02:00 GMT+1",
    "26 Oct 2025, 03:00",
  ]);
});

test("weeks are named by their first day, and quarters by their number", () => {
  const week = bucketLabeller("weekly_from_monday", "Europe/Berlin");
  expect(week(Date.parse("2026-01-04T23:00Z"))).toBe("Week of 5 Jan 2026");
  const quarter = bucketLabeller("quarterly", "America/New_York");
  expect([quarter(Date.parse("2026-10-01T04:00Z")), quarter(Date.parse("2026-01-01T05:00Z"))]).toEqual([
    "Q4 2026",
    "Q1 2026",
  ]);
});

test("the zone is the one whose clock the buckets begin by", () => {
  const berlin = [Date.parse("2031-01-01T23:00:00Z"), Date.parse("2031-01-02T23:00:00Z")];
  expect(zoneOfBuckets(berlin, "daily", "Europe/Berlin")).toBe("Europe/Berlin");
  expect(zoneOfBuckets([START, START + DAY_MS], "daily", "Europe/Berlin")).toBe("UTC");
  expect(zoneOfBuckets([START], "daily", "Africa/Accra")).toBe("Africa/Accra");
});
