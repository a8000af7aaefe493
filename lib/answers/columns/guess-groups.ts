import type { FileColumn, MultipleSet, RawScalar } from "@/lib/answers/files/answer-file";
import { cellKey, numberOf } from "@/lib/contracts/rules/answer-cells";
import { isBeside, labelStems, type Stem, stemsOf } from "./column-stems";
import { type Flags, flagsIn } from "./flag-columns";
import { wordsOf } from "./group-words";
import type { ColumnGuess } from "./guess-kind";
import { isChosen, isNotChosen } from "./not-chosen";

/** A column with what it looks like; `at` its place in the file. */
export type GuessedColumn = { at: number; column: FileColumn; guess: ColumnGuess };

/** Columns that belong together, in the file's order; `parts`: what each is called in the question. */
export type ColumnGroup = { id: string; text: string; columns: GuessedColumn[]; parts: string[] } & (
  | ({ form: "flags" } & Flags)
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
    const declared = { labels: members.map(() => null), isBlankNotChosen: false, answers: [] };
    return set.form === "flags"
      ? [{ form: "flags", ...common, ...declared, chosen: [set.chosen] }]
      : [{ form: "choices", ...common }];
  });
}

/** `stems`: what all of its columns share, one at least. */
type Run = { stems: Stem[]; columns: GuessedColumn[]; until: number };

/**
 * Neighbours that are flags of one question, or rows of one grid: by what their names or labels begin with, else by
 * their answers alone. A column in which nothing is stands for an option that nobody chose. Between neighbours may stand
 * columns of the same question that are none of its options: texts to write in (`Q5_4_TEXT`), and those `out` of the
 * file's answers.
 */
export function guessedGroups(columns: readonly GuessedColumn[], out: ReadonlySet<GuessedColumn>): ColumnGroup[] {
  const named = runsBy(columns, out, stemsOf).flatMap(groupsIn);
  const left = without(columns, named);
  const labelled = runsBy(left, out, labelStems).flatMap(groupsIn);
  const alike = groupsByAnswers(without(left, labelled).filter((each) => !out.has(each)));
  const groups = [...named, ...labelled, ...alike];
  for (const { columns: members } of runsBy(columns, out, stemsOf)) asOneKind(members, groups);
  return groups.toSorted((one, other) => (one.columns[0]?.at ?? 0) - (other.columns[0]?.at ?? 0));
}

function without(columns: readonly GuessedColumn[], groups: readonly ColumnGroup[]): GuessedColumn[] {
  const grouped = new Set(groups.flatMap((group) => group.columns));
  return columns.filter((each) => !grouped.has(each));
}

function runsBy(
  columns: readonly GuessedColumn[],
  out: ReadonlySet<GuessedColumn>,
  stemsIn: (column: FileColumn) => Stem[],
): Run[] {
  const runs: Run[] = [];
  const stems = columns.map(({ column }) => stemsIn(column));
  for (const [place, each] of columns.entries()) {
    const own = stems[place] ?? [];
    const last = runs.at(-1);
    const next = last?.until === each.at - 1 ? last : undefined;
    const shared = next?.stems.filter(({ id }) => own.some((stem) => stem.id === id)) ?? [];
    const isBesideNext = next?.stems.some(({ id }) => isBeside(id, each.column.name));
    const isOthers = next !== undefined && beginsAnother(next, { own, shared, following: stems[place + 1] ?? [] });
    if (next && shared.length > 0 && !out.has(each) && !isOthers) {
      next.columns.push(each);
      Object.assign(next, { stems: shared, until: each.at });
    } else if (next && !isOthers && (shared.length > 0 || isBesideNext)) next.until = each.at;
    else if (own.length > 0 && !out.has(each)) runs.push({ stems: own, columns: [each], until: each.at });
  }
  return runs;
}

type Beside = { own: readonly Stem[]; shared: readonly Stem[]; following: readonly Stem[] };

/** It shares more with what follows than with the run before, which shares more in itself: `Radio - A` behind `TV - B`. */
function beginsAnother({ stems, columns }: Run, { own, shared, following }: Beside): boolean {
  const [first] = own;
  const keeps = shared.some(({ id }) => id === stems[0]?.id);
  return columns.length > 1 && !keeps && first !== undefined && following.some(({ id }) => id === first.id);
}

/** Flags beside other columns of one beginning are a group of their own. */
function groupsIn({ stems, columns }: Run): ColumnGroup[] {
  const [stem] = stems;
  if (!stem) return [];
  const whole = groupOf(stem, columns);
  if (whole.length > 0) return whole;
  const segments: GuessedColumn[][] = [];
  for (const [at, each] of columns.entries()) {
    const before = columns[at - 1];
    const last = segments.at(-1);
    if (last && before && isFlagLike(before) === isFlagLike(each)) last.push(each);
    else segments.push([each]);
  }
  return segments.length > 1 ? segments.filter(({ length }) => length > 1).flatMap((each) => groupOf(stem, each)) : [];
}

const isFlagLike = ({ guess }: GuessedColumn): boolean =>
  guess.values.length <= 2 && guess.values.every(({ cell }) => isChosen(cellKey(cell)) || isNotChosen(cellKey(cell)));

const FEWEST_ALIKE = 3;

/**
 * Neighbours without a name in common of which each has a text of its own and one shared word that says "not chosen", or
 * is blank where it does not have the text that it is named by.
 */
