import { describe, expect, test } from "vitest";
import type { PivotTable } from "@/lib/contracts/interfaces/pivot";
import { figureText } from "@/lib/tables/column";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { spanTableBlob } from "@/lib/tables/span-table";
import { pivotParsers, unreadableParts } from "./address";
import { heatOf } from "./chart-layout";
import { fileTableOf, longColumns, longRows } from "./pivot-file";
import { preparePivot } from "./prepare-pivot";
import { measuresOf, type PivotValue, readValue, valueText } from "./values";

/**
 * Brands (several answers) within regions, by sex. The figures are respondents, so that no total is the sum of its
 * members: 10 people in the North chose 14 brands.
 */
const paths = [["North", "Acme"], ["North", "Bolt"], ["North"], ["South", "Acme"], ["South"], []];
const codes = [[1, 1], [1, 2], [1], [2, 1], [2], []];
const counts = [
  [4, 4, 8],
  [4, 2, 6],
  [6, 4, 10],
  [1, 0, 1],
  [4, 6, 10],
  [10, 10, 20],
];
const spread = (figure: (count: number) => number | null) =>
  counts.map((row) => row.map((each) => [figure(each), 2.5]));
const table: PivotTable = {
  rows: paths,
  columns: [["Female"], ["Male"], []],
  rowCodes: codes,
  columnCodes: [[2], [1], []],
  cells: spread((n) => n * 1.5),
  base: spread((n) => n),
  weightedBase: spread((n) => n * 1.5),
  effectiveBase: spread((n) => n * 0.9),
  deviation: spread(() => null),
  excluded: 0,
};

const values = (...texts: string[]) => texts.map(readValue).filter((each) => each !== null);
const look = (values: PivotValue[]) => ({
  values,
  sort: "order" as const,
  descending: false,
  sortColumn: null,
  othersLast: false,
  hideBelow: 0,
  sortValue: 0,
  rowTotals: "after" as const,
  columnTotals: "after" as const,
  subtotals: true,
  bases: "none" as const,
  heat: false,
  decimals: null,
  against: "none" as const,
  correction: "none" as const,
  variance: "pooled" as const,
  exact: "none" as const,
  ...{ high: 95, low: 90, minimumBase: 30, letters: "beside" as const },
});
const titles = { rows: ["Region", "Brand"], columns: ["Sex"], value: valueText };
const measures = measuresOf(values("mean:likes"));
const made = { table, measures, isWeighted: true, sharesColumns: false, titles };

const shown = (given: Partial<Parameters<typeof preparePivot>[1]>, ...texts: string[]) => {
  const grid = preparePivot(made, { ...look(values(...texts)), ...given });
  return {
    grid,
    labels: grid.rows.map(({ labels }) => labels.join("/")),
    figures: grid.rows.map((row) => grid.leaves.map((leaf) => grid.cell(row, leaf).value)),
  };
};

test("a total is told from a member that is called Total on the screen and in files", () => {
  const rows = paths.map((path) => path.map((label) => (label === "Acme" ? "Total" : label)));
  const oil: typeof made = { ...made, table: { ...table, rows, columns: [["Female"], ["Total"], []] } };
  const grid = preparePivot(oil, look(values("count")));
  expect(grid.rows.map(({ labels }) => labels.join("/"))).toEqual([
    ...["North/Total", "North/Bolt", "North/Total (all)", "South/Total", "South/Total (all)", "Total (all)"],
  ]);
  expect(grid.head.at(-1)?.map(({ label }) => label)).toEqual(["Female", "Total", "Total (all)"]);
  const columns = longColumns(oil, { project: "", data: "" });
  const names = longRows(oil, values("count")).map((row) =>
    columns
      .slice(0, 3)
      .map(({ value }) => value(row))
      .join("/"),
  );
  expect(new Set(names).size).toBe(18);
});

describe("percentages", () => {
  test("of a column divide by its respondents, not by the sum of what they chose", () => {
    const { figures } = shown({}, "column");
    expect(figures[0]).toEqual([40, 40, 40]);
    expect(figures.at(-1)).toEqual([100, 100, 100]);
  });

  test("of a base divide by the group that the row stands under", () => {
    const { figures } = shown({}, "base");
    expect(figures[0]).toEqual([(100 * 4) / 6, 100, 80]);
    expect(figures[2]).toEqual([60, 40, 50]);
  });

  test("of a row and of everything divide by those totals also where they are not shown", () => {
    const hidden = { rowTotals: "none", columnTotals: "none" } as const;
    expect(shown(hidden, "row").figures[1]).toEqual([(100 * 4) / 6, (100 * 2) / 6]);
    expect(shown(hidden, "total").figures[0]).toEqual([20, 20]);
  });

  test("of nobody, and of a total that a service does not give, are none", () => {
    const without = { ...made, table: { ...table, columns: [["Female"], ["Male"], ["Other"]], columnCodes: [] } };
    const grid = preparePivot(without, look(values("row")));
    expect(grid.rows.flatMap((row) => grid.leaves.map((leaf) => grid.cell(row, leaf).value))).toEqual(
      Array.from({ length: 18 }, () => null),
    );
  });
});

