import type { RawCell, RawScalar } from "@/lib/answers/files/answer-file";
import { detached, isBlank, isList } from "@/lib/answers/files/cell-value";
import type { AnswerOption, ImportPlan, MissingCode, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import {
  cellKey,
  codeMatcher,
  type DecimalSign,
  EARLIEST,
  isReadAsMissing,
  LARGEST_NUMBER,
  LATEST,
  missingKey,
  missingMatcher,
  numberOf,
  overlaps,
} from "@/lib/contracts/rules/answer-cells";
import { shortened } from "@/lib/contracts/rules/shortened";
import type { DateOrder, MissingKind } from "@/lib/contracts/terms/answers";
import { splitCell } from "./cell-lists";
import { momentOfNumber } from "./moment-numbers";
import { epochOf, isOfBirth, lastBirthYear, readMoment } from "./moments";
import { startsNotChosen } from "./not-chosen";
import { anyNumber } from "./number-styles";

/** Why there is no answer; `codes`: the restorable codes in its columns of marks, by their keys. */
type Missing = { readonly missing: MissingKind; readonly codes?: readonly string[] };
const MISSING: Record<MissingKind, Missing> = {
  not_asked: { missing: "not_asked" },
  no_answer: { missing: "no_answer" },
};

/**
 * An answer by its question's kind: numeric a number; scale and single a code; multiple the chosen codes (none of
 * them: an empty list); open a text; date milliseconds since 1970 in UTC.
 */
export type Answer = number | string | readonly number[] | Missing;

/** A cell that is no answer, and why; the answer is missing then, the row is kept. */
export type CellProblem = { column: string; value: string; reason: string };

/** Reads one question's answer from a row's cells, and puts what it refuses into `problems`. */
export type AnswerReader = (cells: readonly RawCell[], problems: CellProblem[]) => Answer;

type PlaceOf = (column: string) => number;
type Settings = Pick<ImportPlan, "timeZone" | "decimal">;

export function answerReader(question: PlannedQuestion, placeOf: PlaceOf, settings: Settings): AnswerReader {
  if (question.kind === "multiple") return multipleReader(question, placeOf);
  const { column } = question;
  const at = placeOf(column);
  const missingOf = missingMatcher(readCodes(question), settings.decimal);
  const markedOf = missingMatcher(question.missing, settings.decimal);
  const blank = MISSING[question.blank];
  const read = valueReader(question, settings);
  // Most cells of a survey are one of a few codes: what they mean is worked out once.
  const known = new Map<RawCell, number | string>();
  return (cells, problems) => {
    const cell = cells[at] ?? null;
    const before = known.get(cell);
    if (before !== undefined) return before;
    if (isBlank(cell)) return blank;
    if (isList(cell)) return refused(problems, column, cell, "is a list, where one value belongs");
    const kind = missingOf(cell);
    if (kind !== null) return MISSING[kind];
    const found = read(cell);
    // A marked code that is no option, as one that the sample lacked.
    const marked = typeof found === "object" ? markedOf(cell) : null;
    if (marked !== null) return MISSING[marked];
    if (typeof found === "object") return refused(problems, column, cell, found.reason);
    if (known.size < MOST_KNOWN && String(cell).length < LONGEST_QUOTE)
      known.set(typeof cell === "string" ? detached(cell) : cell, found);
    return found;
  };
}

const readCodes = ({ kind, missing }: PlannedQuestion) => missing.filter((code) => isReadAsMissing(kind, code));

const MOST_KNOWN = 500;

/** Cells are quoted only so far. */
const LONGEST_QUOTE = 80;

export function quoted(cell: RawCell): string {
  return shortened(isList(cell) ? JSON.stringify(cell) : String(cell ?? ""), LONGEST_QUOTE);
}

function refused(problems: CellProblem[], column: string, cell: RawCell, why: string): Missing {
  const value = quoted(cell);
  problems.push({ column, value, reason: `“${value}” ${why}.` });
  return MISSING.no_answer;
}

type Refusal = { reason: string };
type SingleColumn = Exclude<PlannedQuestion, { kind: "multiple" }>;

function valueReader(
  question: SingleColumn,
  { timeZone, decimal }: Settings,
): (cell: RawScalar) => number | string | Refusal {
  if (question.kind === "open") return (cell) => String(cell);
  if (question.kind === "numeric") return (cell) => countedNumber(cell, decimal);
  if (question.kind === "date") {
    const { order } = question;
    // A day stays that day for whoever reads it, as filters and tables of every zone take it.
    const zones = { times: timeZone, days: "UTC" };
    const lastYear = isOfBirth(question.column) || isOfBirth(question.text) ? lastBirthYear() : undefined;
    return (cell) =>
      momentOf(cell, order, { ...zones, lastYear }) ?? { reason: "is not a date of the years 1900 to 2299" };
  }
  const codes = codesByKey(question.options);
  return (cell) => codes.get(cellKey(cell)) ?? { reason: "is none of the question's options" };
}

const TOO_LARGE = `is a number beyond ${LARGEST_NUMBER}, more than can be counted with`;

/** The number that a cell is, or why it is none that can be counted with, to follow the cell. */
export function countedNumber(cell: RawScalar, decimal: DecimalSign): number | Refusal {
  const number = anyNumber(cell, decimal);
  if (number === null) return { reason: "is not a number" };
  return Math.abs(number) <= LARGEST_NUMBER ? number : { reason: TOO_LARGE };
}

/**
 * In which zone (IANA) a clock's time is read that names none, and in which a day without a time begins; `lastYear`: what
 * a year of two digits can be at most.
 */
type Zones = { times: string; days: string; lastYear?: number | undefined };

/** Milliseconds since 1970; null for what is no date of the years 1900 to 2299. */
export function momentOf(cell: RawScalar, order: DateOrder, { times, days, lastYear }: Zones): number | null {
  const moment = typeof cell === "string" ? readMoment(cell, order, lastYear) : null;
  const found = moment ?? momentOfNumber(cell);
  if (typeof found === "number") return found >= EARLIEST && found <= LATEST ? found : null;
  const epoch = found ? epochOf(found, found.hasTime ? times : days) : null;
  return epoch !== null && epoch >= EARLIEST && epoch <= LATEST ? epoch : null;
}

function codesByKey(options: readonly AnswerOption[]): Map<string, number> {
  return new Map(options.flatMap(({ code, cells }) => cells.map((cell) => [cellKey(cell), code] as const)));
}

type Multiple = Extract<PlannedQuestion, { kind: "multiple" }>;

function multipleReader(question: Multiple, placeOf: PlaceOf): AnswerReader {
  if (question.source.form === "flags") return flagsReader(question, question.source, placeOf);
  return question.source.form === "list"
    ? listReader(question, question.source, placeOf)
    : choicesReader(question, question.source.columns, placeOf);
}

/** None chosen: refused when all that was said is a refusal, not asked when nothing was said at all, else an empty list. */
function withoutChoice(kinds: readonly (MissingKind | null)[]): Missing | readonly number[] {
  const said = kinds.filter((kind) => kind !== "not_asked");
  if (said.length === 0) return MISSING.not_asked;
  return said.every((kind) => kind === "no_answer") ? MISSING.no_answer : [];
}

type Source<Form> = Extract<Multiple["source"], { form: Form }>;

function flagsReader(question: Multiple, source: Source<"flags">, placeOf: PlaceOf): AnswerReader {
  const flags = source.columns.map(({ column, code }) => ({ column, code, at: placeOf(column) }));
  const read = flagReader(question, source);
  return (cells, problems) => {
    // Columns of options that were merged have one code.
    const codes = new Set<number>();
    const kinds: (MissingKind | null)[] = [];
    const restorable: string[] = [];
    for (const { column, code, at } of flags) {
      const cell = cells[at] ?? null;
      if (isList(cell)) {
        kinds.push("no_answer");
        refused(problems, column, cell, "is a list, where one value belongs");
        continue;
      }
      const { isChosen, kind, key } = read(cell);
      if (isChosen) codes.add(code);
      if (key !== null && !restorable.includes(key)) restorable.push(key);
      kinds.push(isChosen === null ? refused(problems, column, cell, NEITHER).missing : kind);
    }
    if (codes.size > 0) return [...codes];
    const answer = withoutChoice(kinds);
    return restorable.length > 0 && "missing" in answer ? { ...answer, codes: restorable } : answer;
  };
}

/** What a cell of a column of marks says. `isChosen`: null where it says neither; `key`: of a restorable code. */
type Flag = { isChosen: boolean | null; kind: MissingKind | null; key: string | null };

/** Reads single cells of columns of marks: each that comes often once. */
function flagReader({ missing, blank }: Multiple, source: Source<"flags">): (cell: RawScalar) => Flag {
  const { chosen, blankIsNone } = source;
  const saysChosen = markReader(chosen);
  const codeOf = codeMatcher(missing);
  const restorable = new Set(restorableCodes(source, missing));
  const blankFlag: Flag = { isChosen: false, kind: blankIsNone ? null : blank, key: null };
  const read = (cell: RawScalar): Flag => {
    if (isBlank(cell)) return blankFlag;
    const code = codeOf(cell);
    if (code === null) return { isChosen: saysChosen(cell), kind: null, key: null };
    const key = missingKey(code);
    return { isChosen: false, kind: code.kind, key: restorable.has(key) ? key : null };
  };
  const known = new Map<RawScalar, Flag>();
  return (cell) => {
    const before = known.get(cell);
    if (before !== undefined) return before;
    const flag = read(cell);
    if (known.size < MOST_KNOWN && String(cell).length < LONGEST_QUOTE)
      known.set(typeof cell === "string" ? detached(cell) : cell, flag);
    return flag;
  };
}

const NEITHER = "says neither that the option is chosen nor that it is not";

const markKey = (cell: RawScalar): string => cellKey(cell).toLowerCase();

/**
 * The missing codes of columns of marks that can be restored, by their keys: read as an answer, each cell of theirs says
 * that its option is not chosen.
 */
export function restorableCodes({ chosen }: Source<"flags">, missing: readonly MissingCode[]): string[] {
  if (chosen === null) return [];
  const saysChosen = markReader(chosen);
  const numbers = chosen.filter((cell) => numberOf(cell) !== null);
  const saysNot = (code: MissingCode) =>
    "cell" in code
      ? saysChosen(code.cell) === false
      : numbers.length > 0 && !numbers.some((cell) => overlaps(code, { cell, kind: code.kind }));
  return missing.filter(saysNot).map(missingKey);
}

/**
 * Whether a cell says that its option is chosen; null: it says neither. Beside a number that says so, any other says that
 * it is not: 2 beside 1, or whatever a set of .sav has beside the value that it counts.
 */
function markReader(chosen: Source<"flags">["chosen"]): (cell: RawScalar) => boolean | null {
  if (chosen === null) return () => true;
  const known = new Map<string, boolean | null>(chosen.map((cell) => [markKey(cell), true]));
  const hasNumbers = chosen.some((cell) => numberOf(cell) !== null);
  return (cell) => {
    const mark = markKey(cell);
    const before = known.get(mark);
    if (before !== undefined) return before;
    const isNot = startsNotChosen(mark) || (hasNumbers && numberOf(mark) !== null);
    if (known.size < MOST_KNOWN && mark.length < LONGEST_QUOTE) known.set(detached(mark), isNot ? false : null);
    return isNot ? false : null;
  };
}

function choicesReader(question: Multiple, columns: readonly string[], placeOf: PlaceOf): AnswerReader {
  const places = columns.map((column) => ({ column, at: placeOf(column) }));
  const collect = choiceCollector(question);
  return (cells, problems) => {
    const cellsOf = places.map(({ column, at }) => ({ column, cell: cells[at] ?? null }));
    return collect(cellsOf, problems);
  };
}

function listReader(question: Multiple, { column, separator }: Source<"list">, placeOf: PlaceOf): AnswerReader {
  const at = placeOf(column);
  const collect = choiceCollector(question);
  const codes = codesByKey(question.options);
  const isOption = (text: string) => codes.has(cellKey(text));
  return (cells, problems) => {
    const cell = cells[at] ?? null;
    const parts = isList(cell)
      ? cell
      : typeof cell === "string" && separator !== null
        ? splitCell(cell, separator, isOption)
        : [cell];
    const given = parts.filter((part) => !isBlank(part));
    return collect(
      given.length > 0 ? given.map((part) => ({ column, cell: part })) : [{ column, cell: null }],
      problems,
    );
  };
}

function choiceCollector(question: Multiple) {
  const { options, blank } = question;
  const codeOf = codesByKey(options);
  const missingOf = missingMatcher(readCodes(question));
  const markedOf = missingMatcher(question.missing);
  return (given: readonly { column: string; cell: RawCell }[], problems: CellProblem[]): Answer => {
    const codes = new Set<number>();
    const kinds = given.map(({ column, cell }): MissingKind | null => {
      if (isBlank(cell)) return blank;
      const kind = isList(cell) ? null : missingOf(cell);
      if (kind !== null) return kind;
      const code = isList(cell) ? undefined : codeOf.get(cellKey(cell));
      const marked = code === undefined && !isList(cell) ? markedOf(cell) : null;
      if (marked !== null) return marked;
      if (code === undefined) return refused(problems, column, cell, "is none of the question's options").missing;
      codes.add(code);
      return null;
    });
    return codes.size > 0 ? [...codes] : withoutChoice(kinds);
  };
}
