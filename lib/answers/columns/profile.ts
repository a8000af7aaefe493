import type { RawCell, RawRow, RawScalar } from "@/lib/answers/files/answer-file";
import { cellsWithoutErrors, detached, isBlank, isList } from "@/lib/answers/files/cell-value";
import { cellKey } from "@/lib/contracts/rules/answer-cells";
import { orderShown } from "./moments";
import { anyNumber } from "./number-styles";

/** What was seen in a column: enough to guess what it means, in memory that does not grow with the rows. */
export type ColumnProfile = {
  /** Cells that are not blank. */
  filled: number;
  blank: number;
  /** The first values by their key, in the order in which they appeared; all of them unless `isVaried`. */
  values: Map<string, { cell: RawScalar; count: number }>;
  isVaried: boolean;
  /** No value twice, as far as they were kept. */
  isUnique: boolean;
  lists: number;
  /** Numbers: how many, and of those that are not negative the sum, where a comma may be the decimal sign and where not. */
  numbers: number;
  negative: number;
  zero: number;
  sum: number;
  commaSum: number;
  /** Numbers with a comma that are one only when it is the decimal sign, and those that are one only when it is not. */
  commaNumbers: number;
  pointNumbers: number;
  /** Dates that can be read with the month first only, and with the day first only. */
  monthFirst: number;
  dayFirst: number;
};

/** Whether the column's numbers are written with a decimal comma: one that can be nothing else shows it of all. */
export const hasDecimalComma = ({ commaNumbers, pointNumbers, numbers, filled }: ColumnProfile): boolean =>
  commaNumbers > pointNumbers && (numbers === filled || commaNumbers >= filled * 0.2);

/** What is kept of all columns together: a file may have thousands. */
const ALL_VALUES = 500_000;
const ALL_UNIQUE = 1_000_000;
const mostValues = (columns: number) => Math.min(1_000, Math.max(100, Math.floor(ALL_VALUES / columns)));
const mostUnique = (columns: number) => Math.min(100_000, Math.max(100, Math.floor(ALL_UNIQUE / columns)));

/** Longer texts are no ids. */
const LONGEST_ID = 64;

/** Longer texts are no options either: they are counted, and not kept. */
const LONGEST_KEPT = 400;

export type Profiler = { add(rows: readonly RawRow[]): void; profiles(): readonly ColumnProfile[] };

/** Gathers profiles of rows as they pass. Rows with a problem are left out. */
export function profiler(columns: number): Profiler {
  const limits = { values: mostValues(columns), unique: mostUnique(columns) };
  const all = Array.from({ length: columns }, () => ({
    profile: emptyProfile(),
    seen: new Set<string>(),
    known: new Map<RawCell, Known>(),
    limits,
  }));
  return {
    add(rows) {
      for (const row of rows) {
        if (row.problem !== undefined) continue;
        const cells = cellsWithoutErrors(row);
        for (const [at, each] of all.entries()) note(each, cells[at] ?? null);
      }
    },
    profiles: () => all.map(({ profile }) => profile),
  };
}

const emptyProfile = (): ColumnProfile => ({
  filled: 0,
  blank: 0,
  values: new Map(),
  isVaried: false,
  isUnique: true,
  lists: 0,
  numbers: 0,
  negative: 0,
  zero: 0,
  sum: 0,
  commaSum: 0,
  commaNumbers: 0,
  pointNumbers: 0,
  monthFirst: 0,
  dayFirst: 0,
});

/** What a cell that was seen before is; most cells of a survey are one of a few codes. */
type Known = { counted: { count: number }; numbers: Numbers; order: Order };

/** The number that a cell is with either decimal sign. */
type Numbers = { point: number | null; comma: number | null };

type Order = ReturnType<typeof orderShown>;

type Noted = {
  profile: ColumnProfile;
  seen: Set<string>;
  known: Map<RawCell, Known>;
  limits: { values: number; unique: number };
};

function note(noted: Noted, cell: RawCell): void {
  const { profile, known } = noted;
  const before = known.get(cell);
  if (before) {
    before.counted.count++;
    noteAgain(noted, before);
  } else if (isBlank(cell)) profile.blank++;
  else if (isList(cell)) {
    profile.filled++;
    profile.lists++;
    profile.isUnique = false;
    for (const each of cell) noteValue(noted, each, cellKey(each));
  } else noteNew(noted, cell);
}

function noteAgain(noted: Noted, { numbers, order }: Known): void {
  noted.profile.filled++;
  noteTwice(noted);
  noteNumbers(noted.profile, numbers, 1);
  noteOrder(noted.profile, order);
}

/** Once only: to clear a set makes a new one, where it stays until all of the memory is looked through. */
function noteTwice({ profile, seen }: Noted): void {
  if (profile.isUnique) seen.clear();
  profile.isUnique = false;
}

function noteNew(noted: Noted, cell: RawScalar): void {
  const { profile, known, limits } = noted;
  profile.filled++;
  const key = cellKey(cell);
  const counted = noteValue(noted, cell, key);
  if (profile.isUnique) noteUnique(noted, key);
  const numbers = numbersOf(cell);
  noteNumbers(profile, numbers, 1);
  const order = typeof cell === "string" ? orderShown(cell) : null;
  noteOrder(profile, order);
  if (counted && known.size < limits.values) {
    known.set(typeof cell === "string" ? detached(cell) : cell, { counted, numbers, order });
  }
}

/** The count that the value is kept under; undefined when it is not kept. */
function noteValue({ profile, limits }: Noted, cell: RawScalar, key: string): { count: number } | undefined {
  const known = profile.values.get(key);
  if (known) {
    known.count++;
    return known;
  }
  if (profile.values.size >= limits.values || key.length > LONGEST_KEPT) {
    profile.isVaried = true;
    return undefined;
  }
  const counted = { cell: typeof cell === "string" ? detached(cell.trim()) : cell, count: 1 };
  profile.values.set(detached(key), counted);
  return counted;
}

function noteUnique(noted: Noted, key: string): void {
  const { seen, limits } = noted;
  if (key.length > LONGEST_ID || seen.has(key)) noteTwice(noted);
  else if (seen.size < limits.unique) seen.add(detached(key));
}

function numbersOf(cell: RawScalar): Numbers {
  const point = anyNumber(cell);
  return { point, comma: typeof cell === "string" ? anyNumber(cell, ",") : point };
}

function noteNumbers(profile: ColumnProfile, { point, comma }: Numbers, times: number): void {
  const value = point ?? comma;
  if (value === null) return;
  profile.numbers += times;
  if (point === null) profile.commaNumbers += times;
  if (comma === null) profile.pointNumbers += times;
  if (value === 0) profile.zero += times;
  if (value < 0) profile.negative += times;
  else {
    profile.sum += value * times;
    profile.commaSum += (comma ?? value) * times;
  }
}

function noteOrder(profile: ColumnProfile, order: Order): void {
  if (order === "mdy") profile.monthFirst++;
  else if (order === "dmy") profile.dayFirst++;
}

/** What is counted of the cells that are answers; missing codes are common enough to be among the values kept. */
export function ofAnswers(profile: ColumnProfile, isMissing: (cell: RawScalar) => boolean): ColumnProfile {
  const answers = { ...profile };
  for (const { cell, count } of profile.values.values()) {
    if (!isMissing(cell)) continue;
    answers.filled -= count;
    noteNumbers(answers, numbersOf(cell), -count);
  }
  return answers;
}
