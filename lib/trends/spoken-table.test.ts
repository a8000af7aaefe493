import { expect, test } from "vitest";
import type { TrendQuestion } from "@/lib/charts/prepare-trend";
import type { SeriesPoint } from "@/lib/charts/series";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { spokenColumns } from "./spoken-table";

const point = (at: number, mean: number | null): SeriesPoint => ({
  ...{
    at,
    mean,
    low: 1,
    high: 5,
    count: 1200,
    base: 900,
    effective: 640.25,
    variance: 1,
    chosen: null,
    quartiles: null,
  },
});

const question = (more: Partial<TrendQuestion>, isWeighted = false): TrendQuestion => ({
  ...{ id: "q", title: "Liking", rolling: null, other: null, changes: [], differences: [] },
  series: {
    ...{ id: "q", measure: "mean", points: [point(0, 4), point(1, 3.111)], range: null, isWeighted },
    ...{ hasBand: true, hasCounts: true, isTestable: true },
  },
  ...more,
});

const said = { bucket: (at: number) => `day ${at}`, format: formatFor(usualSettings), names: { own: "A", other: "B" } };
const table = (of: TrendQuestion) =>
  spokenColumns(of, said).map(({ head, text }) => [head, ...of.series.points.map((_, place) => text(place))]);

const OWN = [
  ["Mean", "4.00", "3.11"],
  ["Lowest", "1.00", "1.00"],
  ["Highest", "5.00", "5.00"],
  ["n", "1,200", "1,200"],
];

test("a chart's table has no columns of what is off", () => {
  expect(table(question({}))).toEqual(OWN);
});

test("a chart's table says rolling means, compared figures and effective bases where they are drawn", () => {
  const shown = question({ rolling: [null, 3.5], other: [point(7, 2), null] }, true);
  expect(table(shown)).toEqual([
    ...OWN,
    ["Effective base", "640.3", "640.3"],
    ["Rolling mean", "no data", "3.50"],
    ["Bucket, B", "day 7", "no data"],
    ["Mean, B", "2.00", "no data"],
    ["n, B", "1,200", "no data"],
    ["Effective base, B", "640.3", "640.3"].with(2, "no data"),
  ]);
});
