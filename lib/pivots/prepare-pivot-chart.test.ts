import { describe, expect, test } from "vitest";
import type { Coloured } from "@/lib/charts/option-tones";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { chartRefusal, type DrawnKind } from "./chart-kinds";
import { preparePivot } from "./prepare-pivot";
import { type ChartAsked, preparePivotChart, summaryOf } from "./prepare-pivot-chart";
import { chartedValue, measuresOf, type PivotValue, readValue, valueText } from "./values";

const values = (...texts: string[]) => texts.map(readValue).filter((each) => each !== null);

type Given = {
  rows: string[][];
  rowCodes?: number[][];
  columns?: string[][];
  /** Counts by row and column. */
  counts: number[][];
  /** Means of `likes`, by row and column. */
  means?: (number | null)[][];
};

function tableOf({ rows, rowCodes = [], columns = [[]], counts, means = [] }: Given): PivotTable {
  const each = (figure: (row: number, column: number) => (number | null)[]) =>
    rows.map((_, row) => columns.map((_column, column) => figure(row, column)));
  const base = each((row, column) => [counts[row]?.[column] ?? 0, (counts[row]?.[column] ?? 0) - 1]);
  return {
    rows,
    columns,
    rowCodes,
    columnCodes: [],
    cells: each((row, column) => [counts[row]?.[column] ?? 0, means[row]?.[column] ?? null]),
    base,
    weightedBase: base,
    effectiveBase: base,
    deviation: each(() => [null, null]),
    excluded: 0,
  };
}

type Asking = {
  kind: DrawnKind;
  show: string;
  titles: { rows: string[]; columns: string[] };
  hasSeveral?: boolean;
  isWeighted?: boolean;
  questions?: readonly Coloured[];
};
type Look = Partial<Parameters<typeof preparePivot>[1]>;

function prepared(
  table: PivotTable,
  { kind, show, titles, hasSeveral = false, isWeighted = false, questions = [] }: Asking,
  look: Look = {},
) {
  const [value] = values(show) as [PivotValue];
  const made = {
    table,
    measures: measuresOf(values("mean:likes")),
    isWeighted,
    sharesColumns: false,
    titles: { ...titles, value: valueText },
  };
  const grid = preparePivot(made, {
    values: values("count", "row", "column", "total", "base", "mean:likes"),
    sort: "order",
    descending: false,
    sortColumn: null,
    othersLast: false,
    hideBelow: 0,
    sortValue: 0,
    rowTotals: "after",
    columnTotals: "after",
    subtotals: true,
    bases: "both",
    heat: false,
    decimals: null,
    against: "none",
    correction: "none",
    variance: "pooled",
    exact: "none",
    high: 95,
    low: 90,
    minimumBase: 30,
    letters: "beside",
    ...look,
  });
  const asked: ChartAsked = { kind, grid, made, ...titles, questions, value, decimals: null, hasSeveral };
  return preparePivotChart(asked);
}

/** What is drawn; a refusal fails the test with its sentence. */
function drawn(...asked: Parameters<typeof prepared>) {
  const { chart, refusal } = prepared(...asked);
  if (!chart) throw new Error(refusal);
  return { ...chart, figures: chart.cells.map((row) => row.map((cell) => cell?.value)) };
}

/** Brands within regions by sex: every respondent has one brand, so that parts add up. */
const nested = tableOf({
  rows: [["North", "Acme"], ["North", "Bolt"], ["North"], ["South", "Acme"], ["South"], []],
  rowCodes: [[1, 1], [1, 2], [1], [2, 1], [2], []],
  columns: [["Female"], ["Male"], []],
  counts: [
    [6, 2, 8],
    [2, 0, 2],
    [8, 2, 10],
    [4, 6, 10],
    [4, 6, 10],
    [12, 8, 20],
  ],
  means: [
    [3, 4.5, 3.4],
    [5, null, 5],
    [4, 4.5, 4],
    [-1, 2, 1],
    [-1, 2, 1],
    [2, 3, 2.5],
  ],
});
const titles = { rows: ["Region", "Brand"], columns: ["Sex"] };

