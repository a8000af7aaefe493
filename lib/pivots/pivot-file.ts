import type { TableColumn } from "@/lib/tables/column";
import type { SpanCell, SpanTable } from "@/lib/tables/span-table";
import { heatColour } from "./draw-pivot-chart";
import { basesOf, figuresOf } from "./figures";
import { itemLongRows, itemPaths, itemTitles } from "./items-file";
import type { Made, PivotGrid } from "./prepare-pivot";
import { totalName } from "./total-name";
import { measurePlace, type PivotValue } from "./values";

const LABEL_WIDTH = 26;
const FIGURE_WIDTH = 13;
/** Of an option under its net. */
const INDENT = "    ";

/** A table as the screen shows it: its head over several rows, labels once, totals where they stand. */
export function spanTableOf(grid: PivotGrid, foot: readonly string[]): SpanTable {
  const labels = grid.corner.length;
  const figures = grid.rows.map((row): SpanCell[] => {
    const isBold = row.kind === "figures" && row.isTotal;
    const own = Array.from({ length: labels }, (_, at): SpanCell => {
      const label = row.labels[at];
      if (label === undefined || at < row.repeats) return null;
      return { value: row.isIndented ? `${INDENT}${label}` : label, kind: "text", isBold };
    });
    const cells = grid.leaves.map((leaf): SpanCell => {
      const { value, kind, decimals, mark, faint, heat } = grid.cell(row, leaf);
      const beside = value === null ? "" : (mark?.text ?? "");
      // Also where nothing is found: the same columns are in every sheet of a book.
      const isTested = mark !== null && !leaf.isTotal && grid.letters === "beside";
      return {
        value,
        kind,
        isBold: isBold || leaf.isTotal,
        ...(decimals !== undefined && { decimals }),
        ...((beside || isTested) && { beside }),
        ...(beside && grid.letters === "superscript" && { isRaised: true }),
        ...(faint && { isFaint: true }),
        ...(heat !== null && { fill: heatColour(heat) }),
      };
    });
    return [...own, ...cells];
  });
  return {
    rows: [...headRows(grid), ...figures],
    sticky: { rows: grid.head.length, columns: labels },
    widths: [...grid.corner.map(() => LABEL_WIDTH), ...grid.leaves.map(() => FIGURE_WIDTH)],
    foot,
    head: { from: 0, rows: grid.head.length },
  };
}

export const projectLine = (project: string) => `Project: ${project}`;

type About = { project: string; title: string; subtitle: string; foot: readonly string[] };

/** A table as a file of its own, which says before its head what it is, and of which project. */
export function fileTableOf(grid: PivotGrid, { project, title, subtitle, foot }: About): SpanTable {
  const { rows, sticky, ...table } = spanTableOf(grid, foot);
  const line = (value: string): SpanCell[] => [{ value, kind: "text" }];
  const above: SpanCell[][] = [
    [{ value: title, kind: "text", isBold: true, isTitle: true }],
    ...(subtitle === "" ? [] : [line(subtitle)]),
    line(projectLine(project)),
  ];
  return {
    ...table,
    rows: [...above, ...rows],
    sticky: { ...sticky, rows: sticky.rows + above.length },
    head: { from: above.length, rows: sticky.rows },
  };
}

/** What stands under a table in a file: CSV has no colours, so that nothing in it is grey. */
export const footOf = ({ faintNote }: PivotGrid, remarks: readonly string[], form: "csv" | "xlsx"): string[] =>
  remarks.filter((remark) => form === "xlsx" || remark !== faintNote);

function headRows({ corner, shown, head, leaves }: PivotGrid): SpanCell[][] {
  return head.map((cells, level) => {
    const row: SpanCell[] = Array.from({ length: corner.length + leaves.length }, () => null);
    if (level === 0) {
      for (const [at, title] of corner.entries()) {
        const value = at === 0 && shown ? [title, shown].filter(Boolean).join(" – ") : title;
        row[at] = { value, kind: "text", isBold: true, down: head.length };
      }
    }
    for (const { label, letter, from, span, deep } of cells) {
      const value = letter ? `${label} (${letter})` : label;
      row[corner.length + from] = { value, kind: "text", isBold: true, across: span, down: deep };
    }
    return row;
  });
}

/** A figure of the table with its whole name: what programs read. The bases are of what a percentage divides by. */
export type LongRow = {
  row: readonly string[];
  column: readonly string[];
  value: PivotValue;
  figure: number | null;
} & {
  base: number | null;
  weightedBase: number | null;
  effectiveBase: number | null;
};

/** Every figure that the service computed, totals included, unrounded, in the service's order. */
export function longRows({ table, measures, items }: Made, values: readonly PivotValue[]): LongRow[] {
  if (items) return itemLongRows(items);
  const figures = figuresOf(table);
  const shown = values.map((value) => ({
    value,
    place: measurePlace(measures, value),
    baseAt: basesOf(table, value.show),
  }));
  return table.rows.flatMap((row, at) =>
    table.columns.flatMap((column, over) =>
      shown.map(({ value, place, baseAt }): LongRow => {
        const of = { column: over, value, place };
        return {
          ...{ row, column, value, figure: figures.value(at, of) },
          base: baseAt("base", at, of),
          weightedBase: baseAt("weightedBase", at, of),
          effectiveBase: baseAt("effectiveBase", at, of),
        };
      }),
    ),
  );
}

/** `project` and `data`, which the figures are of, stand with each of them: there is no other place in such a file. */
export function longColumns(
  { titles: ofTable, table, items }: Pick<Made, "titles" | "table" | "items">,
  { project, data }: { project: string; data: string },
): TableColumn<LongRow>[] {
  const titles = items ? itemTitles(items) : ofTable;
  const paths = items ? itemPaths(items) : table;
  const totals = { row: totalName(paths.rows), column: totalName(paths.columns) };
  const label = (side: "row" | "column", at: number, header: string): TableColumn<LongRow> => ({
    id: `${side}${at}`,
    header,
    kind: "text",
    value: (row) => row[side][at] ?? totals[side],
  });
  const figure = (id: "figure" | "base" | "weightedBase" | "effectiveBase", header: string): TableColumn<LongRow> => ({
    id,
    header,
    kind: "hundredths",
    value: (row) => row[id],
  });
  return [
    ...titles.rows.map((title, at) => label("row", at, title)),
    ...titles.columns.map((title, at) => label("column", at, title)),
    { id: "value", header: "Value", kind: "text", value: ({ value }) => titles.value(value) },
    figure("figure", "Figure"),
    figure("base", "Base (n)"),
    figure("weightedBase", "Weighted base"),
    figure("effectiveBase", "Effective base"),
    { id: "project", header: "Project", kind: "text", value: () => project },
    { id: "data", header: "Data", kind: "text", value: () => data },
  ];
}
