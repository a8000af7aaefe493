import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { rankedCodes } from "@/lib/contracts/rules/option-order";
import { type Aggregation, aggregations } from "@/lib/contracts/terms/pivot";
import type { PivotState } from "./address";
import { bannerRequests, joinBanner, type TableData } from "./banner";
import type { Settings } from "./comparison";
import { linesOfItems, settingsOf, untested } from "./judge";
import { isMissingKey } from "./order";
import { pathName, pathsOf, totalsOf } from "./percent";
import type { GridCell, GridRow, HeadCell, Leaf, PivotGrid } from "./prepare-pivot";
import { columnLetters } from "./significance";
import type { PivotValue } from "./values";

/**
 * A grid as one table: an item a row, its options in columns with the share of the two highest and the mean, and the
 * banner beside. Each item has tables of its own, and so its own base.
 */

/** Items of one table: each is read by a table for every question of the banner. */
export const MOST_ITEMS = 30;

export const isOfItems = ({ items, rows }: Pick<PivotState, "items" | "rows">): boolean => items && rows.length > 0;

/** What the service is asked for an item: its table without columns, then one of each question of the banner. */
export const itemRequests = (asked: PivotRequest, scales: boolean): PivotRequest[] =>
  asked.rows.flatMap((item) => bannerRequests({ ...asked, rows: [item], measures: measuresOf(item, scales) }));

const COUNT = { aggregationType: aggregations.count };
const measuresOf = (item: string, scales: boolean) =>
  scales ? [COUNT, { aggregationType: aggregations.average, questionId: item }] : [COUNT];

type Span = { id: string; title: string; isShared: boolean };
export type Items = {
  titles: { grid: string; items: readonly string[] };
  ids: readonly string[];
  questions: readonly Question[];
  spans: readonly Span[];
  /** Of each item its tables, as `itemRequests` asks for them. */
  tables: readonly (readonly PivotTable[])[];
};

/** The tables of each item, of all that were read. */
export const tablesByItem = (tables: readonly PivotTable[], items: number): PivotTable[][] =>
  Array.from({ length: items }, (_, at) => {
    const each = tables.length / items;
    return tables.slice(at * each, (at + 1) * each);
  });

/** One item's figures, with its banner joined. */
type Item = { table: TableData; rows: Map<string, number>; columns: Map<string, number>; total: number; all: number };

const NAMES = { options: "% of those who answered the item", summary: "Summary", base: "Base (n)" };

