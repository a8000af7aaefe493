import { rowFilter } from "@/lib/answers/columns/known-exports";
import {
  type Answer,
  answerReader,
  type CellProblem,
  countedNumber,
  momentOf,
  quoted,
} from "@/lib/answers/columns/read-answer";
import type { AnswerFile, RawCell, RawRow } from "@/lib/answers/files/answer-file";
import { cellsWithoutErrors, isBlank, isList } from "@/lib/answers/files/cell-value";
import type { ImportPlan, RowFilter } from "@/lib/contracts/interfaces/answers";
import { missingMatcher } from "@/lib/contracts/rules/answer-cells";
import { columnsOf } from "@/lib/contracts/rules/import-plan";

/** A row as the plan reads it. Times are milliseconds since 1970 in UTC; weights in the plan's order, null without one. */
export type ReadResponse = {
  row: number;
  id: string | null;
  time: number | null;
  end: number | null;
  weights: readonly (number | null)[];
  /** In the order of the plan's questions. */
  answers: readonly Answer[];
};

/** `column` and `value` are null where the row as a whole is meant. */
export type RowProblem = { row: number; column: string | null; value: string | null; reason: string };

/**
 * Of a batch of rows: those that are kept, those that are refused, and cells of kept rows that are reported; `blank`:
 * how many blank rows stand before and between them; `leftOut`: how many the plan leaves out, as previews and tests.
 */
export type ReadBatch = {
  kept: ReadResponse[];
  refused: RowProblem[];
  reported: RowProblem[];
  blank: number;
  leftOut: number;
};

type ReadRow =
  | { kept: ReadResponse; reported: CellProblem[] }
  | { refused: CellProblem | string }
  | { leftOut: RowFilter["reason"] };

/**
 * Reads a file's rows by a plan, a batch at a time. Every row is kept, refused, left out or blank, so these always add up to
 * the rows between the header and the last row with something in it: blank rows behind that one are where a table ends,
 * and not counted. Throws an AppError where the file itself ends early.
 */
export async function* readRows(
  file: Pick<AnswerFile, "columns" | "rows" | "lastHeaderRow">,
  plan: ImportPlan,
): AsyncGenerator<ReadBatch> {
  const read = rowReader(
    plan,
    file.columns.map(({ name }) => name),
  );
  let last = file.lastHeaderRow ?? 0;
  for await (const rows of file.rows()) {
    const blank = blankRows(rows, last);
    last = rows.at(-1)?.row ?? last;
    yield { ...readBatch(rows, read), blank };
  }
}

/** A workbook may number its rows as it likes: what does not go up passes no row over. */
function blankRows(rows: readonly RawRow[], before: number): number {
  const passedOver = rows.map(({ row }, at) => Math.max(0, row - (rows[at - 1]?.row ?? before) - 1));
  return passedOver.reduce((sum, count) => sum + count, 0);
}

function readBatch(rows: readonly RawRow[], read: (row: RawRow) => ReadRow): Omit<ReadBatch, "blank"> {
  const batch: Omit<ReadBatch, "blank"> = { kept: [], refused: [], reported: [], leftOut: 0 };
  for (const raw of rows) {
    const { row } = raw;
    const found = read(raw);
    if ("kept" in found) {
      batch.kept.push(found.kept);
      for (const problem of found.reported) batch.reported.push({ row, ...problem });
    } else if ("leftOut" in found) batch.leftOut += 1;
    else if (typeof found.refused === "string") {
      batch.refused.push({ row, column: null, value: null, reason: found.refused });
    } else batch.refused.push({ row, ...found.refused });
  }
  return batch;
}

/** Reads single rows whose cells are in the order of `columns`. The plan has to fit them (`planProblems`). */
export function rowReader(plan: ImportPlan, columns: readonly string[]): (row: RawRow) => ReadRow {
  const places = new Map(columns.map((name, at) => [name, at]));
  const placeOf = (column: string) => places.get(column) ?? -1;
  const readers = plan.questions.map((question) => answerReader(question, placeOf, plan));
  const filtered = rowFilter(plan.rowFilters, placeOf);
  const readId = idReader(plan, placeOf);
  const readTime = timeReader(plan.time, plan.timeZone, placeOf);
  const readEnd = timeReader(plan.end, plan.timeZone, placeOf);
  const weights = plan.weights.map((column) => weightReader(column, plan.decimal, placeOf));
  return (raw) => {
    const { row, cells, problem } = raw;
    if (problem !== undefined) return { refused: problem };
    const leftOut = filtered(cells);
    if (leftOut !== null) return { leftOut };
    const problems = doubts(raw, columns);
    const id = readId(cells);
    if (typeof id === "object" && id !== null) return { refused: id };
    const given = readTime(cells);
    // Without its time a response would stand in no trend, unseen: that is refused, or reported at least.
    if (typeof given === "object" && given !== null && plan.time?.unreadable !== "keep") return { refused: given };
    const time = typeof given === "object" ? null : given;
    if (typeof given === "object" && given !== null) problems.push(given);
    const ended = readEnd(cells);
    const end = typeof ended === "object" ? null : ended;
    if (typeof ended === "object" && ended !== null) problems.push(ended);
    const reversed = endBeforeStart(plan, cells, placeOf, { time, end });
    if (reversed && plan.endBeforeStart === "refuse") return { refused: reversed };
    if (reversed) problems.push(reversed);
    const usable = cellsWithoutErrors(raw);
    const read = readers.map((reader) => reader(usable, problems));
    const answers = raw.errors ? withErrors(plan, columns, { raw, answers: read, problems }) : read;
    const kept = { row, id, time, end, weights: weights.map((read) => read(cells, problems)), answers };
    return { kept, reported: problems };
  };
}

