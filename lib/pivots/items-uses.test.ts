import { describe, expect, test } from "vitest";
import { optionTone } from "@/lib/charts/option-tones";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { tableBlob } from "@/lib/tables/table-blob";
import { answered, gridQuestions, items, kish, meanOf, type ShownGrid, shownGrid, weightOf } from "@/lib/test-grid";
import { type Cell, cellRequest, cellWords, questionsOfCell } from "./cell";
import { basesWords } from "./chart-bases";
import type { DrawnKind } from "./chart-kinds";
import { clientLine } from "./client-line";
import { drawPivotChart } from "./draw-pivot-chart";
import { prepareItemsChart } from "./items-chart";
import { longColumns, longRows } from "./pivot-file";
import { slideShows } from "./pivot-slide";
import { tableTitle } from "./prepare-pivot-chart";
import { sortChange, sortedBy } from "./sorting";

const format = formatFor(usualSettings);

describe("a cell of a grid's table opens the responses", () => {
  const of = shownGrid();
  const cell = (row: number, label: string): Cell => {
    const leaf = of.grid.leaves.find((each) => each.label === label);
    if (leaf?.kind !== "value") throw new Error(`No ${label}.`);
    return { row, column: leaf.column, value: leaf.value };
  };
  const opened = (row: number, label: string, shows = of) => {
    const { rows, rowCodes, columns, columnCodes, filter, measured } = cellRequest(shows.asked, shows.made, {
      ...{ cell: cell(row, label), shown: [], page: 1 },
    });
    return { rows, rowCodes, columns, columnCodes, filter, measured };
  };
  const nothing = { columns: [], columnCodes: [], filter: [], measured: undefined };
  const isTop = { questionId: "staff", operator: "in", value: [4, 5] };

  test("of an option by its code, of the top 2 by a filter, of the mean by its numbers", () => {
    expect(opened(0, "Answer 2")).toEqual({ ...nothing, rows: ["price"], rowCodes: [2] });
    expect(opened(1, "Top 2")).toEqual({ ...nothing, rows: ["staff"], rowCodes: [], filter: [isTop] });
    expect(opened(1, "Mean")).toEqual({ ...nothing, rows: ["staff"], rowCodes: [], measured: "staff" });
  });

  test("of the banner by what it shows, beside the filter of the table", () => {
    const male = { rows: ["staff"], rowCodes: [], columns: ["sex"], columnCodes: [2] };
    const filter = [{ questionId: "sex", operator: "answered" as const }];
    const filtered = shownGrid({ filter: JSON.stringify(filter) });
    expect(opened(1, "Male", filtered)).toEqual({ ...nothing, ...male, filter: [...filter, isTop] });
    const means = shownGrid({ bannerShows: "mean" });
    expect(opened(1, "Male", means)).toEqual({ ...nothing, ...male, measured: "staff" });
  });

  test("in words, with the answers to the item first", () => {
    expect(cellWords(of.made, cell(0, "Answer 2"))).toBe("Price · Answer 2");
    expect(cellWords(of.made, cell(1, "Male"))).toBe("Staff · Top 2 · sex: Male");
    expect(questionsOfCell(of.asked, of.made, cell(1, "Male"))).toEqual(["staff", "sex"]);
    expect(questionsOfCell(of.asked, of.made, cell(1, "Mean"))).toEqual(["staff"]);
  });
});

