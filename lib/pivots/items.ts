import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";
import { rankedCodes } from "@/lib/contracts/rules/option-order";
import { textSum } from "@/lib/contracts/rules/text-sum";
import { aggregations, type BaseRule } from "@/lib/contracts/terms/pivot";
import type { PivotState } from "./address";
import { bannerRequests, joinBanner, jointProvenance, type TableData } from "./banner";
import { leftOutOfItems } from "./items-left-out";
import { merged } from "./merged";
import { isMissingKey } from "./order";
import { pathName, pathsOf, totalsOf } from "./percent";
import type { Base } from "./prepare-pivot";

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

/** The tables of each item, of all that were read; behind them may stand the one of `leftOutRequests`. */
export function tablesByItem(tables: readonly PivotTable[], { rows, columns }: Pick<PivotRequest, "rows" | "columns">) {
  const each = columns.length + 1;
  const byItem = rows.map((_, at) => tables.slice(at * each, (at + 1) * each));
  return { byItem, union: tables[rows.length * each] ?? null };
}

/**
 * What is said of the whole table, in place of what the first item's own says: whom weights leave out, and of which data
 * it is. Its figures are those of the items.
 */
export function tableOfItems(first: TableData, read: ReturnType<typeof tablesByItem>, baseRule: BaseRule): TableData {
  if (read.byItem.length < 2) return first;
  const { provenance: _, ...table } = first;
  const provenance = jointProvenance(read.byItem.flat());
  return {
    ...table,
    ...leftOutOfItems(read, baseRule),
    ...(provenance && { provenance: { ...provenance, definitions: textSum(canonicalJson(provenance.questions)) } }),
  };
}

type Span = { id: string; title: string; isShared: boolean };

/** One item with its tables joined to one: `total` and `all` are where its totals stand. */
export type Item = {
  id: string;
  title: string;
  table: TableData;
  rows: ReadonlyMap<string, number>;
  columns: ReadonlyMap<string, number>;
  total: number;
  all: number;
};

/** An option of the items, or a column of the banner; by its codes, or labels where a service gives none. */
type Member = { name: string; codes: readonly (string | number)[]; labels: readonly string[] };

export const labelOf = ({ labels }: Member): string => labels.at(-1) ?? "";

/** What a column shows of an item: the share of some of its options, or its mean. */
export type Shown = { of: "share"; options: readonly Member[] } | { of: "mean" };

/** A column of the table: what it shows of each item, of everybody or of a column of the banner. */
export type ItemColumn = Shown & {
  /** By which an address names it. */
  id: string;
  kind: "option" | "top" | "mean" | "banner";
  label: string;
  banner: Member | null;
};

export type Items = {
  /** The text of the grid. */
  title: string;
  items: readonly Item[];
  columns: readonly ItemColumn[];
  /** Items without a confirmed order of their options, which keeps the table from having its top 2. */
  unordered: readonly { id: string; title: string }[];
  /** What the banner beside the items shows; null: nothing stands beside them. */
  beside: Shown | null;
  /** Columns of the banner in any item, totals among them. */
  across: readonly Member[];
  spans: readonly Span[];
  baseRule: BaseRule;
};

type ItemsRead = {
  title: string;
  items: readonly { id: string; title: string; question: Question | undefined; tables: readonly PivotTable[] }[];
  spans: readonly Span[];
  bannerShows: PivotState["bannerShows"];
  baseRule: BaseRule;
};

/** The items of a grid and the columns of their table, of what was read for each. */
export function itemsOf({ title, items: read, spans, bannerShows, baseRule }: ItemsRead): Items {
  const items = read.map(({ id, title: own, tables }) => ({ id, title: own, ...joined(tables, spans) }));
  const rows = membersOf(items.map(({ table }) => membersIn(pathsOf(table).rows, table.rows)));
  // A missing answer of one item may come before an answer of another.
  const isLast = ({ codes }: Member) => Number(isMissingKey(codes[0]));
  const options = rows.filter(({ codes }) => codes.length > 0).toSorted((one, other) => isLast(one) - isLast(other));
  const across = membersOf(items.map(({ table }) => membersIn(pathsOf(table).columns, table.columns)));
  // Without codes a service does not say which of its rows the two are.
  const isCoded = options.every(({ codes }) => typeof codes[0] === "number");
  const top = isCoded ? topTwo(read.map(({ question }) => question)) : null;
  const shares = top && { of: "share" as const, options: options.filter(({ codes }) => top.includes(codes[0] ?? "")) };
  const hasMean = items.some(({ table, total, all }) => (table.cells[total]?.[all]?.[1] ?? null) !== null);
  const mean = hasMean ? { of: "mean" as const } : null;
  const chosen = bannerShows === "mean" ? (mean ?? shares) : (shares ?? mean);
  const beside = spans.length > 0 ? chosen : null;
  const columns: ItemColumn[] = options.map((option) => ({
    ...{ id: `option ${option.codes.join()}`, kind: "option", label: labelOf(option), banner: null },
    ...{ of: "share", options: [option] },
  }));
  if (shares) columns.push({ id: "top", kind: "top", label: "Top 2", banner: null, ...shares });
  if (mean) columns.push({ id: "mean", kind: "mean", label: "Mean", banner: null, ...mean });
  columns.push(...besideColumns(beside, across, spans));
  const unordered = isCoded && !top ? withoutOrder(read) : [];
  return { title, items, columns, unordered, beside, across, spans, baseRule };
}

