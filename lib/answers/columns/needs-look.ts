import type { RawRow } from "@/lib/answers/files/answer-file";
import { cellsWithoutErrors } from "@/lib/answers/files/cell-value";
import { labelKey } from "@/lib/answers/questions/join-options";
import type { AnswerOption, ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { missingMatcher, numberOf, validOptions } from "@/lib/contracts/rules/answer-cells";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import { type DateOrder, dateOrders } from "@/lib/contracts/terms/answers";
import { areCodeLists, mayBeCodeLists } from "./cell-lists";
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
  const answers = rows.map(cellsWithoutErrors);
  const cellsOf = (column: string) => answers.map((cells) => cells[places.get(column) ?? -1]);
  for (const { column, reason } of problems) say(column, reason);
  for (const question of plan.questions) {
    for (const column of columnsOf(question)) say(column, ofOptions(question) ?? ofMissing(question));
  }
  for (const question of plan.questions) {
    if (question.kind === "multiple" || question.kind === "numeric" || question.kind === "date") continue;
    say(question.column, ofCountries(question, cellsOf(question.column)));
  }
  for (const question of plan.questions) {
    for (const column of columnsOf(question)) say(column, ofPairs(question, plan.decimal, cellsOf(column)));
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
  for (const question of plan.questions) {
    if (question.kind === "open") say(question.column, ofSigns(question, cellsOf(question.column)));
  }
  return columns.flatMap((column) => {
    const reason = reasons.get(column);
    return reason === undefined ? [] : [{ column, reason }];
  });
}

function ofOptions(question: PlannedQuestion): string | null {
  if (!("options" in question)) return null;
  if (question.options.length === 0) return "It has no options: nothing can be chosen.";
  if (question.options.length <= MANY_OPTIONS) return ofCase(question.options);
  return `It has ${question.options.length.toLocaleString("en")} options: is it a text or a number?`;
}

/** Across files options that are alike but for case are one; within a file, who wrote them may have meant several. */
function ofCase(options: readonly AnswerOption[]): string | null {
  const labels = new Map<string, string[]>();
  for (const { label, cells } of options) {
    const key = labelKey({ label });
    if (cells.includes(label)) labels.set(key, [...(labels.get(key) ?? []), label]);
  }
  const alike = [...labels.values()].find((each) => each.length > 1);
  if (!alike) return null;
  const named = alike.slice(0, MOST_ALIKE).map((label) => `“${label}”`);
  return `${named.slice(0, -1).join(", ")} and ${named.at(-1)} are options of their own, and differ in capitals alone: write them alike in the file if they are one.`;
}

const MOST_ALIKE = 4;

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

const CURRENCY_FIRST = /^([+-]?)[$€£¥]\s*/;
const SIGN_LAST = /[%$€£¥]$/;
/** Thousands with blanks or apostrophes between them. */
const GROUPED = /^[+-]?\d{1,3}([\s'’]\d{3})+([.,]\d+)?$/;

const isNumber = (text: string) => numberOf(text) !== null || numberOf(text, ",") !== null;

/** A number with a sign, or with thousands set apart, which is none as it is written. */
function isSigned(text: string): boolean {
  const bare = text.trim().replace(CURRENCY_FIRST, "$1").replace(SIGN_LAST, "").trimEnd();
  return !isNumber(text) && isNumber(GROUPED.test(bare) ? bare.replace(/[\s'’]/g, "") : bare);
}

function ofSigns({ missing }: PlannedQuestion, cells: readonly unknown[]): string | null {
  const isMissing = missingMatcher(missing);
  const texts = cells
    .filter((cell): cell is string | number => typeof cell === "string" || typeof cell === "number")
    .filter((cell) => isMissing(cell) === null)
    .map((cell) => String(cell).trim())
    .filter((text) => text !== "");
  const signed = texts.find(isSigned);
  if (signed === undefined || !texts.every((text) => isNumber(text) || isSigned(text))) return null;
  return `It looks like numbers with signs (${signed}), which are kept as text: write plain numbers in the file to have means.`;
}

/** Codes with a comma between them look like decimals where there are never more than two. */
function ofPairs(question: PlannedQuestion, decimal: ImportPlan["decimal"], cells: readonly unknown[]): string | null {
  const isMissing = missingMatcher(question.missing);
  const isAnswer = (cell: unknown): cell is string | number =>
    typeof cell === "number" || (typeof cell === "string" && cell.trim() !== "");
  const given = cells.filter(isAnswer).filter((cell) => isMissing(cell) === null);
  const pair = given.find((cell) => typeof cell === "string" && cell.includes(","));
  if (typeof pair !== "string" || !mayBeCodeLists(given)) return null;
  if (question.kind === "numeric" && decimal === ",")
    return `“${pair}” is read as ${numberOf(pair, ",")}: if these are lists of codes, take the column for several choices, with a comma between the options of a cell.`;
  const isList = question.kind === "multiple" && question.source.form === "list" && question.source.separator === ",";
  if (!isList || areCodeLists(given)) return null;
  return `“${pair}” is read as the options ${pair.replace(",", " and ")}: if these are decimals, take the column for a number, and choose the decimal comma.`;
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