function groupsByAnswers(columns: readonly GuessedColumn[]): ColumnGroup[] {
  const groups: ColumnGroup[] = [];
  let run: GuessedColumn[] = [];
  const end = () => {
    const flags = run.length >= FEWEST_ALIKE ? flagsIn(run) : null;
    if (flags && areAlikeAlone(run, flags)) groups.push(namedByOptions(run, flags));
    run = [];
  };
  for (const each of columns) {
    const before = run.at(-1);
    if (before && !(before.at === each.at - 1 && mayBeAlike(before, each))) end();
    if (mayBeOwn(each)) run.push(each);
    else end();
  }
  end();
  return groups;
}

const mayBeOwn = ({ guess }: Pick<GuessedColumn, "guess">): boolean =>
  guess.kind !== "date" && guess.values.length > 0 && guess.values.length <= 2;

/** Two neighbours have one word in common at most, and each one of its own at most. */
function mayBeAlike({ guess: one }: GuessedColumn, { guess: other }: GuessedColumn): boolean {
  const keys = new Set(one.values.map(({ cell }) => cellKey(cell)));
  const shared = other.values.filter(({ cell }) => keys.has(cellKey(cell))).length;
  return shared === 1 || (shared === 0 && one.values.length === 1 && other.values.length === 1);
}

function areAlikeAlone(columns: readonly GuessedColumn[], { isBlankNotChosen, labels }: Flags): boolean {
  if (!isBlankNotChosen) return labels.every((label) => label !== null);
  return columns.every(({ column }, at) => [column.name, column.label].includes(labels[at] ?? ""));
}

function namedByOptions(columns: GuessedColumn[], flags: Flags): ColumnGroup {
  const parts = columns.map(({ column }, at) => flags.labels[at] ?? column.name);
  const text = `${parts.slice(0, 3).join(", ")}${parts.length > 3 ? " …" : ""}`;
  return { form: "flags", id: `${columns[0]?.column.name ?? ""} …`, text, columns, parts, ...flags };
}

/** Numbers under one question are numbers in all of its columns, also where one has few of them. */
function asOneKind(columns: readonly GuessedColumn[], groups: readonly ColumnGroup[]): void {
  const alone = without(columns, groups).filter(({ guess }) => guess.values.length > 0);
  const areNumbers = alone.every(
    ({ column, guess }) => !column.valueLabels?.length && guess.values.every(({ cell }) => numberOf(cell) !== null),
  );
  const numeric = alone.filter(({ guess }) => guess.kind === "numeric");
  if (!areNumbers || numeric.length * 2 <= alone.length) return;
  for (const { guess } of alone) guess.kind = "numeric";
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
  const columns = members.filter(
    ({ guess }) => guess.kind !== "open" || guess.values.length === 0 || mayBeOwn({ guess }),
  );
  for (const of of withoutWrittenIn(columns)) {
    const flags = flagsIn(of, of.length < members.length || asksForSeveral(stem, of));
    if (flags) return [{ form: "flags", ...wordedGroup(stem, of), ...flags }];
  }
  if (stem.isWeak) return [];
  const answered = members.filter(({ guess }) => guess.values.length > 0);
  const rows = [answered, ...withoutWrittenIn(columns.filter(({ guess }) => guess.values.length > 0))];
  const grid = rows.find((each) => each.length > 1 && isGrid(each));
  return grid ? [{ form: "grid", ...wordedGroup(stem, grid) }] : [];
}

/** What questions say of which several options can be chosen, in some languages. */
const SEVERAL =
  /(?:all|any) (?:that|which) apply|(?:select|check|choose|tick|mark) (?:all|any|as many)|multiple (?:answers|responses)|mehrfach(?:nennung|antwort|auswahl)|alles? zutreffende|plusieurs (?:réponses|choix)|toutes les réponses|varias (?:respuestas|opciones)|todas las que|più risposte|várias respostas|meerdere antwoorden/i;

const asksForSeveral = (stem: Stem, columns: readonly GuessedColumn[]): boolean =>
  SEVERAL.test(stem.text) || columns.every(({ column }) => SEVERAL.test(column.label ?? ""));

const wordedGroup = (stem: Stem, columns: GuessedColumn[]) => ({
  id: stem.id,
  columns,
  ...wordsOf(
    columns.map(({ column }) => column),
    stem,
  ),
});

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

const MOST_GRID_OPTIONS = 12;

/**
 * Rows of a grid are answered with the same few options. A row with few answers may by itself look like a number or a
 * text: it is a row where at least half of the rows have its options.
 */
function isGrid(columns: readonly GuessedColumn[]): boolean {
  const [first] = columns;
  const labels = (each: GuessedColumn | undefined) => JSON.stringify(each?.column.valueLabels ?? null);
  if (!columns.every((each) => labels(each) === labels(first))) return false;
  const coded = columns.filter(({ guess }) => guess.kind === "single" || guess.kind === "scale");
  const all = new Set(coded.flatMap(cellsOf));
  if (all.size > MOST_GRID_OPTIONS) return false;
  const rows = coded.filter(
    ({ guess: { values } }) => values.length >= Math.min(2, all.size) && values.length * 2 >= all.size,
  );
  if (rows.length < 2 || rows.length * 2 < columns.length) return false;
  const shared = new Set(rows.flatMap(cellsOf));
  return columns.every((each) => !each.guess.counted.isVaried && cellsOf(each).every((cell) => shared.has(cell)));
}

const cellsOf = ({ guess }: GuessedColumn): string[] => guess.values.map(({ cell }) => cellKey(cell));
