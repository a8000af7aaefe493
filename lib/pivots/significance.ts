import type { TableData } from "./banner";
import {
  type Compared,
  corrected,
  type Difference,
  decidedLevels,
  differenceOf,
  type Exact,
  type Level,
  levelOf,
  mayDiffer,
  oncePerRow,
  RARE_MARK,
  sampleAt,
  smallBase,
  spansOf,
  TOO_RARE,
  testOf,
} from "./comparison";

/** What stands in a cell beside its figure. */
type Mark = {
  /** Letters of the columns that this cell's is higher than: capital at the high level, small at the low one. */
  text: string;
  /** The letters, each by itself. */
  above: string[];
  /** Why there are none; null where the cell was compared. */
  reason: string | null;
};

export type ColumnLetters = {
  /** By column; null for a total. They begin with A under each parent, and run on through a banner. */
  letters: (string | null)[];
  /** Of a row, by column. Each row is compared when it is asked for: a long table is not compared unseen. */
  marks: (row: number) => Mark[];
};

/** Columns under one heading that are compared: more would be so many pairs that letters say nothing. */
const MOST_COMPARED = 100;

export const SHARED =
  "Not compared: a respondent can stand in several of these columns, and the test needs separate respondents.";
const TOO_MANY = `Not compared: there are more than ${MOST_COMPARED} columns under one heading. Filter or group them.`;
const NONE: Mark = { text: "", above: [], reason: null };

type Asked = Compared & {
  /** The innermost question of the columns has several answers: its columns share respondents. */
  hasSharedColumns: boolean;
};

/** The letter of a place: A to Z, then AA, AB and so on. */
function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}

/**
 * Compares each pair of columns under one parent in every row; the letter of the lower column stands in the cell of the
 * higher one. Shares are compared with the effective base of their column as its number (L. Kish, Survey Sampling, 1965,
 * 8.2), means with that of their cell.
 */
export function columnLetters(asked: Asked): ColumnLetters {
  const { table, type, hasSharedColumns, settings } = asked;
  const spans = spansOf(table);
  const decided = new Map(
    spans.map((span) => [span, decidedLevels(settings, (span.length * (span.length - 1)) / 2)] as const),
  );
  const letters = table.columns.map((): string | null => null);
  let next = 0;
  for (const span of spans) {
    if (!table.spans) next = 0;
    for (const column of span) letters[column] = letterOf(next++);
  }
  const compare = (row: number): Mark[] => {
    const inRow = table.columns.map(() => NONE);
    if (testOf(type) === null) return inRow;
    for (const span of spans.filter(({ length }) => length > 1)) {
      const isShared = hasSharedColumns || isSharedSpan(table, span);
      const refused = isShared ? SHARED : span.length > MOST_COMPARED ? TOO_MANY : null;
      const found = refused
        ? span.map(() => ({ text: "–", above: [], reason: refused }))
        : marksOf(asked, row, { span, letters, decided: decided.get(span) });
      for (const [place, column] of span.entries()) inRow[column] = found[place] ?? NONE;
    }
    return inRow;
  };
  return { letters, marks: oncePerRow(compare) };
}

/** Whether these columns are of a banner's question whose respondents can stand in several of them. */
const isSharedSpan = ({ spans, columns }: TableData, [first = -1]: readonly number[]): boolean =>
  spans?.some(({ title, isShared }) => isShared && columns[first]?.[0] === title) ?? false;

type Lettered = {
  span: readonly number[];
  letters: readonly (string | null)[];
  decided: ReturnType<typeof decidedLevels> | undefined;
};

/** Two places of a span, and how they differ. */
type Pair = { one: number; other: number } & Difference;

