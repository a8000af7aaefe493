import type { FileColumn, MultipleSet, RawScalar } from "@/lib/answers/files/answer-file";
import { cellKey, numberOf } from "@/lib/contracts/rules/answer-cells";
import { isBeside, type Stem, stemsOf } from "./column-stems";
import { wordsOf } from "./group-words";
import type { ColumnGuess } from "./guess-kind";
import { isChosen, isNotChosen, isYes } from "./not-chosen";

/** A column with what it looks like; `at` its place in the file. */
export type GuessedColumn = { at: number; column: FileColumn; guess: ColumnGuess };

/** Columns that belong together, in the file's order; `parts`: what each is called in the question. */
export type ColumnGroup = { id: string; text: string; columns: GuessedColumn[]; parts: string[] } & (
  | { form: "flags"; chosen: (string | number)[] | null }
  | { form: "choices" | "grid" }
);

/** The sets that a file declares; columns that are in two of them stay with the first. */
export function declaredGroups(sets: readonly MultipleSet[], columns: readonly GuessedColumn[]): ColumnGroup[] {
  const byName = new Map(columns.map((each) => [each.column.name, each]));
  const taken = new Set<string>();
  return sets.flatMap((set): ColumnGroup[] => {
    const members = set.columns.flatMap((name) => byName.get(name) ?? []);
    if (members.length === 0 || members.some(({ column }) => taken.has(column.name))) return [];
    for (const { column } of members) taken.add(column.name);
    const parts = members.map(({ column }) => column.label || column.name);
    const common = { id: set.name, text: set.label || set.name, columns: members, parts };
    return set.form === "flags"
      ? [{ form: "flags", ...common, chosen: [set.chosen] }]
      : [{ form: "choices", ...common }];
  });
}

/** `stems`: what all of its columns share, one at least. */
type Run = { stems: Stem[]; columns: GuessedColumn[]; until: number };

/**
 * Neighbours with one stem that are flags of one question, or rows of one grid. A column in which nothing is stands for
 * an option that nobody chose. Between neighbours may stand columns of the same question that are none of its options:
 * texts to write in (`Q5_4_TEXT`), and those `out` of the file's answers.
 */
export function guessedGroups(columns: readonly GuessedColumn[], out: ReadonlySet<GuessedColumn>): ColumnGroup[] {
  const runs: Run[] = [];
  for (const each of columns) {
    const stems = stemsOf(each.column);
    const last = runs.at(-1);
    const next = last?.until === each.at - 1 ? last : undefined;
    const shared = next?.stems.filter(({ id }) => stems.some((stem) => stem.id === id)) ?? [];
    const isBesideNext = next?.stems.some(({ id }) => isBeside(id, each.column.name));
    if (next && shared.length > 0 && !out.has(each)) {
      next.columns.push(each);
      Object.assign(next, { stems: shared, until: each.at });
    } else if (next && (shared.length > 0 || isBesideNext)) next.until = each.at;
    else if (stems.length > 0 && !out.has(each)) runs.push({ stems, columns: [each], until: each.at });
  }
  return runs.flatMap(({ stems: [stem], columns: members }) => (stem ? groupOf(stem, members) : []));
}

/** Whether a column says in one cell what the columns of a group say: Kobo has `q1` with `phone car` beside `q1/phone`. */
export function isRepeated({ column, guess }: GuessedColumn, groups: readonly ColumnGroup[]): boolean {
  const group = groups.find(({ id, form }) => id === column.name && form === "flags");
  // Of a varied column not every value is known: what is not may say more.
  if (!group || guess.values.length === 0 || guess.counted.isVaried) return false;
  const wordsIn = (text: string) => text.split(/\s+/);
  const known = new Set(group.parts.flatMap(wordsIn));
  return guess.values.every(({ cell }) => wordsIn(String(cell)).every((word) => known.has(word)));
}

function groupOf(stem: Stem, members: readonly GuessedColumn[]): ColumnGroup[] {
  // A text to write in ("Other, please say") stands among the options and is a question of its own.
  const columns = members.filter(({ guess }) => guess.kind !== "open" || guess.values.length === 0);
  const chosenIn = (of: readonly GuessedColumn[]) => chosenCells(of, of.length < members.length);
  const flags = withoutWrittenIn(columns).find((each) => each.length > 1 && chosenIn(each) !== undefined);
  const chosen = flags && chosenIn(flags);
  const group = (of: GuessedColumn[]) => ({
    id: stem.id,
    columns: of,
    ...wordsOf(
      of.map(({ column }) => column),
      stem,
    ),
  });
  if (flags && chosen !== undefined) return [{ form: "flags", ...group(flags), chosen }];
  const rows = withoutWrittenIn(columns).map((each) => each.filter(({ guess }) => guess.values.length > 0));
  const grid = rows.find((each) => each.length > 1 && isGrid(each));
  return grid ? [{ form: "grid", ...group(grid) }] : [];
}

/**
 * The columns; then without those of several words, then without any of words, as what is written in may recur. Words
 * are beside the options of a question only where these are more.
 */
function withoutWrittenIn(columns: readonly GuessedColumn[]): GuessedColumn[][] {
  const wordsIn = ({ guess }: GuessedColumn) => guess.values.filter(({ cell }) => isWord(cell)).length;
  const fewer = [1, 0].map((most) => columns.filter((each) => wordsIn(each) <= most));
  return [[...columns], ...fewer.filter((each) => each.length * 2 > columns.length && each.length < columns.length)];
}

/** It is neither a number nor a mark of an option. */
function isWord(cell: RawScalar): boolean {
  const key = cellKey(cell).toLowerCase();
  return typeof cell === "string" && numberOf(cell) === null && !isChosen(key) && !isNotChosen(key);
}

/**
 * The cells that mean chosen, when columns are flags: 1 beside 0 or nothing; else null, any cell, where each column
 * has one text of its own and is blank otherwise. Undefined when they are no flags. `hasWrittenIn`: a text to write in
 * stands among them.
 */
function chosenCells(columns: readonly GuessedColumn[], hasWrittenIn: boolean): (string | number)[] | null | undefined {
  const found = new Map<string, string | number>();
  for (const { guess } of columns) {
    for (const { cell } of guess.values) {
      if (cell !== null) found.set(cellKey(cell).toLowerCase(), typeof cell === "boolean" ? String(cell) : cell);
    }
  }
  const marks = [...found].filter(([key]) => !isNotChosen(key));
  const [mark] = marks;
  const known = marks.length === 1 && mark && isChosen(mark[0]);
  // Yes and no written out are the rows of a grid as well, in which nothing is written: else only 1, true and marks are
  // flags beside a no.
  const isSpoken = mark && isYes(mark[0]) && found.size > 1 && !hasWrittenIn;
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
