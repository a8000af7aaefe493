import { BANNER_TITLES, type TableData } from "./banner";
import { countOf, type Item, type ItemColumn, type Items, itemBase, labelOf, type Shown } from "./items";
import { type CellMark, type Judged, type Judging, judge, smallBaseWords } from "./judge";
import type { PivotValue } from "./values";

/** What stands beside a figure of an item, and why it is faint. */
type CellMarks = { mark: CellMark | null; faint: string | null };

/** Tests and small bases of a grid's items: the columns of the banner are compared, in each item by itself. */
export type ItemsJudged = {
  /** By the names of the banner's columns. */
  letters: ReadonlyMap<string, string>;
  cellMarks: (row: number, column: ItemColumn) => CellMarks;
  lines: readonly string[];
};

const NOT_TESTED = "Not tested: columns of a banner are compared, and none stands beside the items.";

export function judgeItems(of: Items, look: Judging, isWeighted: boolean): ItemsJudged {
  const { items, across, beside } = of;
  const places = new Map(across.map(({ name }, at) => [name, at]));
  const value = beside && itemValue(beside, "");
  const judges = items.map((item) => beside && value && judgedItem(item, { of, beside, value, look, isWeighted }));
  const first = judges[0]?.letters ?? [];
  return {
    letters: new Map(across.flatMap(({ name }, at) => (first[at] ? [[name, first[at]] as const] : []))),
    cellMarks: (row, column) => {
      const item = items[row];
      const at = column.banner && places.get(column.banner.name);
      const base = item ? itemBase(item, column, "effectiveBase") : null;
      return {
        mark: at == null || !value ? null : (judges[row]?.mark(0, { column: at, value, place: 0 }) ?? null),
        faint: base === null ? null : smallBaseWords(base, look.minimumBase),
      };
    },
    lines: judges[0]?.lines ?? (look.against === "none" ? [] : [NOT_TESTED]),
  };
}

/** A value as tests and formats know it; `mean`: the question that it is of. */
export const itemValue = ({ of }: Pick<Shown, "of">, mean: string): PivotValue =>
  of === "mean" ? { show: "mean", questionId: mean } : { show: "column", questionId: null };

type Asked = { of: Items; beside: Shown; value: PivotValue; look: Judging; isWeighted: boolean };

function judgedItem(item: Item, { of, beside, value, look, isWeighted }: Asked): Judged {
  const made = {
    table: comparedTable(item, of, beside),
    ...{ measures: [], isWeighted, sharesColumns: false },
    titles: { rows: ["Item"], columns: BANNER_TITLES, value: () => "" },
  };
  return judge(made, { ...look, values: [value] });
}

/**
 * A table of one row, what the banner shows of an item, over the columns of all items: so a column has the same letter
 * in each of them.
 */
function comparedTable(item: Item, { across }: Items, beside: Shown): TableData {
  const { table, total, columns } = item;
  const place = beside.of === "mean" ? 1 : 0;
  const places = across.map(({ name }) => columns.get(name));
  const pick = (key: "cells" | "base" | "weightedBase" | "effectiveBase" | "deviation") =>
    places.map((at) => [at === undefined ? null : (table[key][total]?.[at]?.[place] ?? null)]);
  const both = (key: Parameters<typeof pick>[0]) => [pick(key), pick(key)];
  const counts =
    beside.of === "share" && places.map((at) => [at === undefined ? null : countOf(item, beside.options, at)]);
  return {
    ...table,
    ...{ rows: [["Item"], []], rowCodes: [] },
    columns: across.map(({ labels }) => [...labels]),
    columnCodes: [],
    cells: [counts || pick("cells"), pick("cells")],
    ...{ base: both("base"), weightedBase: both("weightedBase"), effectiveBase: both("effectiveBase") },
    deviation: both("deviation"),
    spans: (table.spans ?? []).map(({ title, isShared }) => {
      const at = across.findIndex((member) => member.labels.length === 1 && labelOf(member) === title);
      return { title, isShared, total: at };
    }),
  };
}