/** The marks of one row, by the places of a span. */
function marksOf(asked: Compared, row: number, { span, letters, decided }: Lettered): Mark[] {
  const { settings } = asked;
  const samples = span.map((column) => sampleAt(asked, row, column));
  const reasons = samples.map((sample) => sample && smallBase(sample, settings));
  const open = samples.flatMap((sample, place) => (sample && !reasons[place] ? [{ sample, place }] : []));
  const known = decided?.(open.map(({ sample }) => sample));
  const pairs: Pair[] = [];
  const compared = new Set<number>();
  for (const [at, a] of open.entries()) {
    for (let over = at + 1; over < open.length; over++) {
      const b = open[over];
      const difference = b && differenceOf(a.sample, b.sample, settings, known);
      if (!difference) continue;
      pairs.push({ one: a.place, other: b.place, ...difference });
      compared.add(a.place).add(b.place);
    }
  }
  const ps = corrected(
    pairs.map(({ p }) => p),
    settings.correction,
  );
  const above = samples.map((): string[] => []);
  for (const [at, { one, other, isHigher }] of pairs.entries()) {
    const level = levelOf(ps[at] ?? 1, settings);
    const [higher, lower] = isHigher ? [one, other] : [other, one];
    if (level) above[higher]?.push(inCase(letters[span[lower] ?? -1] ?? "", level));
  }
  // Letters of two places need a blank between them.
  const between = span.some((column) => (letters[column]?.length ?? 0) > 1) ? " " : "";
  const isRare = (place: number) => {
    const own = samples[place];
    if (own?.of !== "shares" || compared.has(place)) return false;
    return open.some((other) => other.place !== place && mayDiffer(own, other.sample));
  };
  const reasonAt = (place: number) => reasons[place] ?? (isRare(place) ? TOO_RARE : null);
  return above.map((each, place) => ({ text: each.join(between), above: each, reason: reasonAt(place) }));
}

const inCase = (letter: string, level: Level) => (level === "high" ? letter : letter.toLowerCase());

const percent = (share: number) => `${(share * 100).toLocaleString("en", { maximumFractionDigits: 1 })}%`;
const over = {
  none: "no correction for several comparisons",
  bonferroni: "Bonferroni",
  "benjamini-hochberg": "Benjamini-Hochberg",
};

type Told = Pick<Compared, "type" | "settings"> & { isWeighted: boolean; against: "columns" | "rest" };

/** How shares of which too few are expected for the z test are dealt with. */
function rareWords(exact: Exact, isWeighted: boolean): string {
  if (exact === "none") return `${RARE_MARK}: not compared, since fewer than 5 would be expected.`;
  const test = exact === "fisher" ? "Fisher's exact test" : "Barnard's exact test, in large columns by Fisher's";
  const counts = isWeighted ? ", on counts of the effective base, rounded" : "";
  return `Shares of which fewer than 5 would be expected are compared by ${test}, two-sided${counts}.`;
}

/** The line under a printed table: which test, at which level, with which correction. Empty where nothing is tested. */
export function significanceLine({ type, settings, isWeighted, against }: Told): string {
  const test = testOf(type);
  if (test === null) return "";
  const what =
    against === "columns"
      ? "A letter: this cell is higher than the column of that letter under the same heading"
      : "An arrow: this cell differs from everybody else under the same heading";
  const how = test === "shares" ? `z test of column shares, ${settings.variance} variance` : "Welch's t test of means";
  const sizes = against === "columns" ? ["capital letters", "small letters"] : ["filled arrows", "open arrows"];
  const levels = [
    `${sizes[0]} at ${percent(settings.high)}`,
    ...(settings.low === null ? [] : [`${sizes[1]} at ${percent(settings.low)}`]),
  ].join(", ");
  const family = against === "columns" ? "pairs" : "cells";
  const correction =
    settings.correction === "none"
      ? over.none
      : `${over[settings.correction]} over the ${family} of a row under one heading`;
  const base = isWeighted ? "effective base (Kish)" : "base";
  return `${what}. ${how}, two-sided, ${levels}; ${correction}. Columns with ${/^e/.test(base) ? "an" : "a"} ${base} below ${settings.minimumBase} are not compared.${test === "shares" ? ` ${rareWords(settings.exact, isWeighted)}` : ""}`;
}