export function itemsGrid(
  { titles, ids, questions, spans, tables }: Items,
  look: PivotState,
): PivotGrid & { isEmpty: boolean } {
  const joined = tables.map((parts) => joinedItem(parts, spans));
  const settings = settingsOf(look);
  const options = membersOf(
    joined.map(({ table }) => table.rowCodes.map((codes, at) => ({ codes, labels: table.rows[at] ?? [] }))),
  );
  const banner = membersOf(joined.map(({ table }) => columnsOf(table))).filter(({ codes }) => codes.length === 2);
  const top = topTwo(ids, questions);
  const hasMean = joined.some(({ table, total, all }) => (table.cells[total]?.[all]?.[1] ?? null) !== null);
  const shows = look.bannerShows === "mean" && hasMean ? "mean" : top ? "top" : hasMean ? "mean" : null;
  const marks = joined.map((item) => lettersOf(item, { top, shows, settings, isTested: look.against === "columns" }));
  const names = marks[0]?.names ?? new Map<string, string>();
  const leaves: Leaf[] = [];
  const cells = new Map<string, (at: number) => GridCell>();
  const add = (id: string, label: string, show: PivotValue, cell: (item: Item, at: number) => GridCell) => {
    leaves.push({ id, kind: "value", column: leaves.length, value: show, place: 0, isTotal: false, label });
    cells.set(id, (at) => {
      const item = joined[at];
      return item ? cell(item, at) : NOTHING;
    });
  };
  const share: PivotValue = { show: "row", questionId: null };
  const mean: PivotValue = { show: "mean", questionId: ids[0] ?? "" };
  const decimals = look.decimals === null ? null : Number(look.decimals);
  for (const { name, label } of options) {
    add(`option ${name}`, label, share, (item) => shareCell(item, [name], item.all, { settings, decimals }));
  }
  if (top) add("top", "Top 2", share, (item) => shareCell(item, top, item.all, { settings, decimals }));
  if (hasMean) add("mean", "Mean", mean, (item) => meanCell(item, item.all, { settings, decimals }));
  const summary = leaves.length - options.length;
  leaves.push({ id: "base", kind: "base", base: "base", isTotal: true, label: NAMES.base });
  for (const { name, label } of shows ? banner : []) {
    add(`banner ${name}`, label, shows === "mean" ? mean : share, (item, at) => {
      const column = item.columns.get(name);
      if (column === undefined) return NOTHING;
      const of = { settings, decimals };
      const cell = shows === "mean" ? meanCell(item, column, of) : shareCell(item, top ?? [], column, of);
      return { ...cell, mark: marks[at]?.mark(column) ?? null };
    });
  }
  const rows = titles.items.map((title, row): GridRow => {
    return { id: ids[row] ?? String(row), labels: [title], repeats: 0, isTotal: false, kind: "figures", row };
  });
  const hasFaint = joined.some((_, at) => leaves.some(({ id }) => cells.get(id)?.(at).faint));
  const base = look.weight === null ? "a base" : "an effective base";
  const faintNote = hasFaint ? `Grey: ${base} below ${look.minimumBase}.` : null;
  const beside = shows === "mean" ? "mean" : "top 2";
  return {
    corner: [titles.grid],
    shown: null,
    head: headOfItems(leaves, { options: options.length, summary, banner: shows ? banner : [], names }),
    leaves,
    rows,
    notes: [
      ...(top ? ["Top 2: the two highest options."] : []),
      ...(shows && banner.length > 0 ? [`The banner shows the ${beside} of each item.`] : []),
      ...(shows && banner.length > 0
        ? linesOfItems(look, { type: typeOf(shows), settings, isWeighted: look.weight !== null })
        : []),
      ...(faintNote === null ? [] : [faintNote]),
    ],
    faintNote,
    letters: look.letters,
    isEmpty: joined.every(({ table }) => table.base.every((row) => row.every(([n]) => !n))),
    cell: (row, leaf) => {
      if (row.kind !== "figures") return NOTHING;
      const item = joined[row.row];
      if (leaf.kind === "base") {
        return { ...NOTHING, value: item ? (item.table.base[item.total]?.[item.all]?.[0] ?? null) : null };
      }
      return cells.get(leaf.id)?.(row.row) ?? NOTHING;
    },
  };
}

const NOTHING: GridCell = { value: null, kind: "count", heat: null, mark: null, faint: null };
const typeOf = (shows: "mean" | "top"): Aggregation => (shows === "mean" ? aggregations.average : aggregations.count);

function joinedItem(parts: readonly PivotTable[], spans: readonly Span[]): Item {
  const [first] = parts;
  if (!first) throw new Error("An item needs a table.");
  const measures = (first.cells[0]?.[0] ?? []).map((_, at) => ({
    aggregationType: at === 0 ? aggregations.count : aggregations.average,
  }));
  const table = spans.length > 0 ? joinBanner(parts, { questions: spans, measures }) : first;
  const totals = totalsOf(table);
  const places = (paths: readonly (readonly (string | number)[])[]) =>
    new Map(paths.map((path, at) => [pathName(path), at]));
  const paths = pathsOf(table);
  return { table, rows: places(paths.rows), columns: places(paths.columns), total: totals.row, all: totals.column };
}

type Member = { name: string; label: string; codes: readonly (string | number)[]; group: string };

const columnsOf = (table: TableData) =>
  pathsOf(table).columns.map((codes, at) => ({ codes, labels: table.columns[at] ?? [] }));

/** What occurs in any item, each once, in the order of the first; answers that are missing last. */
function membersOf(
  items: readonly (readonly { codes: readonly (string | number)[]; labels: readonly string[] }[])[],
): Member[] {
  const known = new Map<string, Member>();
  for (const { codes, labels } of items.flat()) {
    const name = pathName(codes);
    if (codes.length > 0 && !known.has(name)) {
      known.set(name, { name, label: labels.at(-1) ?? "", codes, group: labels[0] ?? "" });
    }
  }
  const isLast = ({ codes }: Member) => Number(isMissingKey(codes.at(-1)));
  return [...known.values()].toSorted((one, other) => isLast(one) - isLast(other));
}

/** Names of the rows of the two highest options, the same in all items; null: they are not ordered, or not alike. */
function topTwo(ids: readonly string[], questions: readonly Question[]): string[] | null {
  const tops = ids.map((id) => {
    const question = questions.find((each) => each.id === id);
    const ranked = question && question.kind !== "multiple" ? rankedCodes(question) : null;
    return ranked && ranked.length > 2 ? ranked.slice(-2) : null;
  });
  const [first] = tops;
  if (!first || tops.some((each) => each?.join() !== first.join())) return null;
  return first.map((code) => pathName([code]));
}

