import { datePartOf, hasDateParts, RESPONSE_TIME } from "@/lib/contracts/terms/pivot";
import type { NamedSheet } from "@/lib/tables/sheets-xlsx";
import { excelRefusal, type SpanCell, type SpanTable } from "@/lib/tables/span-table";
import { addressOf, type PivotState } from "./address";
import { dimensionRefusal, dimensionTitle, type Field } from "./fields";
import { totalsOf } from "./percent";
import { projectLine, spanTableOf } from "./pivot-file";
import type { Made, PivotGrid } from "./prepare-pivot";
import type { TableRead } from "./shown-table";

/** A book of tables: in the rows of each sheet one question, by the columns and filter of its set. */

/** Cells of one sheet: what more is, nobody reads, and a book has many. */
export const MOST_SHEET_CELLS = 20_000;

/** What stands in the rows of a book: the questions that can, a date by its months. */
export const bookRows = (fields: readonly Field[]): { dimension: string; title: string }[] =>
  fields.flatMap(({ id, dimension }) => {
    if (dimension === null || id === RESPONSE_TIME) return [];
    const own = dimension === "date" ? `${id}:month` : id;
    return [{ dimension: own, title: dimensionTitle(fields, own) }];
  });

/** A question that a book of all of them has no table of. */
export type NotTabulated = { id: string; title: string; reason: string };

/** Those that a project has beside `bookRows`: numbers, which no row is of. */
export const notTabulated = (fields: readonly Field[]): NotTabulated[] =>
  fields.flatMap((field) => {
    const reason = field.id === RESPONSE_TIME ? null : dimensionRefusal(field);
    return reason === null ? [] : [{ id: field.id, title: field.title, reason }];
  });

/** The address of a table that sheets are made by: its dates stay by the clock by which they are shown. */
export function bookTable({ state, timeZone }: Pick<TableRead, "state" | "timeZone">) {
  return addressOf({ ...state, zone: hasDateParts(state) ? timeZone : state.zone });
}

/** The state of one table of a book: in its rows the question alone, which then does not stand in the columns. */
export const bookState = (state: PivotState, dimension: string): PivotState => ({
  ...state,
  rows: [dimension],
  items: false,
  columns: state.columns.filter((each) => each !== dimension),
});

/** The id of a dimension's question. */
export const questionOf = (dimension: string, fields: readonly Field[]): string =>
  fields.some(({ id }) => id === dimension) ? dimension : (datePartOf(dimension)?.questionId ?? dimension);

/** Why a table does not go into a book; null: it does. */
export function sheetRefusal(grid: PivotGrid & { isEmpty: boolean }): string | null {
  const { rows, leaves, head, corner, isEmpty } = grid;
  if (isEmpty) return "Nobody answered it among the respondents of the book.";
  const cells = (rows.length + head.length) * (leaves.length + corner.length);
  if (cells <= MOST_SHEET_CELLS) {
    const refusal = excelRefusal(spanTableOf(grid, []));
    return refusal && `${refusal} Take questions out of the columns, or filter.`;
  }
  const number = (value: number) => value.toLocaleString("en");
  return `It has too many different answers: its table would have ${number(cells)} cells, and a sheet of a book has ${number(MOST_SHEET_CELLS)} at most. Group them on the page Questions, or filter.`;
}

type Sheet = {
  /** Text and id of the question. */
  title: string;
  project: string;
  made: Made;
  grid: PivotGrid;
  /** Filter, weight, base, tests, and when it was made. */
  remarks: readonly string[];
  /** The question stands in the columns of the other tables. */
  isOfColumns: boolean;
};

/** One sheet: what the table is of and how it was made, then the table as the screen shows it. */
export function bookSheet({ title, project, made, grid, remarks, isOfColumns }: Sheet): SpanTable {
  const table = spanTableOf(grid, []);
  const text = (value: string, isBold = false): SpanCell[] => [{ value, kind: "text", isBold }];
  const above: SpanCell[][] = [
    [{ value: title, kind: "text", isBold: true, isTitle: true }],
    text(projectLine(project)),
    ...remarks.map((remark) => text(remark)),
    text(basesLine(made)),
    ...(isOfColumns ? [text("It stands in the rows here, so it is left out of the columns.")] : []),
    [],
  ];
  const head = { from: above.length, rows: grid.head.length };
  return { ...table, rows: [...above, ...table.rows], sticky: { rows: 0, columns: table.sticky.columns }, head };
}

/** Respondents of the whole table, unweighted; null where the service gives no total. */
export function baseOf({ table }: Made): number | null {
  const { row, column } = totalsOf(table);
  return table.base[row]?.[column]?.[0] ?? null;
}

function basesLine(made: Made): string {
  const { table, isWeighted } = made;
  const { row, column } = totalsOf(table);
  const words = (value: number | null | undefined) =>
    value == null ? "unknown" : value.toLocaleString("en", { maximumFractionDigits: 1 });
  const of = (key: "weightedBase" | "effectiveBase") => words(table[key][row]?.[column]?.[0]);
  const weighted = isWeighted ? `, weighted ${of("weightedBase")}, effective ${of("effectiveBase")}` : "";
  return `Bases of the table: n ${words(baseOf(made))}${weighted}.`;
}

/** What the sheets of a set share, in words. Columns and filter are empty where there are none. */
export type SetWords = { columns: string; filter: string; base: string };

