import type { Coloured } from "@/lib/charts/option-tones";
import type { PivotState } from "./address";
import { type ChartKind, chartRefusal, type DrawnKind } from "./chart-kinds";
import { type ItemColumn, type Items, itemBase, itemFigure, shareNames } from "./items";
import { itemValue } from "./items-judge";
import { pathName } from "./percent";
import type { PivotGrid } from "./prepare-pivot";
import { chartOf, formOf, type Placed, type Prepared } from "./prepare-pivot-chart";
import type { Answers } from "./series-tones";
import type { PivotValue } from "./values";

type Asked = {
  kind: DrawnKind;
  items: Items;
  /** In whose order the items are drawn. */
  grid: PivotGrid;
  /** The mean, or shares. */
  value: PivotValue;
  look: Pick<PivotState, "decimals" | "chartBanner" | "weight">;
  /** Of the project, which give options their colours. */
  questions: readonly Coloured[];
  /** Respondents gave several answers to an item. */
  hasSeveral: boolean;
};

/**
 * A chart of a grid's items: stacks of all their options, or bars of the top 2 or mean, for everybody or each column of
 * the banner.
 */
export function prepareItemsChart({ kind, items: of, grid, questions, value, look, hasSeveral }: Asked): Prepared {
  const { items, title, spans } = of;
  const refused = itemsChartRefusal(kind, hasSeveral);
  if (refused) return { chart: null, refusal: refused };
  const { columns, name } = drawnColumns(of, { chart: kind, chartBanner: look.chartBanner }, value);
  const shown = grid.rows.flatMap((row) => {
    const item = row.kind === "figures" ? items[row.row] : undefined;
    return item ? [item] : [];
  });
  const placed = shown.flatMap((item, row) =>
    columns.map(
      (column): Placed => ({
        ...{ row, category: [item.id], series: seriesOf(column), answers: answersOf(of, column) },
        value: itemFigure(item, column),
        base: itemBase(item, column, "base"),
        effective: look.weight === null ? null : itemBase(item, column, "effectiveBase"),
      }),
    ),
  );
  return chartOf({
    ...{ kind, placed, questions, notes: [], value: name, along: title },
    // Two items may have one text.
    names: new Map(shown.map((item) => [pathName([item.id]), item.title])),
    isWhole: kind === "stacked",
    across: columns.some(({ banner }) => banner) ? spans.map((span) => span.title).join(", ") : "",
    form: formOf(itemValue(columns[0] ?? { of: "share" }, ""), look.decimals),
  });
}

/** Why items are not drawn so; null: they can be. A stack is of shares whatever else is chosen. */
export const itemsChartRefusal = (kind: ChartKind, hasSeveral: boolean): string | null =>
  chartRefusal(kind, { rows: [], value: itemValue({ of: "share" }, ""), hasSeveral, hasSpans: false });

/** What a chart of these items shows where a value is chosen for it. */
export const chartedName = (items: Items, look: Drawn, value: PivotValue): string =>
  drawnColumns(items, look, value).name;

/** Each series a column; of one column alone its name is that of the figures. */
const seriesOf = ({ kind, label, banner }: ItemColumn): string[] =>
  banner ? [...banner.labels] : kind === "option" ? [label] : [];

/** Options of all items have the colours of the first one's. */
function answersOf({ items, spans }: Items, column: ItemColumn): Answers {
  const { banner } = column;
  if (banner) return [null, answerOf(spans[Number(banner.codes[0])]?.id, banner.codes[1])];
  const option = column.of === "share" && column.kind === "option" ? column.options[0] : undefined;
  return option ? [answerOf(items[0]?.id, option.codes[0])] : [];
}

const answerOf = (questionId: string | undefined, code: string | number | undefined): Answers[number] =>
  questionId === undefined || code === undefined ? null : { questionId, code };

type Drawn = Pick<PivotState, "chart" | "chartBanner">;

/** Columns that are drawn of each item: options where there is no top 2, and in every stack. */
function drawnColumns({ columns, baseRule }: Items, { chart: kind, chartBanner }: Drawn, { show }: PivotValue) {
  const isMean = show === "mean";
  const options = { columns: columns.filter((column) => column.kind === "option"), name: shareNames[baseRule] };
  const own = columns.find((column) => column.kind === (isMean ? "mean" : "top"));
  if (!own || kind === "stacked") return options;
  const beside = chartBanner
    ? columns.flatMap(({ kind: each, banner, label }): ItemColumn[] =>
        each === "banner" ? [{ ...own, kind: each, banner, label }] : [],
      )
    : [];
  if (beside.length > 0) return { columns: beside, name: own.label };
  return kind === "bars" || isMean ? { columns: [own], name: own.label } : options;
}
