import { instantOf } from "../calendar/instants";
import type { AnswerOption, MissingCode, Question } from "../interfaces/answers";
import type { MissingKind, QuestionKind } from "../terms/answers";
import { composed } from "./composed";

/** How cells of a file are compared and read as numbers, and which of them are no answers. */
type Cell = string | number | boolean | null;
export type DecimalSign = "." | ",";

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** No number has a 0 before its thousands: 0,875 has decimals. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;

/** The number that a cell is, exactly as written; null when it is none. */
export function numberOf(cell: Cell, decimal: DecimalSign = "."): number | null {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== "string") return null;
  const given = cell.trim();
  const text = decimal === "," ? given.replace(/[.,]/g, (sign) => (sign === "," ? "." : ",")) : given;
  const digits = PLAIN.test(text) ? text : THOUSANDS.test(text) ? text.replaceAll(",", "") : null;
  if (digits === null) return null;
  const value = Number(digits);
  return Number.isFinite(value) ? value : null;
}

/**
 * No answer, weight or value is farther from 0: of a hundred million of them the sum of weights times that of weighted
 * squares, which figures are made of, is still a number.
 */
export const LARGEST_NUMBER = 1e70;

/** Digits beyond which numbers that differ would become one. */
const EXACT_DIGITS = 15;

/**
 * One text for all ways to write a value: 1, "1", "01" and "1.0" are one; texts count without outer blanks, and a letter
 * with its accent is one sign or two.
 */
export function cellKey(cell: Cell): string {
  if (typeof cell === "number") return String(cell === 0 ? 0 : cell);
  if (cell === null) return "";
  const text = composed(String(cell).trim());
  if (text.length > EXACT_DIGITS || !PLAIN.test(text)) return text;
  const value = Number(text);
  return String(value === 0 ? 0 : value);
}

/** One text for all ways to write a missing code. */
export const missingKey = (code: MissingCode): string =>
  "cell" in code ? cellKey(code.cell) : `${code.low ?? ""}..${code.high ?? ""}`;

/** Tells which cells a list of codes takes for missing, and of which kind. */
export function missingMatcher(
  codes: readonly MissingCode[],
  decimal?: DecimalSign,
): (cell: Cell) => MissingKind | null {
  const codeOf = codeMatcher(codes, decimal);
  return (cell) => codeOf(cell)?.kind ?? null;
}

/** Tells by which of a list of codes a cell is missing: one of its own comes before a range that holds it too. */
export function codeMatcher(codes: readonly MissingCode[], decimal?: DecimalSign): (cell: Cell) => MissingCode | null {
  const byKey = new Map<string, MissingCode>();
  const ranges: { low: number; high: number; code: MissingCode }[] = [];
  for (const code of codes) {
    if ("cell" in code) byKey.set(cellKey(code.cell), code);
    else ranges.push({ ...endsOf(code), code });
  }
  return (cell) => {
    const own = byKey.get(cellKey(cell));
    if (own !== undefined || ranges.length === 0) return own ?? null;
    const value = numberOf(cell, decimal);
    if (value === null) return null;
    return ranges.find(({ low, high }) => value >= low && value <= high)?.code ?? null;
  };
}

type RangeCode = Exclude<MissingCode, { cell: unknown }>;

const endsOf = ({ low, high }: RangeCode) => ({ low: low ?? -Infinity, high: high ?? Infinity });

/** Whether a range holds a number that another code stands for. */
export function overlaps(range: RangeCode, code: MissingCode): boolean {
  const { low, high } = endsOf(range);
  const value = "cell" in code ? numberOf(code.cell) : null;
  const other = "cell" in code ? { low: value ?? NaN, high: value ?? NaN } : endsOf(code);
  return other.low <= high && other.high >= low;
}

/** What the store of answers can hold of times. */
export const EARLIEST = Date.parse("1900-01-01T00:00:00Z");
export const LATEST = Date.parse("2299-12-31T23:59:59Z");

/** The time that a missing code of a date is, as 1900-01-01, in milliseconds since 1970; null: it is none. */
export function momentOfCode(code: MissingCode): number | null {
  const moment = "cell" in code && typeof code.cell === "string" ? instantOf(code.cell.trim(), "start") : null;
  return moment !== null && moment >= EARLIEST && moment <= LATEST ? moment : null;
}

/** Whether the store can hold a missing code as an answer of this kind, so that its mark can be removed later. */
function isStorable(kind: QuestionKind, code: MissingCode): boolean {
  if (kind === "date") return momentOfCode(code) !== null;
  return kind !== "numeric" || !("cell" in code) || numberOf(code.cell) !== null;
}

/** Whether cells with this code are read as missing: it is not marked, or cannot be stored as an answer. */
export const isReadAsMissing = (kind: QuestionKind, code: MissingCode): boolean =>
  !code.marked || !isStorable(kind, code);

/** Whether a code of a question can become an answer: the store has what was given, or which of these codes it was. */
export const isRestorable = ({ restorableCodes = [] }: Pick<Question, "restorableCodes">, code: MissingCode): boolean =>
  code.marked === true || restorableCodes.includes(missingKey(code));

export function withoutMark({ marked: _, ...code }: MissingCode): MissingCode {
  return code;
}

/** Codes with a mark where the store can hold them as answers of this kind. */
export const markedIfStorable = (kind: QuestionKind, missing: readonly MissingCode[]): MissingCode[] =>
  missing.map((code) => (isStorable(kind, code) ? { ...code, marked: true } : code));

type WithOptions = { options: readonly AnswerOption[]; missing: readonly MissingCode[] };

/** The codes of options that count as no answer, because a cell of theirs is a missing code, and of which kind. */
export function missingOptions({ options, missing }: WithOptions): Map<number, MissingKind> {
  if (missing.length === 0) return new Map();
  const kindOf = missingMatcher(missing);
  return new Map(
    options.flatMap(({ code, cells }) => {
      const kind = cells.map((cell) => kindOf(cell)).find((each) => each !== null);
      return kind ? [[code, kind] as const] : [];
    }),
  );
}

/** The options that count as answers. */
export function validOptions(question: WithOptions): AnswerOption[] {
  const missing = missingOptions(question);
  return question.options.filter(({ code }) => !missing.has(code));
}
