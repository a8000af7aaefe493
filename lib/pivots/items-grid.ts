import type { PivotState } from "./address";
import { baseOfItem, type ItemColumn, type Items, itemFigure, shareNames } from "./items";
import { itemValue, judgeItems } from "./items-judge";
import type { Judging } from "./judge";
import { lastRank } from "./last-options";
import { comparisonOf } from "./order";
import { orderNotes } from "./order-notes";
import {
  type Base,
  baseNames,
  bases,
  type GridCell,
  type GridRow,
  type HeadCell,
  type Leaf,
  needsOne,
  type PivotGrid,
} from "./prepare-pivot";
import { tableHeat } from "./table-heat";
import { decimalsOf, kindOf } from "./values";

type Look = Judging &
  Pick<
    PivotState,
    "sort" | "descending" | "sortColumn" | "othersLast" | "hideBelow" | "heat" | "decimals" | "weight" | "letters"
  >;

/** The table of a grid's items as the screen and files show it. */
export function itemsGrid(of: Items, look: Look): PivotGrid & { isEmpty: boolean } {
  const { items, columns, title } = of;
  const isWeighted = look.weight !== null;
  const leaves = leavesOf(of, isWeighted ? bases : bases.slice(0, 1));
  const { order, notes } = orderItems(of, look);
  const rows = order.map(
    (row): GridRow => ({
      ...{ id: items[row]?.id ?? "", labels: [items[row]?.title ?? ""], repeats: 0 },
      ...{ isTotal: false, kind: "figures", row },
    }),
  );
  const judged = judgeItems(of, look, isWeighted);
  const figureAt = (row: number, { column }: { column: number }) => {
    const [item, shown] = [items[row], columns[column]];
    return item && shown ? itemFigure(item, shown) : null;
  };
  const heat = look.heat ? tableHeat(rows, leaves, figureAt) : () => null;
  const decimals = look.decimals === null ? null : Number(look.decimals);
  const cell = (row: GridRow, leaf: Leaf): GridCell => {
    if (row.kind !== "figures") return NOTHING;
    if (leaf.kind === "base") return baseCell(of, row.row, leaf.base);
    const [column, value] = [columns[leaf.column], figureAt(row.row, leaf)];
    if (!column || value === null) return NOTHING;
    const { show } = leaf.value;
    const form = { kind: kindOf[show], decimals: decimalsOf(show, decimals) };
    return { value, ...form, heat: heat(row, leaf), ...judged.cellMarks(row.row, column) };
  };
  const hasFaint = rows.some((row) => leaves.some((leaf) => cell(row, leaf).faint));
  const faintNote = hasFaint ? `Grey: ${isWeighted ? "an effective base" : "a base"} below ${look.minimumBase}.` : null;
  return {
    corner: [title],
    shown: null,
    head: headOf(of, leaves, judged.letters),
    ...{ leaves, rows, faintNote, letters: look.letters, cell },
    notes: [...notes, ...shownNotes(of), ...judged.lines, ...(faintNote === null ? [] : [faintNote])],
    isEmpty: items.every(({ table }) => table.base.every((row) => row.every(([n]) => !n))),
  };
}

const NOTHING: GridCell = { value: null, kind: "count", heat: null, mark: null, faint: null };

function baseCell({ items }: Items, row: number, base: Base): GridCell {
  const all = items.map((item) => baseOfItem(item, base));
  const kind = base === "base" ? "count" : "tenths";
  return { ...NOTHING, value: all[row] ?? null, kind, ...(needsOne(all) && { decimals: 1 }) };
}

/** Figures of one kind are of one value: so heat colours compare them with each other alone. */
function leavesOf({ columns, items }: Items, shownBases: readonly Base[]): Leaf[] {
  const values = new Map<ItemColumn["kind"], ReturnType<typeof itemValue>>();
  const figures = columns.map((column, at): Leaf => {
    const value = values.get(column.kind) ?? itemValue(column, items[0]?.id ?? "");
    values.set(column.kind, value);
    return { id: column.id, kind: "value", column: at, value, place: 0, isTotal: false, label: column.label };
  });
  const own = figures.filter((_, at) => columns[at]?.kind !== "banner");
  const ofBases = shownBases.map(
    (base): Leaf => ({ id: base, kind: "base", base, isTotal: true, label: baseNames[base] }),
  );
  return [...own, ...ofBases, ...figures.slice(own.length)];
}

/** The column that sorts the items: that of the address, or the top 2, the mean, the first. */
export function sortedItemColumn({ columns }: Items, { sortColumn }: Pick<Look, "sortColumn">): ItemColumn | undefined {
  const named = columns.find(({ id }) => id === sortColumn?.[0]);
  return named ?? columns.find(({ kind }) => kind === "top" || kind === "mean") ?? columns[0];
}

function orderItems(of: Items, look: Look): { order: number[]; notes: string[] } {
  const { items } = of;
  const by = sortedItemColumn(of, look);
  const label = (row: number) => items[row]?.title ?? "";
  const figures = items.map((item) => (by ? itemFigure(item, by) : null));
  const compare = comparisonOf(look, {
    rank: (row) => (look.othersLast ? lastRank(label(row)) : 0),
    ...{ label, figure: (row) => figures[row] ?? null },
  });
  const places = items.map((_, row) => row);
  const isShown = (row: number) => (items[row] ? (baseOfItem(items[row], "base") ?? 0) : 0) >= look.hideBelow;
  const order = (compare ? places.toSorted(compare) : places).filter(isShown);
  const notes = orderNotes(look, {
    labels: order.map(label),
    ...{ hidden: places.length - order.length, hasTotals: false, within: null },
    by: by ? columnWords(by) : "",
  });
  return { order, notes };
}

/** "“Female” (Sex)". */
const columnWords = ({ label, banner }: ItemColumn) =>
  `“${label}”${banner && banner.labels.length > 1 ? ` (${banner.labels[0]})` : ""}`;

function shownNotes({ columns, beside }: Items): string[] {
  const top = columns.find(({ kind }) => kind === "top");
  const names = top?.of === "share" ? top.options.map(({ labels }) => `“${labels.at(-1)}”`) : [];
  const which = names.length === 2 ? `, ${names.join(" and ")}` : "";
  return [
    ...(top ? [`Top 2: the two highest options${which}.`] : []),
    ...(beside ? [`The banner shows the ${beside.of === "mean" ? "mean" : "top 2"} of each item.`] : []),
  ];
}

const SUMMARY = "Summary";

/** Two rows: what groups the columns, and the columns; those of bases are as high as both. */
function headOf({ columns, baseRule }: Items, leaves: readonly Leaf[], letters: ReadonlyMap<string, string>) {
  const groups: HeadCell[] = [];
  const own: HeadCell[] = [];
  for (const [at, leaf] of leaves.entries()) {
    const cell = { label: leaf.label, from: at, span: 1, deep: 1, isTotal: false };
    if (leaf.kind === "base") {
      groups.push({ ...cell, deep: 2, isTotal: true });
      continue;
    }
    const { kind, banner } = columns[leaf.column] ?? {};
    const label = banner ? (banner.labels[0] ?? "") : kind === "option" ? shareNames[baseRule] : SUMMARY;
    const last = groups.at(-1);
    if (last && !last.isTotal && last.label === label) last.span += 1;
    else groups.push({ ...cell, label });
    const letter = banner && letters.get(banner.name);
    own.push({ ...cell, leaf: at, ...(letter && { letter }) });
  }
  return [groups, own];
}