describe("bars", () => {
  test("are the cells of the table: nested rows by their whole names, without totals and bases", () => {
    const chart = drawn(nested, { kind: "bars", show: "count", titles });
    expect(chart.categories).toEqual(["North › Acme", "North › Bolt", "South › Acme"]);
    expect(chart.series).toEqual(["Female", "Male"]);
    expect(chart.figures).toEqual([
      [6, 2],
      [2, 0],
      [4, 6],
    ]);
    expect(chart.title).toBe("count – Region › Brand by Sex");
    expect(chart.scale.ticks).toEqual([0, 2, 4, 6]);
  });

  test("leave a gap where there is no figure, and begin at zero beside negative ones", () => {
    const chart = drawn(nested, { kind: "bars", show: "mean:likes", titles });
    expect(chart.figures).toEqual([
      [3, 4.5],
      [5, null],
      [-1, 2],
    ]);
    expect(chart.scale.from).toBeLessThanOrEqual(-1);
    expect(chart.scale.ticks).toContain(0);
    expect(chart.cells[0]?.map((cell) => cell?.base)).toEqual([5, 1]);
  });

  test("say of a percentage the responses that it divides by", () => {
    const bases = (show: string) => drawn(nested, { kind: "bars", show, titles }).cells[1]?.map((cell) => cell?.base);
    expect(bases("column")).toEqual([12, 8]);
    expect(bases("row")).toEqual([2, 2]);
    expect(bases("total")).toEqual([20, 20]);
    expect(bases("base")).toEqual([8, 2]);
  });

  test("say the effective base beside it where the table is weighted, of a percentage of those that it divides by", () => {
    const halves = nested.base.map((row) => row.map((figures) => figures.map((base) => (base ?? 0) / 2)));
    const weighted = { ...nested, effectiveBase: halves };
    const of = (show: string, isWeighted: boolean) =>
      drawn(weighted, { kind: "bars", show, titles, isWeighted }).cells[1]?.map((cell) => cell?.effective);
    expect(of("column", true)).toEqual([6, 4]);
    expect(of("mean:likes", true)).toEqual([0.5, -0.5]);
    expect(of("column", false)).toEqual([null, null]);
  });

  test("follow the order of the rows, and go along the columns of a table without rows", () => {
    const sorted = drawn(nested, { kind: "bars", show: "count", titles }, { sort: "label", descending: true });
    expect(sorted.categories).toEqual(["South › Acme", "North › Bolt", "North › Acme"]);
    const flat = tableOf({ rows: [[]], columns: [["Female"], ["Male"], []], counts: [[12, 8, 20]] });
    const chart = drawn(flat, { kind: "bars", show: "count", titles: { rows: [], columns: ["Sex"] } });
    expect([chart.categories, chart.series, chart.along]).toEqual([["Female", "Male"], ["count"], "Sex"]);
    expect(chart.figures).toEqual([[12], [8]]);
  });
});

describe("stacked bars", () => {
  test("of % of row are 100 for each row, of % of column for each column, of % of base for each group", () => {
    const ofRows = drawn(nested, { kind: "stacked", show: "row", titles });
    expect(ofRows.scale.to).toBe(100);
    expect(ofRows.figures).toEqual([
      [75, 25],
      [100, 0],
      [40, 60],
    ]);
    const ofColumns = drawn(nested, { kind: "stacked", show: "column", titles });
    expect(ofColumns.categories).toEqual(["Female", "Male"]);
    expect(ofColumns.series).toEqual(["North › Acme", "North › Bolt", "South › Acme"]);
    expect(ofColumns.figures[1]).toEqual([25, 0, 75]);
    const ofBase = drawn(nested, { kind: "stacked", show: "base", titles });
    expect(ofBase.categories).toEqual(["Female › North", "Male › North", "Female › South", "Male › South"]);
    expect(ofBase.series).toEqual(["Acme", "Bolt"]);
    expect(ofBase.cells[2]).toEqual([{ value: 100, base: 4, effective: null }, null]);
    expect(ofBase.scale).toEqual({ from: 0, to: 100, ticks: [0, 20, 40, 60, 80, 100] });
  });

  test("of counts are as long as their sum, and no whole", () => {
    const chart = drawn(nested, { kind: "stacked", show: "count", titles });
    expect(chart.scale.to).toBe(10);
  });

  test("are refused, with what to do, where parts do not add up", () => {
    expect(prepared(nested, { kind: "stacked", show: "mean:likes", titles }).refusal).toContain("Choose one of them");
    const several = prepared(nested, { kind: "stacked", show: "column", titles, hasSeveral: true });
    expect(several.refusal).toContain("could give several answers");
    // A service may have questions of several answers that nobody knows as such.
    const over = tableOf({
      rows: [["car"], ["bike"], []],
      columns: [[]],
      counts: [[16], [16], [24]],
    });
    const unknown = { kind: "stacked", show: "column", titles: { rows: ["Owns"], columns: [] } } satisfies Asking;
    expect(prepared(over, unknown).refusal).toContain("do not add up to 100");
    expect(prepared(over, { ...unknown, kind: "bars" }).refusal).toBeNull();
  });
});

