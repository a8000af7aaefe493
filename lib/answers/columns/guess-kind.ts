import type { FileColumn, RawScalar, ValueLabel } from "@/lib/answers/files/answer-file";
import { withUnit } from "@/lib/answers/files/cell-units";
import type { AnswerOption, MissingCode } from "@/lib/contracts/interfaces/answers";
import { cellKey, LARGEST_NUMBER, missingMatcher, numberOf } from "@/lib/contracts/rules/answer-cells";
import type { DateOrder, QuestionKind } from "@/lib/contracts/terms/answers";
import { areCodeLists, guessSeparator } from "./cell-lists";
import { guessMissing, placeholders } from "./guess-missing";
import { momentNumberKind } from "./moment-numbers";
import { readMoment } from "./moments";
import { anyNumber, styledNumber } from "./number-styles";
import { type ColumnProfile, ofAnswers } from "./profile";

/** What a single column looks like by itself. */
export type ColumnGuess = {
  kind: QuestionKind;
  missing: MissingCode[];
  /** Its values that are answers, by number or as they appeared. */
  values: { cell: RawScalar; count: number }[];
  /** Its values that are no answers. */
  missed: { cell: RawScalar; count: number }[];
  /** What is counted of the answers. */
  counted: ColumnProfile;
  dateOrder: DateOrder;
  /** The order of its dates cannot be told from them. */
  isOrderOpen: boolean;
  separator: string | null;
};

/** Of a hundred cells this many have to be dates or numbers; the rest is refused, and said. */
const MOST_OF = 0.95;
const MOST_OPTIONS = 50;
const MOST_CODES = 12;
const LONGEST_OPTION = 120;
const SCALES = new Set([5, 7, 9, 10, 11]);

export function guessColumn(column: FileColumn, profile: ColumnProfile): ColumnGuess {
  const { missing, seen, counted, dates } = withoutMissing(column, profile);
  const { values } = seen;
  const isMissing = missingMatcher(missing);
  const areLists = areCodeLists(values.map(({ cell }) => cell));
  const separator = profile.lists > 0 ? null : areLists ? "," : guessSeparator(values);
  const kind = guessKind(column, counted, { ...seen, dates, separator, areLists });
  return {
    kind,
    missing,
    values,
    missed: [...profile.values.values()].filter(({ cell }) => isMissing(cell) !== null),
    counted,
    dateOrder: dates.order,
    isOrderOpen: dates.isOpen && kind === "date",
    separator,
  };
}

type Seen = { values: { cell: RawScalar; count: number }[]; answers: number };

function seenIn(profile: ColumnProfile, missing: readonly MissingCode[]): Seen {
  const isMissing = missingMatcher(missing);
  const values = [...profile.values.values()].filter(({ cell }) => isMissing(cell) === null);
  return { values: sorted(values), answers: values.reduce((sum, { count }) => sum + count, 0) };
}

/** A column's answers, without missing codes and without placeholders, which take no column's kind away. */
function withoutMissing(column: FileColumn, profile: ColumnProfile) {
  const answersBeside = (missing: MissingCode[]) => {
    const isMissing = missingMatcher(missing);
    const seen = seenIn(profile, missing);
    const counted = ofAnswers(profile, (cell) => isMissing(cell) !== null);
    return { missing, seen, counted, dates: guessDates(seen, counted) };
  };
  const answers = answersBeside(guessMissing(column, profile));
  const more = profile.lists > 0 || column.valueLabels?.length ? [] : placeholdersIn(answers);
  return more.length > 0 ? answersBeside([...answers.missing, ...more]) : answers;
}

function placeholdersIn({ seen, dates: { order } }: { seen: Seen; dates: Dates }): MissingCode[] {
  const isTime = (cell: RawScalar) => typeof cell === "string" && readMoment(cell, order) !== null;
  const texts = placeholders(seen.values, isTime, true);
  const found = texts.length > 0 ? texts : placeholders(seen.values, isNumber, false);
  return found.map((cell) => ({ cell, kind: "no_answer" as const }));
}

type Looked = Seen & { dates: Dates; separator: string | null; areLists: boolean };

