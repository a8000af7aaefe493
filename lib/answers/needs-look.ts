import { missingMatcher, numberOf, validOptions } from "@/lib/contracts/answer-cells";
import { columnsOf, type DateOrder, dateOrders, type ImportPlan, type PlannedQuestion } from "@/lib/contracts/answers";
import type { RawRow } from "./files/answer-file";
import { isDoubtful, mayHaveNamibia } from "./guess-missing";
import { readMoment } from "./moments";
import type { CellProblem } from "./read-answer";

type Seen = {
  columns: readonly string[];
  /** The rows of the sample. */
  rows: readonly RawRow[];
  /** What could not be read in them. */
  problems: readonly CellProblem[];
};

export type Look = { column: string; reason: string };

/** Options that nobody reads through; a text or a number is rather meant. */
const MANY_OPTIONS = 50;

/** The columns whose reading a person should check, each with the first reason why. */
export function columnsToLookAt(plan: ImportPlan, { columns, rows, problems }: Seen): Look[] {
  const reasons = new Map<string, string>();
  const say = (column: string, reason: string | null) => {
    if (reason !== null && !reasons.has(column)) reasons.set(column, reason);
  };
  const places = new Map(columns.map((name, at) => [name, at]));
  const cellsOf = (column: string) => rows.map(({ cells }) => cells[places.get(column) ?? -1]);
  for (const { column, reason } of problems) say(column, reason);
  for (const question of plan.questions) {
    for (const column of columnsOf(question)) say(column, ofOptions(question) ?? ofMissing(question));
  }
  for (const question of plan.questions) {
    if (question.kind === "multiple" || question.kind === "numeric" || question.kind === "date") continue;
    say(question.column, ofCountries(question, cellsOf(question.column)));
  }
  // The first rows may leave open what a later one tells.
  const settled = new Set(plan.settledOrders);
  for (const { column, order } of datesOf(plan)) {
    if (order !== "ymd" && !settled.has(column) && isOrderOpen(cellsOf(column))) {
      say(column, "Its dates can be read as month/day or as day/month.");
    }
  }
  for (const question of plan.questions) {
    if (question.kind === "open" && areDatesOfSeveralOrders(cellsOf(question.column))) {
      say(question.column, "Its dates are written in several orders: no single one reads them all.");
    }
  }
  return columns.flatMap((column) => {
    const reason = reasons.get(column);
    return reason === undefined ? [] : [{ column, reason }];
  });
}

function ofOptions(question: PlannedQuestion): string | null {
  if (!("options" in question)) return null;
  if (question.options.length === 0) return "It has no options: nothing can be chosen.";
  if (question.options.length <= MANY_OPTIONS) return null;
  return `It has ${question.options.length.toLocaleString("en")} options: is it a text or a number?`;
}

/** A number, or a word of two meanings, that no file or label calls missing was taken for it by custom. */
function ofMissing({ missing }: PlannedQuestion): string | null {
  const guessed = missing.flatMap((code) => ("cell" in code && code.label === undefined ? code.cell : []));
  const number = guessed.find((cell) => numberOf(cell) !== null);
  if (number !== undefined) return `${number} is taken for a missing answer.`;
  const text = guessed.find((cell) => typeof cell === "string" && isDoubtful(cell));
  return text === undefined ? null : `“${text}” is taken for a missing answer.`;
}

/** Of options all are known, of a text only what is in the sample. */
function ofCountries(question: PlannedQuestion, cells: readonly unknown[]): string | null {
  const isMissing = missingMatcher(question.missing);
  const isAnswer = (cell: unknown): cell is string => typeof cell === "string" && isMissing(cell) === null;
  const texts = "options" in question ? validOptions(question).map(({ label }) => label) : cells.filter(isAnswer);
  if (!mayHaveNamibia([...new Set(texts)])) return null;
  return "“NA” is taken for an answer, as Namibia among codes of countries: make it a missing code if it says that there is none.";
}

const datesOf = ({ time, end, questions }: ImportPlan) => [
  ...(time ? [time] : []),
  ...(end ? [end] : []),
  ...questions.flatMap((question) => (question.kind === "date" ? [question] : [])),
];

function isOrderOpen(cells: readonly unknown[]): boolean {
  const dates = cells.filter((cell): cell is string => typeof cell === "string" && cell.trim() !== "");
  const isBoth = (cell: string) => {
    const [one, other] = [readMoment(cell, "mdy"), readMoment(cell, "dmy")];
    return one !== null && other !== null;
  };
  const differs = (cell: string) => readMoment(cell, "mdy")?.month !== readMoment(cell, "dmy")?.month;
  return dates.length > 0 && dates.every(isBoth) && dates.some(differs);
}

/** All of them are dates, and no order reads them all. */
function areDatesOfSeveralOrders(cells: readonly unknown[]): boolean {
  const texts = cells.filter((cell): cell is string => typeof cell === "string" && cell.trim() !== "");
  const isRead = (cell: string, order: DateOrder) => readMoment(cell, order) !== null;
  const areDates = texts.every((cell) => dateOrders.some((order) => isRead(cell, order)));
  return texts.length > 1 && areDates && !dateOrders.some((order) => texts.every((cell) => isRead(cell, order)));
}
