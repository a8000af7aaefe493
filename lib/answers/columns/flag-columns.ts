import type { RawScalar } from "@/lib/answers/files/answer-file";
import { cellKey, numberOf } from "@/lib/contracts/rules/answer-cells";
import type { GuessedColumn } from "./guess-groups";
import { isChosen, isNotChosen, isYes, negates } from "./not-chosen";

/** Columns of which each stands for one option of a question. */
export type Flags = {
  /** The cells that mean chosen; null: any cell that is not blank. */
  chosen: (string | number)[] | null;
  /** The option's label in each column, where its cells tell it. */
  labels: (string | null)[];
  /** Nothing but a blank cell says that an option was not chosen. */
  isBlankNotChosen: boolean;
  /** Texts that are an option here, although they usually say that there is no answer. */
  answers: string[];
};

const keyOf = (cell: RawScalar): string => cellKey(cell).toLowerCase();

/**
 * How columns are flags; null: they are none. Either all have one mark for chosen (1, x, Yes, Selected), or each has a
 * text or code of its own, and blank or one shared word otherwise. `hasWrittenIn`: a text to write in stands among them.
 */
export const flagsIn = (columns: readonly GuessedColumn[], hasWrittenIn = false): Flags | null =>
  columns.length < 2 ? null : (markedFlags(columns, hasWrittenIn) ?? ownFlags(columns));

function cellsIn(columns: readonly GuessedColumn[]): Map<string, RawScalar> {
  const cells = columns.flatMap(({ guess }) => guess.values.map(({ cell }) => cell));
  return new Map(cells.filter((cell) => cell !== null).map((cell) => [keyOf(cell), cell]));
}

function markedFlags(columns: readonly GuessedColumn[], hasWrittenIn: boolean): Flags | null {
  const found = cellsIn(columns);
  const [mark, ...others] = [...found.keys()].filter((key) => ![...found.keys()].some((each) => saysNot(key, each)));
  if (mark === undefined || others.length > 0) return null;
  const isSpoken = isYes(mark) && found.size > 1 && !hasWrittenIn;
  const isMark = isChosen(mark) || [...found.keys()].some((key) => negates(key, mark));
  // Yes and no written out are the rows of a grid as well, in which nothing is written.
  if (!isMark || isSpoken) return null;
  const cell = found.get(mark) ?? mark;
  const chosen = typeof cell === "boolean" ? String(cell) : cell;
  return {
    chosen: chosen === null ? null : [chosen],
    labels: columns.map(({ column }) => valueLabelOf(column.valueLabels, cell)),
    isBlankNotChosen: found.size === 1,
    answers: [],
  };
}

/** It says that an option is not chosen, by itself or as the opposite of another cell. */
const saysNot = (key: string, other: string): boolean => isNotChosen(key) || (key !== other && negates(key, other));

function valueLabelOf(labels: GuessedColumn["column"]["valueLabels"], cell: RawScalar): string | null {
  const label = labels?.find(({ value }) => cellKey(value) === cellKey(cell))?.label.trim() ?? "";
  return label === "" || isChosen(label) || isNotChosen(label) ? null : label;
}

/** Where a shared word is not known to mean "not chosen", this many columns have to have it beside their own text. */
const FEWEST_WITH_SHARED = 3;

function ownFlags(columns: readonly GuessedColumn[]): Flags | null {
  const shared = sharedWord(columns);
  const isNone = (key: string) => isNotChosen(key) || key === shared;
  const owns = columns.map(({ guess }) => guess.values.filter(({ cell }) => !isNone(keyOf(cell))));
  if (owns.some(({ length }) => length > 1)) return null;
  const answers = columns.map((column, at) => (owns[at]?.length === 0 ? missedText(column, columns) : null));
  const texts = columns.map((_, at) => owns[at]?.[0]?.cell ?? answers[at] ?? null);
  const given = texts.filter((text) => text !== null);
  const allSayNot = columns.every(({ guess }) => guess.values.some(({ cell }) => isNotChosen(keyOf(cell))));
  // Where each column says that it was not chosen, others may have been chosen by nobody.
  if (given.length < (allSayNot ? 1 : 2) || new Set(given.map(keyOf)).size < given.length) return null;
  const areTexts = given.every((text) => isText(text) && !isChosen(keyOf(text)));
  if (!areTexts && !areOwnCodes(columns, texts)) return null;
  const hasNone = columns.some(({ guess }) => guess.values.some(({ cell }) => isNone(keyOf(cell))));
  return {
    chosen: hasNone ? given.map((text) => (typeof text === "number" ? text : String(text))) : null,
    labels: columns.map(({ column }, at) => {
      const text = texts[at] ?? null;
      return text === null ? null : (valueLabelOf(column.valueLabels, text) ?? (isText(text) ? String(text) : null));
    }),
    isBlankNotChosen: !hasNone,
    answers: answers.flatMap((text) => text ?? []),
  };
}

const isText = (cell: RawScalar): boolean => numberOf(cell) === null;

/** The one word that columns share beside their own texts, lower case; null: they have none, or several. */
function sharedWord(columns: readonly GuessedColumn[]): string | null {
  const uses = new Map<string, number>();
  for (const { guess } of columns) {
    for (const { cell } of guess.values) uses.set(keyOf(cell), (uses.get(keyOf(cell)) ?? 0) + 1);
  }
  const [word, ...others] = [...uses].filter(([, count]) => count > 1);
  if (!word || others.length > 0) return null;
  const [key, count] = word;
  if (isYes(key) || isChosen(key) || numberOf(key) !== null) return null;
  const has = ({ values }: GuessedColumn["guess"]) =>
    values.length === 0 || values.some(({ cell }) => keyOf(cell) === key);
  const areAll = count >= FEWEST_WITH_SHARED && columns.every(({ guess }) => has(guess));
  return areAll || isNotChosen(key) ? key : null;
}

/** A text that was taken for no answer, but stands in this column alone: the option "Don't know" of the question. */
function missedText({ guess }: GuessedColumn, columns: readonly GuessedColumn[]): string | null {
  const [text, ...others] = guess.missed.flatMap(({ cell }) => (typeof cell === "string" ? cell : []));
  if (text === undefined || others.length > 0 || guess.values.length === 0) return null;
  const isElsewhere = columns.some(
    (other) => other.guess !== guess && other.guess.missed.some(({ cell }) => keyOf(cell) === keyOf(text)),
  );
  return isElsewhere ? null : text;
}

const LAST_NUMBER = /(\d+)[\])]?$/;

/** Each column's code is the number of its name. */
const areOwnCodes = (columns: readonly GuessedColumn[], texts: readonly RawScalar[]): boolean =>
  columns.every(({ column }, at) => {
    const text = texts[at] ?? null;
    return text === null || numberOf(text) === Number(LAST_NUMBER.exec(column.name)?.[1] ?? Number.NaN);
  });