test("the long form has a row for each figure, of everybody and of each column of the banner, with its bases", async () => {
  const { made, state } = shownGrid();
  const rows = longRows(made, state.values);
  // Two items by 5 options, top 2 and mean, by women, men, both and everybody.
  expect(rows).toHaveLength(2 * 7 * 4);
  const blob = await tableBlob(longColumns(made, { project: "P", data: "Revision 1." }), rows, {
    ...{ form: "csv-full", format, sheet: "Pivot" },
  });
  const [head, ...lines] = (await blob.text()).replace("\uFEFF", "").trim().split(/\r?\n/);
  expect(head).toBe(
    "How good is it?,Answer to the item,Question,Answer,Value,Figure,Base (n),Weighted base,Effective base,Project,Data",
  );
  const men = answered("staff").filter(({ sex }) => sex === 2);
  const top = men.filter(({ staff }) => (staff ?? 0) >= 4);
  const found = (begin: string) =>
    lines
      .find((line) => line.startsWith(begin))
      ?.split(",")
      .slice(5, 9)
      .map(Number);
  const bases = [men.length, weightOf(men), kish(men)];
  const near = (figures: number[]) => figures.map((figure) => expect.closeTo(figure, 9));
  expect(found("Staff,Top 2,sex,Male,% of those who answered the item,")).toEqual(
    near([(100 * weightOf(top)) / weightOf(men), ...bases]),
  );
  expect(found("Staff,Total,sex,Male,Mean,")).toEqual(near([meanOf("staff", men), ...bases]));
  const all = answered("price");
  expect(found("Price,Total,Total,Total,Mean,")).toEqual(
    near([meanOf("price", all), all.length, weightOf(all), kish(all)]),
  );
});

describe("a chart of a grid's items", () => {
  const prepared = (kind: DrawnKind, look: Record<string, string> = {}, hasSeveral = false) => {
    const of = shownGrid(look);
    const value = of.state.chartValue ?? of.state.values[0];
    if (!value) throw new Error("No value.");
    return prepareItemsChart({
      kind,
      items: of.items,
      grid: of.grid,
      questions: gridQuestions,
      value,
      look: of.state,
      hasSeveral,
    });
  };
  const drawn = (...asked: Parameters<typeof prepared>) => {
    const { chart, refusal } = prepared(...asked);
    if (!chart) throw new Error(refusal);
    return { ...chart, figures: chart.cells.map((row) => row.map((cell) => cell?.value ?? Number.NaN)) };
  };
  const shareOf = (item: (typeof items)[number], codes: number[], among = answered(item)) =>
    (100 * weightOf(among.filter((person) => codes.includes(person[item] ?? 0)))) / weightOf(among);

  test("stacks all answers of each item to 100%, in the order of the table", () => {
    const chart = drawn("stacked", { sort: "value", sortColumn: "top", descending: "true" });
    expect(chart.title).toBe("% of those who answered the item – How good is it?");
    expect(chart.categories).toEqual(["Price", "Staff"]);
    expect(drawn("stacked", { descending: "true" }).categories).toEqual(["Staff", "Price"]);
    expect(chart.series).toEqual(["Answer 1", "Answer 2", "Answer 3", "Answer 4", "Answer 5"]);
    // As an answer to the first item alone would have them.
    const tones = [1, 2, 3, 4, 5].map((code) => optionTone(gridQuestions, { questionId: "price", code }));
    expect(chart.tones).toEqual(tones);
    for (const [row, item] of items.entries()) {
      for (const at of [0, 1, 2, 3, 4]) expect(chart.figures[row]?.[at]).toBeCloseTo(shareOf(item, [at + 1]), 9);
    }
    expect(chart.scale).toEqual({ from: 0, to: 100, ticks: [0, 20, 40, 60, 80, 100] });
    // Weights of 0.5, 0.75, 1 and 1.25, each as often: of n the effective base is n · 0.875² / 0.84375.
    expect(basesWords(chart, format)).toBe(
      "Base (n, in brackets the effective base): Price 300 (272.2); Staff 200 (181.5).",
    );
    // The mean is no part of a whole: a stack is of the answers whatever other charts show.
    expect(drawn("stacked", { chartValue: "mean:price" }).series).toHaveLength(5);
    expect(prepared("bars", { hideBelow: "900" }).refusal).toContain("All rows are hidden");
    expect(prepared("stacked", {}, true).refusal).toContain("several answers");
  });

  test("has bars of the top 2 or of the mean, of everybody or by the banner", () => {
    const top = drawn("bars");
    expect(top).toMatchObject({ title: "Top 2 – How good is it?", series: ["Top 2"], form: { kind: "percent" } });
    expect(top.figures.flat()).toEqual(items.map((item) => expect.closeTo(shareOf(item, [4, 5]), 9)));
    const mean = drawn("bars", { chartValue: "mean:price" });
    expect(mean).toMatchObject({ title: "Mean – How good is it?", series: ["Mean"], form: { kind: "hundredths" } });
    expect(mean.figures.flat()).toEqual(items.map((item) => expect.closeTo(meanOf(item, answered(item)), 9)));
    // The banner in the table shows the mean, and the chart the top 2.
    const byBanner = drawn("bars", { chartBanner: "true", bannerShows: "mean" });
    expect(byBanner).toMatchObject({ title: "Top 2 – How good is it? by sex", series: ["sex › Female", "sex › Male"] });
    const men = answered("staff").filter(({ sex }) => sex === 2);
    expect(byBanner.figures[1]?.[1]).toBeCloseTo(shareOf("staff", [4, 5], men), 9);
    expect(drawn("heat").series).toHaveLength(5);
    expect(prepared("line").refusal).toContain("A line needs a date");
  });

  test("is a picture and an editable chart of a slide", () => {
    const chart = drawn("stacked");
    const { svg } = drawPivotChart({
      ...{ chart, title: "Quality", subtitle: "", remarks: [], about: [], figure: String, tick: String },
    });
    expect(svg).toContain("Staff");
    expect(svg.match(/<rect [^>]*width="10"/g)).toHaveLength(5);
    const shows = slideShows({ chart }, format);
    if (!("chart" in shows)) throw new Error("It is no chart.");
    expect(shows.chart.categories).toEqual(["Price", "Staff"]);
    expect(shows.chart.series.map(({ values }) => values[1])).toEqual(
      [1, 2, 3, 4, 5].map((code) => expect.closeTo(shareOf("staff", [code]) / 100, 9)),
    );
  });
});