function guessKind(column: FileColumn, profile: ColumnProfile, seen: Looked): QuestionKind {
  if (profile.lists > 0) return "multiple";
  if (column.hint === "date" || column.hint === "datetime") return "date";
  if (column.hint === "boolean") return "single";
  // More labels than there are codes are names: of places, of products.
  if (column.valueLabels?.length && column.valueLabels.length <= MOST_CODE)
    return labelledKind(column, column.valueLabels, seen);
  if (seen.answers === 0) return "open";
  if (seen.areLists) return "multiple";
  // Of a varied column only the first values are known one by one; how many cells are numbers is counted.
  const numeric = profile.isVaried ? profile.numbers / profile.filled : shareOf(seen, ({ cell }) => isNumber(cell));
  if (seen.values.every(({ cell }) => momentNumberKind(cell) === "compact")) return "date";
  if (numeric >= MOST_OF) {
    const areNames = areIdentifiers(column, seen) || !areOfOneUnit(seen) || areOptionsWithUnits(column, profile, seen);
    return areNames ? namedKind(profile, seen) : numberKind(column, profile, seen);
  }
  if (seen.dates.share >= MOST_OF) return "date";
  if (seen.separator !== null) return "multiple";
  return namedKind(profile, seen);
}

const namedKind = (profile: ColumnProfile, seen: Seen): QuestionKind =>
  isCategorical(profile, seen) ? "single" : "open";

const isNumber = (cell: RawScalar) => anyNumber(cell) !== null || anyNumber(cell, ",") !== null;
const unitsIn = ({ values }: Seen) =>
  values.map(({ cell }) => (typeof cell === "string" ? (styledNumber(cell, ".") ?? styledNumber(cell, ",")) : null));

/** Dollars beside euros are no numbers of one column, and minutes none beside numbers that may be seconds. */
function areOfOneUnit(seen: Seen): boolean {
  const units = unitsIn(seen);
  const named = new Set(units.flatMap((each) => each?.unit || []));
  const lengths = units.filter((each) => each?.style === "length").length;
  return named.size <= 1 && (lengths === 0 || lengths >= units.length * MOST_OF);
}

/** Few that recur, each with its unit, are what a question offers: 5 min, 10 min, 15 min. */
function areOptionsWithUnits({ unit }: FileColumn, profile: ColumnProfile, seen: Seen): boolean {
  if (seen.values.length > MOST_CODES || !isCategorical(profile, seen)) return false;
  if (unit && seen.values.every(({ cell }) => typeof cell === "number")) return true;
  return unitsIn(seen).every((each) => each !== null && (each.unit !== "" || each.style === "suffix"));
}

const shareOf = ({ values, answers }: Seen, holds: (value: Seen["values"][number]) => boolean) =>
  values.filter(holds).reduce((sum, { count }) => sum + count, 0) / answers;

function labelledKind({ measure }: FileColumn, labels: readonly ValueLabel[], { values }: Seen): QuestionKind {
  const labelled = new Set(labels.map(({ value }) => cellKey(value)));
  const unlabelled = values.filter(({ cell }) => !labelled.has(cellKey(cell)));
  if (unlabelled.length === 0) return measure === "ordinal" || measure === "scale" ? "scale" : "single";
  const areCodes = values.length <= MOST_CODES && values.every(({ cell }) => isCode(cell));
  // Only the ends are labelled: a rating. Many numbers beside a label are amounts, and the label names a special one.
  if (areCodes) return "scale";
  return values.every(({ cell }) => isNumber(cell)) ? "numeric" : "single";
}

const isCode = (cell: RawScalar): boolean => {
  const value = numberOf(cell);
  return value !== null && Number.isInteger(value) && value >= 0 && value <= 20;
};

function numberKind({ measure }: FileColumn, profile: ColumnProfile, { values, answers }: Seen): QuestionKind {
  const repeats = values.length <= MOST_CODES && answers >= values.length * 3;
  if (profile.isVaried || !repeats || !values.every(({ cell }) => isCode(cell))) return "numeric";
  const codes = values.map(({ cell }) => numberOf(cell) ?? 0);
  const isUnbroken = Math.max(...codes) - Math.min(...codes) + 1 === codes.length;
  const isRating = isUnbroken && SCALES.has(codes.length) && Math.min(...codes) <= 1;
  return isRating || measure === "ordinal" ? "scale" : "single";
}

/** A postcode, a case: its zeros in front, and digits beyond what a number holds, would be lost. */
const IDENTIFIER = /^(0\d+|\d{16,})$/;
/** Of one in a thousand that is written so, as `034` among ages, the zero means nothing. */
const SOME_OF = 1 - MOST_OF;
const SHORTEST_IDENTIFIER = 4;

/** Whether values that are written as numbers are names, of which a number would keep less. */
export function areIdentifiers({ hint }: Pick<FileColumn, "hint">, seen: Seen): boolean {
  const isIdentifier = (cell: RawScalar) => typeof cell === "string" && IDENTIFIER.test(cell);
  const areCodes = seen.values.length <= MOST_CODES && seen.values.every(({ cell }) => isCode(cell));
  if (areCodes || !seen.values.some(({ cell }) => isIdentifier(cell))) return false;
  if (hint === "text" || shareOf(seen, ({ cell }) => isIdentifier(cell)) >= SOME_OF) return true;
  const widths = new Set(seen.values.map(({ cell }) => String(cell).length));
  return widths.size === 1 && [...widths].every((width) => width >= SHORTEST_IDENTIFIER);
}