describe("a line", () => {
  const byMonth = tableOf({
    rows: [
      ["North", "2025-12"],
      ["North", "2026-03"],
      ["North", "No answer"],
      ["North"],
      ["South", "2025-11"],
      ["South", "2026-01"],
      ["South"],
      [],
    ],
    rowCodes: [[1, 202512], [1, 202603], [1, -1], [1], [2, 202511], [2, 202601], [2], []],
    counts: [[5], [9], [1], [15], [2], [4], [6], [21]],
  });
  const along: Asking = { kind: "line", show: "count", titles: { rows: ["region", "since:month"], columns: [] } };

  test("goes along time whatever the order of rows, with a gap where a period has no figure", () => {
    const chart = drawn(byMonth, along, { sort: "value", descending: true });
    expect(chart.categories).toEqual(["2025-11", "2025-12", "2026-01", "2026-02", "2026-03"]);
    expect(chart.series.toSorted()).toEqual(["North", "South"]);
    const of = (name: string) => chart.figures.map((row) => row[chart.series.indexOf(name)]);
    expect(of("North")).toEqual([undefined, 5, undefined, undefined, 9]);
    expect(of("South")).toEqual([2, undefined, 4, undefined, undefined]);
    expect(chart.notes).toEqual([expect.stringContaining("without a date")]);
  });

  test("has the labels of a service that gives no codes, in their order", () => {
    const chart = drawn({ ...byMonth, rowCodes: [] }, along);
    expect(chart.categories).toEqual(["2025-11", "2025-12", "2026-01", "2026-03", "No answer"]);
  });

  test("is offered along periods alone, of the innermost of the rows", () => {
    const [value] = values("count") as [PivotValue];
    const refusal = (...rows: string[]) => chartRefusal("line", { rows, value, hasSeveral: true, hasSpans: false });
    expect(refusal("region", "since:week")).toBeNull();
    for (const rows of [["since:weekday"], ["since:month", "region"], []]) {
      expect(refusal(...rows)).toContain("innermost of the rows");
    }
  });

  test("of more periods than are drawn is refused, however far apart they are", () => {
    const far = tableOf({ rows: [["a"], ["b"], []], rowCodes: [[19000101], [20260101], []], counts: [[1], [2], [3]] });
    const days = { ...along, titles: { rows: ["since:day"], columns: [] } };
    expect(prepared(far, days).refusal).toContain("more than 200");
  });
});