function doubts({ cells, doubt }: RawRow, columns: readonly string[]): CellProblem[] {
  if (!doubt) return [];
  return [{ column: columns[doubt.at] ?? "", value: quoted(cells[doubt.at] ?? null), reason: doubt.reason }];
}

type Failed = { raw: RawRow; answers: readonly Answer[]; problems: CellProblem[] };

/** The answers, none where a formula has failed and nothing else is said; each such cell of a question is reported. */
function withErrors(
  { questions }: ImportPlan,
  columns: readonly string[],
  { raw, answers, problems }: Failed,
): Answer[] {
  const failed = new Map((raw.errors ?? []).map((at) => [columns[at], quoted(raw.cells[at] ?? null)] as const));
  return answers.map((answer, at) => {
    const question = questions[at];
    const inQuestion = question ? columnsOf(question).filter((column) => failed.has(column)) : [];
    for (const column of inQuestion) {
      const value = failed.get(column) ?? "";
      problems.push({ column, value, reason: `“${value}” is the error of a formula, and read as no answer.` });
    }
    return inQuestion.length > 0 && typeof answer === "object" && "missing" in answer
      ? { ...answer, missing: "no_answer" }
      : answer;
  });
}

type PlaceOf = (column: string) => number;

function idReader({ id }: ImportPlan, placeOf: PlaceOf): (cells: readonly RawCell[]) => string | CellProblem | null {
  if (id === null) return () => null;
  const at = placeOf(id);
  return (cells) => {
    const cell = cells[at] ?? null;
    const value = isBlank(cell) || isList(cell) ? "" : idOf(String(cell).trim());
    return (
      value || { column: id, value: quoted(cell), reason: "The id is blank: a row without one could never be updated." }
    );
  };
}

/** Tools that take ids for numbers write 1000 as 1000.0. Zeros before it are part of an id. */
const idOf = (text: string): string => (/^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf(".")) : text);

function timeReader(
  chosen: ImportPlan["time"],
  timeZone: string,
  placeOf: PlaceOf,
): (cells: readonly RawCell[]) => number | CellProblem | null {
  if (chosen === null) return () => null;
  const { column, order, missing = [] } = chosen;
  const at = placeOf(column);
  const isMissing = missingMatcher(missing.map((cell) => ({ cell, kind: "no_answer" })));
  return (cells) => {
    const cell = cells[at] ?? null;
    if (isBlank(cell)) return null;
    const moment = isList(cell) ? null : momentOf(cell, order, { times: timeZone, days: timeZone });
    if (moment !== null || (!isList(cell) && isMissing(cell) !== null)) return moment;
    return { column, value: quoted(cell), reason: `“${quoted(cell)}” is not a date of the years 1900 to 2299.` };
  };
}

function weightReader(
  column: string,
  decimal: ImportPlan["decimal"],
  placeOf: PlaceOf,
): (cells: readonly RawCell[], problems: CellProblem[]) => number | null {
  const at = placeOf(column);
  return (cells, problems) => {
    const cell = cells[at] ?? null;
    if (isBlank(cell)) return null;
    const weight = isList(cell) ? { reason: "is not a number" } : countedNumber(cell, decimal);
    if (typeof weight === "number" && weight >= 0) return weight;
    const why = typeof weight === "number" ? "is negative" : weight.reason;
    problems.push({
      column,
      value: quoted(cell),
      reason: `The weight “${quoted(cell)}” ${why}: the row does not count where it weights.`,
    });
    return null;
  };
}

function endBeforeStart(
  { time: from, end: to }: ImportPlan,
  cells: readonly RawCell[],
  placeOf: PlaceOf,
  { time, end }: { time: number | null; end: number | null },
): CellProblem | null {
  if (from === null || to === null || time === null || end === null || end >= time) return null;
  const value = quoted(cells[placeOf(to.column)] ?? null);
  const start = quoted(cells[placeOf(from.column)] ?? null);
  return {
    column: to.column,
    value,
    reason: `The end, ${value}, is before the start, ${start}: one of the two is wrong.`,
  };
}