test("counts are unweighted, weighted counts weighted, a question's figures its own", () => {
  expect(shown({}, "count", "weighted", "mean:likes").figures[0]).toEqual([4, 6, 2.5, 4, 6, 2.5, 8, 12, 2.5]);
});

test("ranks stand within their group, equals on the better rank, totals on none", () => {
  const { figures } = shown({}, "rank");
  expect(figures.map(([female]) => female)).toEqual([1, 1, null, 1, null, null]);
  expect(figures.map((row) => row[1])).toEqual([1, 2, null, 1, null, null]);
});

describe("rows are sorted within their groups", () => {
  test("by the total of a value, greatest first", () => {
    const { labels } = shown({ sort: "value", descending: true, subtotals: false }, "count");
    expect(labels).toEqual(["North/Acme", "North/Bolt", "South/Acme", "Total"]);
    const least = shown({ sort: "value", sortColumn: ["Female"], sortValue: 0 }, "count").labels;
    expect(least).toEqual(["South/Acme", "South/Total", "North/Acme", "North/Bolt", "North/Total", "Total"]);
  });

  test("by label, missing answers last in both directions", () => {
    const keys = { rows: [["No answer"], ["a"], ["b"], []], rowCodes: [[-1], [1], [2], []] };
    const few = { ...made, table: { ...table, ...keys }, titles: { ...titles, rows: ["Q"] } };
    const order = (descending: boolean) =>
      preparePivot(few, { ...look(values("count")), sort: "label", descending }).rows.map(({ labels }) => labels[0]);
    expect(order(false)).toEqual(["a", "b", "No answer", "Total"]);
    expect(order(true)).toEqual(["b", "a", "No answer", "Total"]);
  });

  test("and totals stand before their members where wanted", () => {
    expect(shown({ rowTotals: "before" }, "count").labels.slice(0, 3)).toEqual(["Total", "North/Total", "North/Acme"]);
  });
});

test("bases of one row, or of one column, have as many places as each other; whole ones have none", () => {
  const effective = { ...made, table: { ...table, effectiveBase: spread((n) => n * 0.95) } };
  const grid = preparePivot(effective, { ...look(values("count")), bases: "both" });
  const format = formatFor(usualSettings);
  const texts = grid.rows.map((row) =>
    grid.leaves.map((leaf) => {
      const { value, kind, decimals } = grid.cell(row, leaf);
      return figureText({ kind, decimals }, value, format);
    }),
  );
  expect(texts.slice(-3).map((row) => row.slice(0, 3))).toEqual([
    ["10", "10", "20"],
    ["15", "15", "30"],
    ["9.5", "9.5", "19.0"],
  ]);
  expect(texts.slice(0, 4).map((row) => row.slice(3))).toEqual([
    ["8", "12.0", "7.6"],
    ["6", "9.0", "5.7"],
    ["10", "15.0", "9.5"],
    ["1", "1.5", "1.0"],
  ]);
});

test("bases are rows and columns of their own, each of its measure", () => {
  const { labels, figures } = shown({ bases: "both" }, "column");
  expect(labels.slice(-3)).toEqual(["Base (n)", "Weighted base", "Effective base"]);
  expect(figures[0]?.slice(3)).toEqual([8, 12, 7.2]);
  expect(figures.at(-3)).toEqual([10, 10, 20, 20, 20, 20]);
});

test("heat runs from the least to the greatest cell, totals left out", () => {
  const { grid } = shown({ heat: true }, "count");
  const heat = grid.rows.map((row) => grid.leaves.map((leaf) => grid.cell(row, leaf).heat));
  expect(heat[0]).toEqual([1, 1, null]);
  expect(heat[3]).toEqual([0.25, 0, null]);
  expect(heat.at(-1)).toEqual([null, null, null]);
});

