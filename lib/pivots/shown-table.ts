import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import type { RecordedNames } from "@/lib/contracts/ours/recordings";
import { hasDateParts } from "@/lib/contracts/terms/pivot";
import { exclusionWords } from "@/lib/tables/exclusion-words";
import { filterWords } from "@/lib/tables/filter-words";
import type { Format } from "@/lib/tables/format";
import type { PivotState } from "./address";
import { BANNER_TITLES, isBanner, joinBanner, type TableData } from "./banner";
import { stackedDimensions } from "./composed";
import { dimensionTitle, type Field, takesSeveral } from "./fields";
import { filtersByDays } from "./filter-days";
import { isOfItems, itemsOf, tableOfItems, tablesByItem } from "./items";
import { itemsGrid } from "./items-grid";
import { leavesSome } from "./leaves-some";
import { joinNets, netsOf, showsOptions } from "./nets";
import { type Made, type PivotGrid, preparePivot, type Titles } from "./prepare-pivot";
import { exclusionsOf } from "./provenance";
import { dimensionKey, titlesOf, valueKey } from "./recorded";
import { remarksOf } from "./remarks";
import { sharedLevels } from "./shared-answers";
import { type PivotValue, showNames } from "./values";

/** What was read of the service for a state: one table, or those of a banner. */
export type TableRead = {
  tables: readonly PivotTable[];
  asked: PivotRequest;
  state: PivotState;
  timeZone: string;
  /** Milliseconds since 1970. */
  madeAt: number;
};

export const valueTitle = (fields: readonly Field[], value: PivotValue): string =>
  value.questionId === null
    ? showNames[value.show]
    : `${showNames[value.show]}: ${dimensionTitle(fields, value.questionId)}`;

/** What the words of a table are made of. */
export type Known = {
  fields: readonly Field[];
  questions: readonly Question[];
  weights: readonly { id: string; name: string }[];
};

/** What a person reads in place of ids. */
export function namesOf(
  { asked, state }: Pick<TableRead, "asked" | "state">,
  { fields, questions, weights }: Known,
): RecordedNames {
  const titles = titlesOf(asked, state.values, {
    dimension: (id) => dimensionTitle(fields, id),
    value: (value) => valueTitle(fields, value),
  });
  const weight = weights.find(({ id }) => id === asked.weight)?.name ?? asked.weight ?? null;
  return { titles, weight, filter: asked.filter.map((item) => filterWords(item, questions)) };
}

/** What a table is prepared of, with the words of its dimensions and values. */
export function madeOf(
  { tables, asked, state }: TableRead,
  { names, fields, questions }: Pick<Known, "fields" | "questions"> & { names: RecordedNames },
): Made {
  const title = (id: string) => names.titles[dimensionKey(id)] ?? id;
  const ofItems = isOfItems(state);
  const besides = isBanner(state) || (ofItems && asked.columns.length > 0);
  const titles: Titles = {
    rows: asked.rows.map(title),
    columns: besides ? BANNER_TITLES : asked.columns.map(title),
    value: (value) => names.titles[valueKey(value)] ?? valueTitle(fields, value),
  };
  const { measures, weight } = asked;
  const read = ofItems ? tablesByItem(tables, asked) : null;
  const half = showsOptions(state) ? tables.length / 2 : tables.length;
  const [own, options] = [read?.byItem[0] ?? tables.slice(0, half), read ? [] : tables.slice(half)];
  const [alone] = own;
  if (!alone) throw new Error("No table was read.");
  const shared = besides ? null : sharedLevels(alone, "columns");
  const spans = asked.columns.map((id, at) => {
    // Respondents may stand in several columns under one item alone.
    const parts = (read?.byItem ?? [own]).flatMap((each) => each[at + 1] ?? []);
    const isShared = shared ? shared.has(at) : parts.some((part) => sharedLevels(part, "columns").has(0));
    return { id, title: title(id), isShared: isShared || takesSeveral([id], questions) };
  });
  const across = ([first = alone, ...rest]: readonly PivotTable[]): TableData =>
    besides ? joinBanner([first, ...rest], { questions: spans, measures }) : first;
  const nets = showsOptions(state) ? netsOf(asked.rows, questions) : null;
  const withOptions = nets && joinNets(across(own), across(options), nets);
  const sharesColumns = !besides && (spans.at(-1)?.isShared ?? false);
  return {
    ...{ measures, isWeighted: weight !== undefined, sharesColumns, titles },
    table: read ? tableOfItems(across(own), read, asked.baseRule) : (withOptions ?? across(own)),
    nets: withOptions && state.nets !== "none" ? state.nets : null,
    items: read && readItems({ asked, byItem: read.byItem, state, spans, questions, title }),
  };
}

