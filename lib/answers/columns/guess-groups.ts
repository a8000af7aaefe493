import type { FileColumn, MultipleSet } from "@/lib/answers/files/answer-file";
import { cellKey } from "@/lib/contracts/answer-cells";
import type { ColumnGuess } from "./guess-kind";
import { isNotChosen } from "./not-chosen";

/** A column with what it looks like; `at` its place in the file. */
export type GuessedColumn = { at: number; column: FileColumn; guess: ColumnGuess };

/** Columns that belong together, in the file's order. */
export type ColumnGroup =
  | { form: "flags"; id: string; text: string; columns: GuessedColumn[]; chosen: (string | number)[] | null }
  | { form: "choices"; id: string; text: string; columns: GuessedColumn[] }
  | { form: "grid"; id: string; text: string; columns: GuessedColumn[] };

/** The sets that a file declares; columns that are in two of them stay with the first. */
export function declaredGroups(sets: readonly MultipleSet[], columns: readonly GuessedColumn[]): ColumnGroup[] {
  const byName = new Map(columns.map((each) => [each.column.name, each]));
  const taken = new Set<string>();
  return sets.flatMap((set): ColumnGroup[] => {
    const members = set.columns.flatMap((name) => byName.get(name) ?? []);
    if (members.length === 0 || members.some(({ column }) => taken.has(column.name))) return [];
    for (const { column } of members) taken.add(column.name);
    const common = { id: set.name, text: set.label || set.name, columns: members };
    return set.form === "flags"
      ? [{ form: "flags", ...common, chosen: [set.chosen] }]
      : [{ form: "choices", ...common }];
  });
}

/** Read from the end, and nothing twice: a name may be nothing but signs that part, as long as names can be. */
const LAST_NUMBER = /(?<!\d)\d+[\])]?$/;
const PARTING = /(?:(?<![_.\-:[(\s])[_.\-:[(\s]+|(?<=\d)r)$/;

/** `Q1_1`, `Q1.1`, `Q1[1]`, `Q1 - 1`, `Q1r1`: the name before the last number; null where nothing parts the two. */
function beforeNumber(name: string): string | null {
  const before = name.slice(0, LAST_NUMBER.exec(name)?.index ?? 0);
  const parting = PARTING.exec(before);
  return parting && before.slice(0, parting.index);
}

/** What a column shares with its neighbours: the question of a header of two rows, else the stem of its name. */
function stemOf({ column }: GuessedColumn): { id: string; text: string } | null {
  if (column.part) return { id: column.part.question, text: column.part.question };
  const stem = beforeNumber(column.name);
  return stem ? { id: stem, text: sharedText(column) ?? stem } : null;
}

/** Platforms label a grid's columns `question: row` or `question - row`. */
const sharedText = ({ label }: FileColumn) => /^(.{9,}?\S)\s*(?::|-|–|\?)\s+\S/.exec(label ?? "")?.[1];

type Run = { id: string; text: string; columns: GuessedColumn[]; until: number };

/**
 * Neighbours with one stem that are flags of one question, or rows of one grid. A column in which nothing is stands for
 * an option that nobody chose. Between neighbours may stand columns of the same question that are none of its options:
 * texts to write in (`Q5_4_TEXT`), and those `out` of the file's answers.
 */
export function guessedGroups(columns: readonly GuessedColumn[], out: ReadonlySet<GuessedColumn>): ColumnGroup[] {
  const runs: Run[] = [];
  for (const each of columns) {
    const stem = stemOf(each);
    const last = runs.at(-1);
    const isNext = last?.until === each.at - 1;
    if (isNext && !out.has(each) && last.id === stem?.id) {
      last.columns.push(each);
      last.until = each.at;
    } else if (isNext && (last.id === stem?.id || isBeside(last, each))) last.until = each.at;
    else if (stem && !out.has(each)) runs.push({ ...stem, columns: [each], until: each.at });
  }
  return runs.flatMap(({ id, text, columns: members }) => groupOf(id, text, members));
}

/** Named as a part of the same question, without a number of its own: `Q5_4_TEXT`, `Q5_other`. */
const isBeside = ({ id }: Run, { column: { name } }: GuessedColumn): boolean =>
  beforeNumber(name) === null && name.startsWith(id) && /^[_.\-:[(\s]/.test(name.slice(id.length));

function groupOf(id: string, text: string, members: readonly GuessedColumn[]): ColumnGroup[] {
  // A text to write in ("Other, please say") stands among the options and is a question of its own.
  const columns = members.filter(({ guess }) => guess.kind !== "open" || guess.values.length === 0);
  const answered = columns.filter(({ guess }) => guess.values.length > 0);
  if (columns.length < 2 || answered.length === 0) return [];
  const chosen = chosenCells(columns);
  if (chosen !== undefined) return [{ form: "flags", id, text, columns, chosen }];
  return answered.length > 1 && isGrid(answered) ? [{ form: "grid", id, text, columns: answered }] : [];
}

const YES = ["1", "true", "yes", "y", "x", "checked", "selected", "ja"];

/**
 * The cells that mean chosen, when columns are flags: 1 beside 0 or nothing; else null, any cell, where each column
 * has one text of its own and is blank otherwise. Undefined when they are no flags.
 */
function chosenCells(columns: readonly GuessedColumn[]): (string | number)[] | null | undefined {
  const found = new Map<string, string | number>();
  for (const { guess } of columns) {
    for (const { cell } of guess.values) {
      if (cell !== null) found.set(cellKey(cell).toLowerCase(), typeof cell === "boolean" ? String(cell) : cell);
    }
  }
  const marks = [...found].filter(([key]) => !isNotChosen(key));
  const [mark] = marks;
  const known = marks.length === 1 && mark && YES.includes(mark[0]);
  // Yes and no written out are the rows of a grid as well: only 1, true and marks are flags beside a no.
  const isSpoken = mark && /^(yes|y|ja)$/.test(mark[0]) && found.size > 1;
  if (known && !isSpoken) return [mark[1]];
  const texts = columns.map(({ guess }) => guess.values);
  const areOwnTexts =
    texts.every((values) => values.length <= 1) &&
    marks.length > 1 &&
    marks.every(([key]) => Number.isNaN(Number(key)));
  return areOwnTexts && new Set(texts.flat().map(({ cell }) => String(cell))).size === texts.flat().length
    ? null
    : undefined;
}

const MOST_GRID_OPTIONS = 12;

/** Rows of a grid are answered with the same few options. */
function isGrid(columns: readonly GuessedColumn[]): boolean {
  if (!columns.every(({ guess }) => guess.kind === "single" || guess.kind === "scale")) return false;
  const [first] = columns;
  const labels = (each: GuessedColumn | undefined) => JSON.stringify(each?.column.valueLabels ?? null);
  if (!columns.every((each) => labels(each) === labels(first))) return false;
  const all = new Set(columns.flatMap(({ guess }) => guess.values.map(({ cell }) => cellKey(cell))));
  if (all.size > MOST_GRID_OPTIONS) return false;
  return columns.every(
    ({ guess }) => guess.values.length >= Math.min(2, all.size) && guess.values.length * 2 >= all.size,
  );
}
