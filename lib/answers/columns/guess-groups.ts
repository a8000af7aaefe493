import type { FileColumn, MultipleSet } from "@/lib/answers/files/answer-file";
import { cellKey } from "@/lib/contracts/answer-cells";
import { type GroupWords, partsOfName, wordsOf } from "./group-words";
import type { ColumnGuess } from "./guess-kind";
import { isNotChosen } from "./not-chosen";

/** A column with what it looks like; `at` its place in the file. */
export type GuessedColumn = { at: number; column: FileColumn; guess: ColumnGuess };

/** Columns that belong together, in the file's order, each with its own words (`own`) of the question's. */
export type ColumnGroup = { id: string; columns: GuessedColumn[] } & GroupWords &
  ({ form: "flags"; chosen: (string | number)[] | null } | { form: "choices" } | { form: "grid" });

/** The sets that a file declares; columns that are in two of them stay with the first. */
export function declaredGroups(sets: readonly MultipleSet[], columns: readonly GuessedColumn[]): ColumnGroup[] {
  const byName = new Map(columns.map((each) => [each.column.name, each]));
  const taken = new Set<string>();
  return sets.flatMap((set): ColumnGroup[] => {
    const members = set.columns.flatMap((name) => byName.get(name) ?? []);
    if (members.length === 0 || members.some(({ column }) => taken.has(column.name))) return [];
    for (const { column } of members) taken.add(column.name);
    const words = wordsOf(set.name, columnsIn(members));
    const common = { id: set.name, columns: members, ...words, text: set.label || words.text };
    return set.form === "flags"
      ? [{ form: "flags", ...common, chosen: [set.chosen] }]
      : [{ form: "choices", ...common }];
  });
}

/** Read from the end, and nothing twice: a name may be nothing but signs that part, as long as names can be. */
const LAST_NUMBER = /(?<!\d)\d+\)?$/;
const PARTING = /(?:(?<![_.\-:[(\s])[_.\-:[(\s]+(?:SQ)?|(?<=\d[a-z]?)[rc])$/;

/** `Q1_1`, `Q1.1`, `Q1 - 1`, `Q1_SQ001`, `Q1r1`, `Q1r1c1`: the name before the last number; null where nothing parts the two. */
function beforeNumber(name: string): string | null {
  const before = name.slice(0, LAST_NUMBER.exec(name)?.index ?? 0);
  const parting = PARTING.exec(before);
  return parting && before.slice(0, parting.index);
}

/** What a column shares with its neighbours: the question of a header of two rows, else the stem of its name. */
function stemOf({ column: { name, part } }: GuessedColumn): string | null {
  const named = part?.question ?? (name.endsWith("]") ? null : beforeNumber(name));
  return named ?? partsOfName(name)?.stem ?? null;
}

const columnsIn = (members: readonly GuessedColumn[]) => members.map(({ column }) => column);

type Run = { id: string; columns: GuessedColumn[]; until: number };

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
    if (isNext && !out.has(each) && last.id === stem) {
      last.columns.push(each);
      last.until = each.at;
    } else if (isNext && (last.id === stem || isBeside(last, each))) last.until = each.at;
    else if (stem && !out.has(each)) runs.push({ id: stem, columns: [each], until: each.at });
  }
  return runs.flatMap(({ id, columns: members }) => groupOf(id, members));
}

/** What is written in beside an option: `_4_TEXT`, `_other`, Forsta's `r99oe`. */
const BESIDE = /^(?:[_.\-:[(\s]|[rc]\d+oe$)/;

/** Named as a part of the same question, without a number of its own: `Q5_4_TEXT`, `Q5_other`. */
const isBeside = ({ id }: Run, { column: { name } }: GuessedColumn): boolean =>
  beforeNumber(name) === null && name.startsWith(id) && BESIDE.test(name.slice(id.length));

function groupOf(id: string, members: readonly GuessedColumn[]): ColumnGroup[] {
  // A text to write in ("Other, please say") stands among the options and is a question of its own, also where many
  // have written the same.
  const columns = members.filter(({ guess }) => guess.kind !== "open" || guess.values.length === 0);
  const without = [columns.filter(areMarks), columns.filter(({ guess }) => guess.values.length <= 1)];
  const most = without.filter(({ length }) => length * 2 > columns.length);
  const flags = [columns, ...most].map((each) => flagsOf(id, each)).find((group) => group !== undefined);
  if (flags) return [flags];
  const answered = columns.filter(({ guess }) => guess.values.length > 0);
  if (answered.length < 2 || !isGrid(answered)) return [];
  return [{ form: "grid", id, columns: answered, ...wordsOf(id, columnsIn(answered)) }];
}

function flagsOf(id: string, columns: GuessedColumn[]): ColumnGroup | undefined {
  if (columns.length < 2 || columns.every(({ guess }) => guess.values.length === 0)) return undefined;
  const chosen = chosenCells(columns);
  return chosen === undefined ? undefined : { form: "flags", id, columns, ...wordsOf(id, columnsIn(columns)), chosen };
}

/** How languages say yes; written out beside a no it may be the answer to a row of a grid as well. */
const SPOKEN = /^(yes|y|ja|oui|s[ií]|sim|tak|да)$/;
/** Marks of flags alone, with what spreadsheets write for true. */
const MARKS = /^(1|true|x|✓|✔|checked|selected|wahr|vrai|vero|verdadero|verdadeiro|waar)$/;

const areMarks = ({ guess }: GuessedColumn): boolean =>
  guess.values.every(({ cell }) => {
    const key = cell === null ? "" : cellKey(cell).toLowerCase();
    return isNotChosen(key) || SPOKEN.test(key) || MARKS.test(key);
  });

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
  const isFlag = mark && (MARKS.test(mark[0]) || (SPOKEN.test(mark[0]) && found.size === 1));
  if (marks.length === 1 && isFlag) return [mark[1]];
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