type OfItems = Pick<TableRead, "asked" | "state"> & {
  byItem: readonly (readonly PivotTable[])[];
  spans: Parameters<typeof itemsOf>[0]["spans"];
  questions: readonly Question[];
  title: (id: string) => string;
};

function readItems({ asked, byItem, state, spans, questions, title }: OfItems) {
  const own = asked.rows.map((id) => questions.find((each) => each.id === id));
  const grid = own[0]?.grid?.text;
  return itemsOf({
    title: grid ?? "",
    items: asked.rows.map((id, at) => {
      const question = own[at];
      return { id, title: (grid && question?.text) || title(id), question, tables: byItem[at] ?? [] };
    }),
    ...{ spans, bannerShows: state.bannerShows, baseRule: asked.baseRule },
  });
}

type Side = "rows" | "columns";

const sharesAnswers = (tables: readonly PivotTable[], sides: readonly Side[]) =>
  tables.some((table) => sides.some((side) => sharedLevels(table, side).size > 0));

/** Whether respondents could give several answers to a question of the table. */
export const hasSeveral = ({ tables, asked: { rows, columns } }: TableRead, questions: readonly Question[]): boolean =>
  takesSeveral([...rows, ...columns], questions) || sharesAnswers(tables, ["rows", "columns"]);

/** The same of what a chart stacks: answers to an item without the banner, options without their nets. */
export function stacksSeveral({ tables, state }: TableRead, questions: readonly Question[]): boolean {
  const sides: Side[] = isOfItems(state) ? ["rows"] : showsOptions(state) ? ["columns"] : ["rows", "columns"];
  return takesSeveral(stackedDimensions(state), questions) || sharesAnswers(tables, sides);
}

/** The table as it is shown; empty when nobody is in it. */
export function gridOf({ state }: TableRead, made: Made): PivotGrid & { isEmpty: boolean } {
  if (made.items) return itemsGrid(made.items, state);
  const isEmpty = made.table.base.every((row) => row.every(([n]) => !n));
  return { ...preparePivot(made, state), isEmpty };
}

export type Under = {
  made: Made;
  names: RecordedNames;
  /** Which data the table is of, a sentence each. */
  data: readonly string[];
  questions: readonly Question[];
  /** Of its tests and small bases. */
  notes: readonly string[];
  format: Format;
};

/** Who is excluded for quality, and whether they count in a table, in sentences. */
export const exclusionNotes = (asked: PivotRequest, { provenance }: TableData, count: Format["count"]): string[] =>
  exclusionWords(exclusionsOf(provenance, asked), {
    isAsked: asked.includeExcluded ?? false,
    isWeighted: asked.weight !== undefined,
    count,
  });

function leftOutWords({ excluded, isExcludedLeast = false }: TableData, count: Format["count"]): string {
  const words = `${count(excluded)} ${excluded === 1 ? "response" : "responses"}`;
  return isExcludedLeast ? `At least ${words}` : words;
}

/** What stands under a table, a sentence each. */
export function remarksUnder(
  read: TableRead,
  { made: { table, nets, items }, names, data, questions, notes, format: { count, instant } }: Under,
): string[] {
  const { asked, state, timeZone, madeAt } = read;
  const dimensions = [...asked.rows, ...asked.columns];
  const everybody = table.rows.findIndex((path) => path.length === 0);
  // Each item has bases of its own.
  const spans = items
    ? undefined
    : table.spans?.map(({ title, total }) => `${title} ${count(table.base[everybody]?.[total]?.[0] ?? 0)}`);
  return remarksOf({
    asked,
    shows: state.values.map(({ show }) => show),
    filter: names.filter,
    weight: names.weight,
    excluded: asked.weight === undefined ? null : leftOutWords(table, count),
    exclusions: exclusionNotes(asked, table, count),
    data,
    madeAt: instant(new Date(madeAt).toISOString()),
    timeZone: hasDateParts(asked) ? timeZone : null,
    hasOtherDays: timeZone !== "UTC" && filtersByDays(asked, questions),
    hasSeveral: hasSeveral(read, questions),
    partial: questions
      // What is in no net has rows of its own.
      .filter(({ id }) => dimensions.includes(id) && leavesSome(id, questions) && !(nets && id === asked.rows[0]))
      .map(({ id }) => names.titles[dimensionKey(id)] ?? id),
    isOfItems: Boolean(items),
    spans: spans ?? null,
    notes,
  });
}