describe("the colours of series", () => {
  const questionOf = (id: string, labels: readonly string[], values: readonly (number | null)[] = []): Coloured => ({
    id,
    options: labels.map((label, at) => ({ code: at + 1, label, order: at, value: values[at] ?? null, cells: [] })),
    missing: [],
    derivation: null,
  });
  const brand = questionOf("brand", ["Acme", "Bolt", "Crest", "Dynamo"]);
  const sex = questionOf("sex", ["Female", "Male"]);
  const liking = questionOf("liking", ["Good", "Fair", "Poor"], [3, 2, 1]);
  const byBrand = (codes: number[], more: Partial<Asking> = {}) => {
    const rows = [...codes.map((code) => [brand.options[code - 1]?.label ?? ""]), []];
    const rowCodes = [...codes.map((code) => [code]), []];
    const table = tableOf({
      rows,
      rowCodes,
      counts: rows.map((_, at) => [at < codes.length ? at + 1 : (codes.length * (codes.length + 1)) / 2]),
    });
    const named = { rows: ["brand"], columns: [] };
    return { table, asked: { kind: "stacked", show: "count", titles: named, questions: [brand], ...more } as Asking };
  };
  const coloured = (...[table, asked, look]: Parameters<typeof prepared>) => {
    const { series, tones } = drawn(table, asked, look);
    return Object.fromEntries(series.map((name, at) => [name, tones[at]]));
  };

  test("are those of the options, whatever is sorted or filtered", () => {
    const turned = tableOf({
      rows: [[]],
      columns: [["Acme"], ["Bolt"], ["Dynamo"], []],
      counts: [[3, 2, 1, 6]],
    });
    const asked: Asking = {
      ...{ kind: "stacked", show: "row", titles: { rows: [], columns: ["brand"] } },
      questions: [brand],
    };
    const own = { Acme: 0, Bolt: 1, Dynamo: 3 };
    expect(coloured({ ...turned, columnCodes: [[1], [2], [4], []] }, asked)).toEqual(own);
    // A service may give no codes.
    expect(coloured(turned, asked)).toEqual(own);
    for (const look of [{}, { sort: "label", descending: true }, { sort: "value" }] as Look[]) {
      const { table, asked: ofRows } = byBrand([1, 2, 4], { show: "column" });
      expect(coloured(table, ofRows, look)).toEqual(own);
    }
  });

  test("are shades where the options are a scale", () => {
    const table = tableOf({
      rows: [[]],
      columns: [["Good"], ["Fair"], ["Poor"], []],
      counts: [[3, 2, 1, 6]],
    });
    const shade = (at: number) => ({ ramp: "sequential", at });
    const asked: Asking = { kind: "stacked", show: "row", titles: { rows: [], columns: ["liking"] } };
    const found = coloured({ ...table, columnCodes: [[1], [2], [3], []] }, { ...asked, questions: [liking] });
    expect(found).toEqual({ Good: shade(1), Fair: shade(0.5), Poor: shade(0) });
  });

  test("of several questions are their places in all lists together, those of a banner one list after the other", () => {
    const columns = [["Female", "Acme"], ["Female", "Crest"], ["Male", "Acme"], ["Female"], ["Male"], []];
    const columnCodes = [[1, 1], [1, 3], [2, 1], [1], [2], []];
    const nestedColumns = { ...tableOf({ rows: [[]], columns, counts: [[1, 2, 3, 3, 3, 6]] }), columnCodes };
    const asked: Asking = { kind: "bars", show: "count", titles: { rows: [], columns: ["sex", "brand"] } };
    const rows = { ...nestedColumns, rows: [["All"], []], rowCodes: [[1], []] };
    const twice = (figures: (number | null)[][][]) => [...figures, ...figures];
    const two = { ...rows, cells: twice(rows.cells), base: twice(rows.base), effectiveBase: twice(rows.base) };
    const found = coloured(two, {
      ...asked,
      titles: { rows: ["all"], columns: ["sex", "brand"] },
      questions: [sex, brand],
    });
    expect(found).toEqual({ "Female › Acme": 0, "Female › Crest": 2, "Male › Acme": 4 });
    const spans = [
      { title: "Sex", total: 4, isShared: false },
      { title: "Brand", total: 5, isShared: false },
    ];
    const banner = {
      ...two,
      columns: [["Sex", "Female"], ["Sex", "Male"], ["Brand", "Bolt"], [], ["Sex"], ["Brand"]],
      columnCodes: [[0, 1], [0, 2], [1, 2], [], [0], [1]],
      spans,
    };
    const of = { ...asked, titles: { rows: ["all"], columns: ["sex", "brand"] }, questions: [sex, brand] };
    expect(coloured(banner, of)).toEqual({ "Sex › Female": 0, "Sex › Male": 1, "Brand › Bolt": 3 });
  });

  test("are the first one where all figures are one series", () => {
    expect(coloured(nested, { kind: "bars", show: "count", titles: { rows: titles.rows, columns: ["Sex"] } })).toEqual({
      Female: 0,
      Male: 1,
    });
    const { table, asked } = byBrand([1, 2], { kind: "bars" });
    expect(drawn(table, asked).tones).toEqual([0]);
  });
});

test("a heat map runs from the least figure to the greatest", () => {
  const chart = drawn(nested, { kind: "heat", show: "mean:likes", titles });
  expect(chart.scale).toEqual({ from: -1, to: 5, ticks: [] });
});

test("more than can be read is a sentence that says what to do", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => [`option ${at}`]);
  const wide = tableOf({ rows: [["a"], []], columns: [...many(41), []], counts: [] });
  const named = { rows: ["Q1"], columns: ["Q2"] };
  expect(prepared(wide, { kind: "bars", show: "count", titles: named }).refusal).toMatch(/at most 40 series.* 41\./);
  const long = tableOf({ rows: [...many(230), []], counts: [] });
  const refusal = prepared(long, { kind: "bars", show: "count", titles: { rows: ["Q1"], columns: [] } }).refusal;
  expect(refusal).toMatch(/at most 200 categories.* 230\./);
});

test("the value of the address is drawn if the table has it, else the first", () => {
  const [first, second] = values("count", "mean:likes") as [PivotValue, PivotValue];
  expect(chartedValue([first, second], second)).toBe(second);
  expect(chartedValue([first, second], { show: "sum", questionId: "likes" })).toBe(first);
  expect(chartedValue([first, second], null)).toBe(first);
});

test("a chart is told in a sentence: what it is, its greatest and its least figure", () => {
  const { chart } = prepared(nested, { kind: "bars", show: "mean:likes", titles });
  expect(chart && summaryOf(chart, { figure: String })).toBe(
    "Bars. mean:likes – Region › Brand by Sex. 3 categories, 2 series. Greatest: North › Bolt, Female, 5. Least: South › Acme, Female, -1.",
  );
});
