import type { Measure, PivotRequest, PivotTable, Provenance } from "@/lib/contracts/interfaces/pivot";
import { aggregationSubjects } from "@/lib/contracts/terms/pivot";
import type { PivotState } from "./address";
import { merged } from "./merged";

/**
 * A banner: several questions side by side in the columns, each over its own options, with one column of everybody. It
 * is joined from a table of each question and one without columns, so that every figure is that of a table of its own.
 */

/** One question of a banner. */
type Span = {
  /** Heads its columns; no other span has the same. */
  title: string;
  /** The column of all who are in its table: never shown, what percentages of rows divide by. */
  total: number;
  /** Respondents can stand in several of its columns. */
  isShared: boolean;
};

/** A table of the service's, or a banner: its columns' paths are then of a span and a column. */
export type TableData = PivotTable & {
  spans?: readonly Span[];
  /** More responses than `excluded` may be left out: the service does not count them over all its tables. */
  isExcludedLeast?: boolean;
};

/** Questions of a banner: each is a table to be computed. */
const MOST_SPANS = 20;

/** One question alone is a table like any other. */
export const isBanner = ({ banner, columns }: Pick<PivotState, "banner" | "columns">): boolean =>
  banner && columns.length > 1;

/** What the service is asked for a banner: the table without columns, then one of each question. */
export const bannerRequests = (asked: PivotRequest): PivotRequest[] => [
  { ...asked, columns: [] },
  ...asked.columns.map((column) => ({ ...asked, columns: [column] })),
];

/** Why such a banner is not asked for; null: it can be. The contract judges each of its requests. */
export function bannerRefusal(asked: PivotRequest): string | null {
  const { columns } = asked;
  if (columns.length > MOST_SPANS) return `A banner can have at most ${MOST_SPANS} questions. Take some out.`;
  const all = [...asked.rows, ...columns];
  const twice = all.find((each, at) => all.indexOf(each) !== at);
  return twice === undefined
    ? null
    : `“${twice}” is in the table twice. A question can be in the rows or in the columns, once.`;
}

type Question = Pick<Span, "title" | "isShared"> & { id: string };

/** Tables that were asked for by `bannerRequests`, side by side. `questions`: those of the columns, in their order. */
export function joinBanner(
  [everybody, ...parts]: readonly PivotTable[],
  { questions, measures }: { questions: readonly Question[]; measures: readonly Measure[] },
): TableData {
  if (!everybody || parts.length !== questions.length) throw new Error("A banner needs a table of each question.");
  const all = [...parts, everybody];
  const keys = keysOf(all);
  const rows = rowsOf([everybody, ...parts], [keys.at(-1) ?? [], ...keys.slice(0, -1)]);
  const places = keys.map((names) => new Map(names.map((name, at) => [name, at])));
  const titles = titlesOf(questions);
  const nothing = { cells: measures.map(ofNobody), none: measures.map(() => null), zero: measures.map(() => 0) };
  const figures = (key: Figures, missing: (number | null)[]) =>
    rows.map(({ name }) =>
      all.flatMap((table, part) => {
        const at = places[part]?.get(name);
        return at === undefined ? table.columns.map(() => missing) : (table[key][at] ?? []);
      }),
    );
  const columns = all.flatMap((table, part) =>
    table.columns.map((path) => (part < parts.length ? [titles[part] ?? "", ...path] : path)),
  );
  const hasCodes = all.every((table) => table.columnCodes.length === table.columns.length);
  const provenance = provenanceOf(everybody, parts);
  return {
    ...(provenance && { provenance }),
    rows: rows.map(({ path }) => path),
    rowCodes: rows.flatMap(({ codes }) => (codes ? [codes] : [])),
    columns,
    columnCodes: hasCodes
      ? all.flatMap((table, part) => table.columnCodes.map((path) => (part < parts.length ? [part, ...path] : path)))
      : [],
    cells: figures("cells", nothing.cells),
    base: figures("base", nothing.zero),
    weightedBase: figures("weightedBase", nothing.zero),
    effectiveBase: figures("effectiveBase", nothing.zero),
    deviation: figures("deviation", nothing.none),
    excluded: everybody.excluded,
    spans: questions.map(({ isShared }, part) => {
      const title = titles[part] ?? "";
      return { title, isShared, total: columns.findIndex((path) => path.length === 1 && path[0] === title) };
    }),
  };
}

/** Of tables that make one together: its questions are those of all. Null: a service does not say it of each. */
export function jointProvenance(tables: readonly PivotTable[]): Provenance | null {
  const all = tables.flatMap(({ provenance }) => provenance ?? []);
  const [first] = all;
  if (!first || all.length < tables.length) return null;
  const questions = new Map(all.flatMap((each) => each.questions.map((question) => [question.id, question])));
  return { ...first, questions: [...questions.values()].sort((one, other) => (one.id < other.id ? -1 : 1)) };
}

/** Of the whole banner: its definitions are those of its parts, which everybody's are in. */
function provenanceOf(everybody: PivotTable, parts: readonly PivotTable[]): Provenance | null {
  const joint = jointProvenance([everybody, ...parts]);
  return joint && { ...joint, definitions: parts.map(({ provenance }) => provenance?.definitions).join(" + ") };
}

type Figures = "cells" | "base" | "weightedBase" | "effectiveBase" | "deviation";

/** A count of nobody is 0, as a table of its own says it; any other figure of nobody is none. */
const ofNobody = ({ aggregationType: type }: Measure): number | null =>
  aggregationSubjects[type] === "responses" ? 0 : null;

/** By what the rows of each table are told apart: codes, or labels where a service gives none. */
function keysOf(tables: readonly PivotTable[]): string[][] {
  const hasCodes = tables.every(({ rows, rowCodes }) => rowCodes.length === rows.length);
  return tables.map(({ rows, rowCodes }) => (hasCodes ? rowCodes : rows).map((path) => JSON.stringify(path)));
}

function rowsOf(tables: readonly PivotTable[], keys: readonly string[][]) {
  const lists = tables.map(({ rows, rowCodes }, part) =>
    rows.map((path, at) => ({ name: keys[part]?.[at] ?? "", path, codes: rowCodes[at] })),
  );
  return merged(lists, ({ name }) => name);
}

/** Two questions of one text are told apart by their ids. */
function titlesOf(questions: readonly Question[]): string[] {
  const isTwice = (title: string) => questions.filter((each) => each.title === title).length > 1;
  return questions.map(({ id, title }) => (isTwice(title) ? `${title} (${id})` : title));
}

/** What the levels of columns are called: a banner has the question, and its answer. */
export const BANNER_TITLES = ["Question", "Answer"];

/** All that stands in the columns, in words: "Region › Sex", of a banner "Region, Sex". */
export const acrossTitles = ({ table, titles }: { table: TableData; titles: { columns: string[] } }): string[] =>
  table.spans ? [table.spans.map(({ title }) => title).join(", ")] : titles.columns;