/** A column of the banner is named by its question: where it stands among others may change. */
function besideColumns(beside: Shown | null, across: readonly Member[], spans: readonly Span[]): ItemColumn[] {
  if (!beside) return [];
  return across.flatMap((member): ItemColumn[] => {
    const [place, code] = member.codes;
    // The totals are what percentages of rows divide by.
    if (code === undefined) return [];
    const question = spans[Number(place)]?.id ?? place;
    return [{ ...beside, id: `banner ${question} ${code}`, kind: "banner", label: labelOf(member), banner: member }];
  });
}

function joined(parts: readonly PivotTable[], spans: readonly Span[]): Omit<Item, "id" | "title"> {
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

/** Those that occur in any item, in the order of their tables. */
const membersOf = (items: readonly (readonly Member[])[]) => merged(items, ({ name }) => name);

const membersIn = (paths: readonly Member["codes"][], labels: readonly Member["labels"][]): Member[] =>
  paths.map((codes, at) => ({ name: pathName(codes), codes, labels: labels[at] ?? [] }));

/** With fewer options the two highest are all of them. */
const FEWEST_OF_TOP_TWO = 3;

/** Items whose options have no order; none where some item could have no top 2 even with one. */
function withoutOrder(items: ItemsRead["items"]): { id: string; title: string }[] {
  const canHaveTop = items.every(
    ({ question }) => question && question.kind !== "multiple" && validOptions(question).length >= FEWEST_OF_TOP_TWO,
  );
  const unordered = items.filter(({ question }) => question && rankedCodes(question) === null);
  return canHaveTop ? unordered.map(({ id, title }) => ({ id, title })) : [];
}

/** Codes of the two highest options, the same in all items; null: they are not ordered, or not alike. */
function topTwo(questions: readonly (Question | undefined)[]): (string | number)[] | null {
  const tops = questions.map((question) => {
    const ranked = question && question.kind !== "multiple" ? rankedCodes(question) : null;
    return ranked && ranked.length >= FEWEST_OF_TOP_TWO ? ranked.slice(-2) : null;
  });
  const [first] = tops;
  return !first || tops.some((each) => each?.join() !== first.join()) ? null : first;
}

/** Where a column stands in an item's own table; undefined: this item has no such column. */
const placeIn = ({ columns, all }: Item, { banner }: Pick<ItemColumn, "banner">): number | undefined =>
  banner ? columns.get(banner.name) : all;

/** How many of an item chose one of these options, weighted: they exclude each other, so that counts add up. */
export const countOf = ({ table, rows }: Item, options: readonly Member[], at: number): number =>
  options.reduce((sum, { name }) => sum + (table.cells[rows.get(name) ?? -1]?.[at]?.[0] ?? 0), 0);

/** A figure of an item; null: nobody is behind it. */
export function itemFigure(item: Item, column: ItemColumn): number | null {
  const at = placeIn(item, column);
  const [all = null, mean = null] = at === undefined ? [] : (item.table.cells[item.total]?.[at] ?? []);
  if (column.of === "mean") return mean;
  return at !== undefined && all !== null && all > 0 ? (100 * countOf(item, column.options, at)) / all : null;
}

/** Responses behind it: of a share those that it divides by. */
export function itemBase(item: Item, column: ItemColumn, key: Base): number | null {
  const at = placeIn(item, column);
  const place = column.of === "mean" ? 1 : 0;
  return at === undefined ? null : (item.table[key][item.total]?.[at]?.[place] ?? null);
}

/** Of everybody who is in an item's table. */
export const baseOfItem = ({ table, total, all }: Item, key: Base): number | null =>
  table[key][total]?.[all]?.[0] ?? null;

/** Shares of an item are of these. */
export const shareNames: Record<BaseRule, string> = {
  answered: "% of those who answered the item",
  asked: "% of those who were asked the item",
  all: "% of all responses",
};