type Written = { settings: Settings; decimals: number | null };

/** Options of one item exclude each other, so that their counts add up. */
const countOf = ({ table, rows }: Item, names: readonly string[], column: number) =>
  names.reduce((sum, name) => sum + (table.cells[rows.get(name) ?? -1]?.[column]?.[0] ?? 0), 0);

function shareCell(item: Item, names: readonly string[], column: number, { settings, decimals }: Written): GridCell {
  const all = item.table.cells[item.total]?.[column]?.[0] ?? 0;
  const value = all > 0 ? (100 * countOf(item, names, column)) / all : null;
  const faint = value === null ? null : smallBase(item, column, 0, settings);
  return { ...NOTHING, value, kind: "percent", decimals: decimals ?? 1, faint };
}

function meanCell(item: Item, column: number, { settings, decimals }: Written): GridCell {
  const value = item.table.cells[item.total]?.[column]?.[1] ?? null;
  const faint = value === null ? null : smallBase(item, column, 1, settings);
  return { ...NOTHING, value, kind: "hundredths", ...(decimals !== null && { decimals }), faint };
}

function smallBase({ table, total }: Item, column: number, place: number, { minimumBase }: Settings): string | null {
  const base = table.effectiveBase[total]?.[column]?.[place] ?? 0;
  if (base >= minimumBase) return null;
  return `Small base: ${base.toLocaleString("en", { maximumFractionDigits: 1 })}, below ${minimumBase}.`;
}

type Lettered = { top: readonly string[] | null; shows: "mean" | "top" | null; settings: Settings; isTested: boolean };

/** Letters of an item's own columns: of a table of its top 2, or of its mean, and its total. */
function lettersOf(item: Item, { top, shows, settings, isTested }: Lettered) {
  const { table, total } = item;
  const names = new Map<string, string>();
  if (!isTested || shows === null || !table.spans) return { names, mark: () => null };
  const pick = (key: "base" | "weightedBase" | "effectiveBase" | "deviation") => {
    const row = (table[key][total] ?? []).map((cell) => [cell[shows === "mean" ? 1 : 0] ?? null]);
    return [row, row];
  };
  const counted = table.columns.map((_, column) => [
    shows === "mean" ? (table.cells[total]?.[column]?.[1] ?? null) : countOf(item, top ?? [], column),
  ]);
  const whole = table.columns.map((_, column) => [table.cells[total]?.[column]?.[shows === "mean" ? 1 : 0] ?? null]);
  const own: TableData = {
    ...table,
    ...{ rows: [["Item"], []], rowCodes: [], cells: [counted, whole] },
    ...{ base: pick("base"), weightedBase: pick("weightedBase"), effectiveBase: pick("effectiveBase") },
    deviation: pick("deviation"),
  };
  const { letters, marks } = columnLetters({
    table: own,
    place: 0,
    type: typeOf(shows),
    settings,
    hasSharedColumns: false,
  });
  for (const [name, column] of item.columns) names.set(name, letters[column] ?? "");
  const found = marks(0);
  return {
    names,
    mark: (column: number) => {
      const mark = found[column];
      if (!mark) return null;
      if (mark.reason !== null) return untested(mark.reason);
      return { text: mark.text, words: mark.above.length > 0 ? `higher than ${mark.above.join(", ")}` : null };
    },
  };
}

type Head = { options: number; summary: number; banner: readonly Member[]; names: ReadonlyMap<string, string> };

function headOfItems(leaves: readonly Leaf[], { options, summary, banner, names }: Head): HeadCell[][] {
  const over = (label: string, from: number, span: number): HeadCell => ({
    label,
    from,
    span,
    deep: 1,
    isTotal: false,
  });
  const base = options + summary;
  const groups: HeadCell[] = [];
  for (const [at, { group }] of banner.entries()) {
    const last = groups.at(-1);
    if (last?.label === group) last.span += 1;
    else groups.push(over(group, base + 1 + at, 1));
  }
  return [
    [
      over(NAMES.options, 0, options),
      ...(summary > 0 ? [over(NAMES.summary, options, summary)] : []),
      { ...over(NAMES.base, base, 1), deep: 2, isTotal: true },
      ...groups,
    ],
    leaves.flatMap((leaf, at) => {
      if (leaf.kind === "base") return [];
      const letter = at > base ? names.get(banner[at - base - 1]?.name ?? "") : undefined;
      return [{ ...over(leaf.label, at, 1), ...(letter && { letter }) }];
    }),
  ];
}
