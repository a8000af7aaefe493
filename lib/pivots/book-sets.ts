import type { Question } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { MOST_BOOK_SETS, MOST_SHEETS } from "@/lib/contracts/terms/exports";
import { filterWords } from "@/lib/tables/filter-words";
import type { PivotState } from "./address";
import { isBanner } from "./banner";
import { bookState, MOST_BOOK_CELLS, MOST_SHEET_CELLS, type SetWords } from "./book";
import { bookColumns } from "./book-columns";
import type { Field } from "./fields";
import { baseRuleNames } from "./remarks";

/** Sheets of a book that share the columns, filter and settings of a table: one for each of these dimensions. */
export type BookSet = { state: PivotState; dimensions: readonly string[] };

/** What the sheets of a set share, in words; without the project's questions by their ids. */
export const setWords = (state: PivotState, fields: readonly Field[], questions: readonly Question[]): SetWords => ({
  columns: bookColumns(state, fields),
  filter: state.filter.map((item) => filterWords(item, questions)).join("; "),
  base: baseRuleNames[state.baseRule],
});

/** The sheets of all sets together. */
export const countSheets = (sets: readonly BookSet[]): number =>
  sets.reduce((sum, { dimensions }) => sum + dimensions.length, 0);

/** Why such a book is not begun; null: it can be. */
export function bookRefusal(sets: readonly BookSet[], questions: readonly Question[]): string | null {
  const number = (value: number) => value.toLocaleString("en");
  if (sets.length > MOST_BOOK_SETS) return `A book has at most ${MOST_BOOK_SETS} sets of sheets. Remove some.`;
  const empty = sets.findIndex(({ dimensions }) => dimensions.length === 0);
  if (empty >= 0) return `Choose at least one question${sets.length > 1 ? ` for set ${empty + 1}` : ""}.`;
  const sheets = countSheets(sets);
  if (sheets > MOST_SHEETS) {
    return `This book would have ${number(sheets)} sheets, and a book has at most ${number(MOST_SHEETS)}. Choose fewer questions.`;
  }
  const cells = cellsOf(sets, questions);
  if (cells <= MOST_BOOK_CELLS) return null;
  return `This book would have up to ${number(cells)} cells, and a book has at most ${number(MOST_BOOK_CELLS)}. Choose fewer questions, columns or values, or make two books.`;
}

/** Rows of a table beside its options: its head, total and bases. */
const FURTHER_ROWS = 6;

/** Cells of all sheets if every option occurs; sheets that are too large by themselves are left out of a book. */
function cellsOf(sets: readonly BookSet[], questions: readonly Question[]): number {
  const options = new Map(questions.map((question) => [question.id, validOptions(question).length]));
  const sizeOf = (id: string) => Math.max(1, options.get(id) ?? 1);
  let cells = 0;
  for (const { state, dimensions } of sets) {
    for (const dimension of dimensions) {
      const own = bookState(state, dimension);
      const sheet = (sizeOf(dimension) + FURTHER_ROWS) * (1 + columnsOf(own, sizeOf) * own.values.length);
      if (sheet <= MOST_SHEET_CELLS) cells += sheet;
    }
  }
  return cells;
}

/** With the one of everybody. */
function columnsOf(state: PivotState, sizeOf: (id: string) => number): number {
  const sizes = state.columns.map(sizeOf);
  if (sizes.length === 0) return 1;
  return 1 + sizes.reduce((all, size) => (isBanner(state) ? all + size : all * size));
}