describe("figures that differ by the noise of sums alone", () => {
  const raked = [149.99999999999963, 150.00000000000017, 150, 150.0000000000001];
  const equals = [...raked.map((figure) => [[figure]]), [[600]]];
  const keys = [1, 2, 3, 4];
  const noisy = {
    ...{ rows: [...keys.map((key) => [`Region ${key}`]), []], rowCodes: [...keys.map((key) => [key]), []] },
    ...{ columns: [[]], columnCodes: [[]], excluded: 0, deviation: equals },
    ...{ cells: equals, base: equals, weightedBase: equals, effectiveBase: equals },
  };
  const of = (given: Partial<Parameters<typeof preparePivot>[1]>, value: string) => {
    const asked = { ...look(values(value)), rowTotals: "none" as const, ...given };
    const grid = preparePivot({ ...made, table: noisy, titles: { ...titles, rows: ["Region"], columns: [] } }, asked);
    return grid.rows.map((row) => ({ name: row.labels[0], cells: grid.leaves.map((leaf) => grid.cell(row, leaf)) }));
  };

  test("share a rank", () => {
    expect(of({}, "rank").map(({ cells }) => cells[0]?.value)).toEqual([1, 1, 1, 1]);
  });

  test("have no heat", () => {
    for (const value of ["weighted", "column"]) {
      expect(of({ heat: true }, value).map(({ cells }) => cells[0]?.heat)).toEqual([null, null, null, null]);
    }
    expect(
      raked.map((figure) => heatOf(figure, { from: 149.99999999999963, to: 150.00000000000017, ticks: [] })),
    ).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  test("are sorted as they come", () => {
    const names = of({ sort: "value", descending: true }, "weighted").map(({ name }) => name);
    expect(names).toEqual(["Region 1", "Region 2", "Region 3", "Region 4"]);
  });
});

describe("the head", () => {
  test("spans the members of a group; a total reaches down", () => {
    const columns = { columns: paths, columnCodes: codes, rows: [[]], rowCodes: [[]] };
    const wide = {
      ...made,
      table: { ...table, ...columns },
      titles: { ...titles, rows: [], columns: ["Region", "Brand"] },
    };
    const { head, corner } = preparePivot(wide, { ...look(values("count", "column")) });
    const drawn = head.map((row) => row.map(({ label, from, span, deep }) => `${label} ${from}+${span}x${deep}`));
    expect(corner).toEqual([""]);
    expect(drawn).toEqual([
      ["Region › Brand 0+12x1"],
      ["North 0+6x1", "South 6+4x1", "Total 10+2x2"],
      ["Acme 0+2x1", "Bolt 2+2x1", "Total 4+2x1", "Acme 6+2x1", "Total 8+2x1"],
      Array.from({ length: 12 }, (_, at) => `${at % 2 ? "column" : "count"} ${at}+1x1`),
    ]);
  });
});

describe("files", () => {
  test("have their project, the screen's head, labels once, totals, figures and remarks", async () => {
    const { grid } = shown({}, "column");
    const format = formatFor({ ...usualSettings, numbers: "1.234,5" });
    const file = fileTableOf(grid, { project: "Tracker", title: "Brand by sex", subtitle: "", foot: ["Unweighted."] });
    const blob = await spanTableBlob(file, { form: "csv", format, sheet: "Pivot" });
    // The title, the project and the two rows of the head.
    expect(file.sticky.rows).toBe(4);
    expect(file.head).toEqual({ from: 2, rows: 2 });
    expect((await blob.text()).split("\r\n")).toEqual([
      "Brand by sex",
      "Project: Tracker",
      "Region – column,Brand,Sex,,",
      ",,Female,Male,Total",
      'North,Acme,"40,0%","40,0%","40,0%"',
      ',Bolt,"40,0%","20,0%","30,0%"',
      ',Total,"60,0%","40,0%","50,0%"',
      'South,Acme,"10,0%","0,0%","5,0%"',
      ',Total,"40,0%","60,0%","50,0%"',
      'Total,,"100,0%","100,0%","100,0%"',
      "",
      "Unweighted.",
      "",
    ]);
  });

  test("of single figures say each with its whole name, unrounded", () => {
    const rows = longRows(made, values("base"));
    const columns = longColumns(made, { project: "Tracker", data: "Data: revision 7." });
    expect(columns.map(({ header }) => header)).toEqual([
      "Region",
      "Brand",
      "Sex",
      "Value",
      "Figure",
      "Base (n)",
      "Weighted base",
      "Effective base",
      "Project",
      "Data",
    ]);
    expect(rows).toHaveLength(18);
    const [female] = rows.slice(6);
    expect(female && columns.map(({ value }) => value(female))).toEqual([
      "North",
      "Total",
      "Female",
      "base",
      60,
      10,
      15,
      9,
      "Tracker",
      "Data: revision 7.",
    ]);
  });

  test("of single percentages have the bases that these divide by, and of other figures their own", () => {
    const northernWomen = longRows(made, values("count", "column", "row", "total", "base", "mean:likes")).slice(36, 42);
    expect(northernWomen.map(({ value, base }) => [value.show, base])).toEqual([
      ["count", 6],
      ["column", 10],
      ["row", 10],
      ["total", 20],
      ["base", 10],
      ["mean", 2.5],
    ]);
    const [women] = longRows(made, values("column"));
    expect(women).toMatchObject({ figure: 40, base: 10, weightedBase: 15, effectiveBase: 9 });
  });
});

test("an address says values as they are read, and what cannot be read in a sentence", () => {
  const asked = values("column", "mean:a,b:c");
  const text = pivotParsers.values.serialize(asked);
  expect(pivotParsers.values.parse(text)).toEqual(asked);
  expect(unreadableParts({ values: "column,what", rows: "a,b" })).toEqual([expect.stringContaining("the values")]);
  expect(unreadableParts({ zone: "Mars/Phobos" })).toEqual([expect.stringContaining("the time zone")]);
  expect(unreadableParts({ zone: "Europe/Berlin" })).toEqual([]);
});