describe("a click on a heading of a grid's table", () => {
  const click = (of: ShownGrid, label: string) => {
    const leaf = of.grid.leaves.find((each) => each.label === label);
    return leaf ? sortChange(leaf, of, of.state.values) : null;
  };

  test("sorts by its column, greatest first, then least first, then as in the questionnaire", () => {
    const greatest = { sort: "value", descending: true, sortColumn: ["banner sex 2"], sortValue: 0 };
    expect(click(shownGrid(), "Male")).toEqual(greatest);
    const sorted = { sort: "value", sortColumn: "banner sex 2" };
    expect(click(shownGrid({ ...sorted, descending: "true" }), "Male")).toEqual({ ...greatest, descending: false });
    expect(click(shownGrid(sorted), "Male")).toMatchObject({ sort: "order", sortColumn: null });
    expect(click(shownGrid(sorted), "Top 2")).toMatchObject({ sort: "value", sortColumn: ["top"], descending: true });
    expect(click(shownGrid(), "Base (n)")).toBeNull();
  });

  test("is marked at the column that sorts", () => {
    const of = shownGrid({ sort: "value", sortColumn: "mean" });
    expect(of.grid.leaves[sortedBy(of.grid, of)?.leaf ?? -1]?.label).toBe("Mean");
    expect(sortedBy(shownGrid().grid, shownGrid())).toBeNull();
  });
});

test("a grid's table is called by the grid, and its line names the bases of its items", () => {
  const { made, asked, state } = shownGrid();
  expect(tableTitle(made, state)).toBe("How good is it? by sex");
  const line = clientLine({
    read: { asked, state },
    made,
    project: "P",
    weight: "w",
    filter: [],
    count: String,
    day: String,
  });
  expect(line).toContain("n 200 to 300 by item");
});