function isCategorical(profile: ColumnProfile, { values, answers }: Seen): boolean {
  if (profile.isVaried || values.length > MOST_OPTIONS || answers < values.length * 2) return false;
  return values.every(({ cell }) => String(cell).length <= LONGEST_OPTION);
}

type Dates = { order: DateOrder; share: number; isOpen: boolean };

/** Others would be reported one by one: a column of them is rather a text. */
function isStorableDate(cell: string, order: DateOrder): boolean {
  const year = readMoment(cell, order)?.year;
  return year !== undefined && year >= FIRST_YEAR && year <= LAST_YEAR;
}
const [FIRST_YEAR, LAST_YEAR] = [1900, 2299];

/**
 * How many of the values are dates in the order that suits most. Month or day first is told by all cells: where values
 * are many, those that were kept may all be of a month's first days. Of two that suit as many, the American one.
 */
function guessDates({ values, answers }: Seen, { monthFirst, dayFirst }: ColumnProfile): Dates {
  const texts = values.filter(({ cell }) => typeof cell === "string");
  const countIn = (order: DateOrder) => {
    const read = texts.filter(({ cell }) => isStorableDate(String(cell), order));
    return read.reduce((sum, { count }) => sum + count, 0);
  };
  const numbered: DateOrder = dayFirst > monthFirst ? "dmy" : "mdy";
  const [plain, either] = [countIn("ymd"), countIn(numbered)];
  const order = either > plain ? numbered : "ymd";
  const share = answers === 0 ? 0 : Math.max(plain, either) / answers;
  return { order, share, isOpen: order !== "ymd" && dayFirst === monthFirst };
}

/** Numbers by size, texts that all hold a number by the first of it, all else as they appeared. */
function sorted(values: Seen["values"]): Seen["values"] {
  const leading = values.map(
    ({ cell }) => numberOf(cell) ?? numberOf(/\d[\d,]*(\.\d+)?/.exec(String(cell))?.[0] ?? ""),
  );
  if (leading.some((value) => value === null)) return values;
  return values
    .map((value, at) => ({ value, by: leading[at] ?? 0, at }))
    .sort((one, other) => one.by - other.by || one.at - other.at)
    .map(({ value }) => value);
}

/** Codes that the store can keep as they are. */
const MOST_CODE = 65_535;

/** Options for cells and their labels; numbers of a unit have it in theirs. Whole numbers keep their code; otherwise codes count from 1. */
export function optionsOf(
  cells: readonly RawScalar[],
  column: Pick<FileColumn, "valueLabels" | "unit"> = {},
): AnswerOption[] {
  const { valueLabels = [], unit } = column;
  const labelled = new Map(valueLabels.map(({ value, label }) => [cellKey(value), label]));
  const numbers = cells.map((cell) => numberOf(cell));
  const keepsCodes = numbers.every(
    (value) => value !== null && Number.isInteger(value) && value >= 0 && value <= MOST_CODE,
  );
  return cells.map((cell, order) => {
    const value = numbers[order] ?? null;
    const named = typeof cell === "string" || typeof cell === "number" ? cell : String(cell);
    return {
      code: keepsCodes && value !== null ? value : order + 1,
      label: labelled.get(cellKey(cell)) || (unit && typeof cell === "number" ? withUnit(cell, unit) : String(named)),
      order,
      value: Math.abs(value ?? 0) > LARGEST_NUMBER ? null : value,
      cells: [named],
    };
  });
}

/** The cells that a column's options stand for: labelled ones that are no missing codes, and those that were seen. */
export function optionCells(column: FileColumn, guess: ColumnGuess): RawScalar[] {
  const isMissing = missingMatcher(guess.missing);
  const labelled = (column.valueLabels ?? []).map(({ value }) => value).filter((value) => isMissing(value) === null);
  const known = new Map<string, RawScalar>(labelled.map((value) => [cellKey(value), value]));
  for (const { cell } of guess.values) if (!known.has(cellKey(cell))) known.set(cellKey(cell), cell);
  const cells = [...known.values()];
  const numbers = cells.map((cell) => numberOf(cell));
  if (labelled.length === 0 || numbers.some((value) => value === null)) return cells;
  return cells.sort((one, other) => (numberOf(one) ?? 0) - (numberOf(other) ?? 0));
}