/** A question of the book: its sheet, or why it has none. `set`: null where it is of no set. */
export type IndexEntry = {
  set: SetWords | null;
  id: string;
  title: string;
  base: number | null;
  sheet: string | null;
  reason: string | null;
};

const NO_COLUMNS = "In total";
const NO_FILTER = "No filter";

/** The first sheet: every question with its number, and the links by cell of the rows. */
export function bookIndex(
  { project, about }: { project: string; about: readonly string[] },
  entries: readonly IndexEntry[],
): { table: SpanTable; links: { row: number; column: number; sheet: string }[] } {
  const text = (value: string | null, isBold = false): SpanCell => (value && { value, kind: "text", isBold }) || null;
  const above: SpanCell[][] = [
    [{ value: "Book of tables", kind: "text", isBold: true, isTitle: true }],
    [text(projectLine(project))],
    ...about.map((line) => [text(line)]),
    [],
  ];
  const names = ["Number", "Question", "Text", "Columns", "Filter", "Base", "Base (n)", "Sheet"];
  const head = names.map((each) => text(each, true));
  const rows = entries.map(({ id, title, base, sheet, reason, set }, at): SpanCell[] => [
    { value: at + 1, kind: "count" },
    text(id),
    text(title),
    text(set && (set.columns || NO_COLUMNS)),
    text(set && (set.filter || NO_FILTER)),
    text(set?.base ?? null),
    base === null ? null : { value: base, kind: "count" },
    text(sheet ?? (reason && `Not tabulated: ${reason}`)),
  ]);
  const first = above.length + 1;
  return {
    table: {
      rows: [...above, head, ...rows],
      sticky: { rows: 0, columns: 0 },
      widths: [9, 18, 50, 30, 30, 20, 11, 34],
      foot: [],
      head: { from: above.length, rows: 1 },
    },
    links: entries.flatMap(({ sheet }, at) => (sheet ? [{ row: first + at, column: names.length - 1, sheet }] : [])),
  };
}

/** What a question's step left: `base` as `baseOf` has it, `set` the place of its set; older ones are of the first. */
export type Tabulated = Pick<IndexEntry, "id" | "title" | "base"> & {
  sheet: SpanTable;
  /** The state of the answers that it is of, in words; null: the service does not say. Work of before has none. */
  answers?: string | null;
  set?: number | undefined;
};

/** A sheet's number, and the state of the answers that it is of. */
type SheetAnswers = { number: number; answers: string | null };

/** Which state of the answers the sheets of a book are of: each is read when its turn comes. A line each. */
export function answersLines(sheets: readonly SheetAnswers[]): string[] {
  const runs = new Map<string | null, [from: number, to: number][]>();
  for (const [at, { number, answers }] of sheets.entries()) {
    const known = runs.get(answers) ?? [];
    const last = known.at(-1);
    if (last && sheets[at - 1]?.answers === answers) last[1] = number;
    else known.push([number, number]);
    runs.set(answers, known);
  }
  if (runs.size <= 1) return [...runs.keys()].flatMap((answers) => (answers === null ? [] : [`All of ${answers}.`]));
  const lines = [...runs].map(([answers, spans]) => {
    const numbers = spans.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ");
    return `${/\D/.test(numbers) ? "Sheets" : "Sheet"} ${numbers}: ${answers ?? "the service does not say which answers"}.`;
  });
  return ["The sheets are not all of the same answers, which changed while the book was made:", ...lines];
}

/** Cells of a whole book: the package writes all sheets at once, out of memory. */
export const MOST_BOOK_CELLS = 300_000;

/** The sheets of a book and the entries of its index, question after question; from where it is full on, entries alone. */
export function newBook(sets: readonly SetWords[], mostCells = MOST_BOOK_CELLS) {
  const full = `The book is full: it has ${mostCells.toLocaleString("en")} cells at most. Make another one of the questions from here on.`;
  const entries: IndexEntry[] = [];
  const sheets: NamedSheet[] = [];
  const answers: SheetAnswers[] = [];
  const wordsOf = (set: number | null) => (set === null ? null : (sets[set] ?? null));
  let room = mostCells;
  return {
    entries,
    sheets,
    answers,
    leaveOut({ id, title }: Pick<IndexEntry, "id" | "title">, reason: string | null, set: number | null): void {
      entries.push({ id, title, base: null, sheet: null, reason, set: wordsOf(set) });
    },
    add({ id, title, base, sheet, answers: of = null, set = 0 }: Tabulated): void {
      room -= sheet.rows.reduce((sum, row) => sum + row.length, 0);
      const number = entries.length + 1;
      const name = room >= 0 ? sheetName(number, id) : null;
      if (name !== null) {
        sheets.push({ name, table: sheet, links: [{ row: 0, column: 0, sheet: "Index" }] });
        answers.push({ number, answers: of });
      }
      entries.push({ id, title, base, sheet: name, reason: name === null ? full : null, set: wordsOf(set) });
    },
  };
}

const MOST_NAME = 31;

/** Names that spreadsheets take: their number makes each another one. */
export function sheetName(number: number, id: string): string {
  const clean = id.replace(/[\p{Cc}\p{Cs}[\]:*?/\\']/gu, " ").replace(/\s+/g, " ");
  // No half of a character at the end.
  return `${number} ${clean.trim()}`
    .slice(0, MOST_NAME)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}
