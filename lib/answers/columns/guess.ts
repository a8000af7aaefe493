import type { AnswerFile, RawScalar } from "@/lib/answers/files/answer-file";
import type {
  AnswerOption,
  ImportPlan,
  MissingCode,
  PlannedQuestion,
  TimeColumn,
} from "@/lib/contracts/interfaces/answers";
import { cellKey, type DecimalSign, markedIfStorable, numberOf } from "@/lib/contracts/rules/answer-cells";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import { idOfName } from "@/lib/contracts/rules/question-ids";
import { datedAsBefore, decimalAsBefore, idsAsBefore, leftOutBefore, rolesAsBefore } from "./as-before";
import { codesRecur, listedOptions, mayBeCodeLists } from "./cell-lists";
import { dateCodes } from "./date-codes";
import { type ColumnGroup, declaredGroups, type GuessedColumn, guessedGroups, isRepeated } from "./guess-groups";
import { guessId } from "./guess-id";
import { guessColumn, optionCells, optionsOf } from "./guess-kind";
import { guessRoles, type Roles } from "./guess-roles";
import { weightNotes } from "./guess-weights";
import { toolNotes, toolParts } from "./known-exports";
import { listed } from "./listed";
import { markNoAnswers } from "./mark-no-answers";
import { missingNotes } from "./missing-notes";
import { isOfBirth, lastBirthYear, readMoment } from "./moments";
import { numberNotes, timeNumberNotes } from "./number-notes";
import { orderedOptions, orderNotes } from "./order-options";
import { hasDecimalComma, type Profiler } from "./profile";
import { mayBeginWithYear } from "./year-first";

type Described = Pick<AnswerFile, "columns" | "multipleSets" | "weight" | "timeZone" | "delimiter">;

/**
 * A plan of how to read a file, guessed from its description and from what was seen in the rows that the profiler was
 * given (a sample or all of them). `before`: the plan of the project's file before it, of which is kept what was chosen
 * for columns that this file has too. A person corrects it; its `notes` say where to look first.
 */
export function guessPlan(file: Described, seen: Profiler, before: ImportPlan | null = null): ImportPlan {
  const profiles = seen.profiles();
  const found = file.columns.flatMap((column, at): GuessedColumn[] => {
    const profile = profiles[at];
    return profile ? [{ at, column, guess: guessColumn(column, profile) }] : [];
  });
  const columns = before ? datedAsBefore(found, before) : found;
  const named = guessRoles(columns, profiles, file.weight);
  const guessed = { ...named, id: named.id ?? guessId(columns, profiles) };
  const roles = before ? rolesAsBefore(guessed, columns, profiles, before) : { ...guessed, lostId: null };
  shareMissing(columns);
  const decimalOf = (of: readonly GuessedColumn[]) => guessDecimal(of, file);
  const decimal = before ? decimalAsBefore(columns, before, decimalOf) : decimalOf(columns);
  if (decimal === ".") readPairsAsLists(columns);
  const inRole = new Set([roles.id, ...roles.weights, roles.time?.column, roles.end?.column]);
  const others = columns.filter((each) => !inRole.has(each.column.name));
  const parts = toolParts(columns, profiles, before);
  const metadata = others.filter((each) => parts.metadata.includes(each));
  const answers = others.filter((each) => !metadata.includes(each));
  const isEmpty = ({ at, column }: GuessedColumn) => profiles[at]?.filled === 0 && !column.valueLabels?.length;
  const empty = new Set(answers.filter(isEmpty));
  const { questions, repeated, ignored, leftOut } = taken(answers, { empty, sets: file.multipleSets, before });
  return {
    timeZone: file.timeZone ?? before?.timeZone ?? "UTC",
    decimal,
    time: roles.time && timeColumn(roles.time, columns),
    end: roles.end && timeColumn(roles.end, columns),
    endBeforeStart: before?.endBeforeStart ?? "keep",
    id: roles.id,
    weights: roles.weights,
    questions,
    ignored: [...ignored, ...metadata].map(nameOf),
    ...(metadata.length > 0 && { metadata: metadata.map(nameOf) }),
    ...(parts.filters.length > 0 && { rowFilters: parts.filters }),
    empty: [...empty].map(nameOf),
    settledOrders: columns.filter(isSettled).map(nameOf),
    notes: [
      ...notesOf(
        columns,
        ignored.filter((each) => empty.has(each)),
        roles,
        before === null,
      ),
      ...toolNotes({ ...parts, metadata }),
      ...repeatedNote(repeated),
      ...blankNotes(questions),
      ...missingNotes(columns, questions),
      ...orderNotes(questions),
      ...beforeNotes(roles, leftOut.map(nameOf)),
      ...openNumbersNote(columns, decimal),
      ...numberNotes(columns, decimal),
      ...timeNumberNotes(columns, new Set([roles.time?.column ?? "", roles.end?.column ?? ""])),
      ...thousandsNote(file, columns, decimal),
      ...futureNotes(columns),
      ...columns.flatMap(yearFirstNote),
    ],
  };
}

/** A guess refuses no row: what is no time in it is reported. */
function timeColumn({ column: name, order }: TimeColumn, columns: readonly GuessedColumn[]): TimeColumn {
  const codes = columns.find(({ column }) => column.name === name)?.guess.missing ?? [];
  const missing = codes.flatMap((code) => ("cell" in code ? code.cell : []));
  return { column: name, order, ...(missing.length > 0 && { missing }), unreadable: "keep" };
}

type Around = { empty: ReadonlySet<GuessedColumn>; sets: AnswerFile["multipleSets"]; before: ImportPlan | null };

/**
 * The questions of columns of answers, and which columns are ignored: those that were left out before, and those in
 * which nothing is but options that nobody chose.
 */
function taken(answers: readonly GuessedColumn[], { empty, sets, before }: Around) {
  const leftBefore = before ? leftOutBefore(before) : new Set<string>();
  const leftOut = new Set(answers.filter((each) => !empty.has(each) && leftBefore.has(each.column.name)));
  const imported = answers.filter((each) => !leftOut.has(each));
  const declared = declaredGroups(sets, imported).filter(({ columns }) => !columns.every((each) => empty.has(each)));
  const inSet = new Set(declared.flatMap(({ columns }) => columns));
  const others = answers.filter((each) => !inSet.has(each));
  const groups = [...declared, ...guessedGroups(others, leftOut)];
  const inGroup = new Set(groups.flatMap(({ columns }) => columns));
  const known = new Set(before?.questions.flatMap(columnsOf));
  const repeated = others.filter((each) => !known.has(each.column.name) && isRepeated(each, groups));
  const isIgnored = (each: GuessedColumn) => leftOut.has(each) || (empty.has(each) && !inGroup.has(each));
  const ignored = new Set(answers.filter((each) => isIgnored(each) || repeated.includes(each)));
  const questions = questionsOf(
    answers.filter((each) => !ignored.has(each)),
    groups,
    before,
  );
  return { questions, repeated, ignored: [...ignored], leftOut: [...leftOut] };
}

const isSettled = ({ guess }: GuessedColumn): boolean =>
  guess.kind === "date" && guess.dateOrder !== "ymd" && !guess.isOrderOpen;

const nameOf = ({ column }: GuessedColumn) => column.name;

/** Columns in which a missing code has to be for it to be the file's own. */
const SHARED_BY = 3;

/** A code that several columns have for missing means the same in those whose sample happened to lack it. */
function shareMissing(columns: readonly GuessedColumn[]): void {
  const uses = new Map<string, { code: MissingCode; count: number }>();
  for (const { guess } of columns) {
    for (const code of guess.missing) {
      if (!("cell" in code)) continue;
      const key = cellKey(code.cell);
      uses.set(key, { code: { cell: code.cell, kind: code.kind }, count: (uses.get(key)?.count ?? 0) + 1 });
    }
  }
  const shared = [...uses].filter(([, { count }]) => count >= SHARED_BY);
  for (const { guess, column } of columns) {
    const cells = optionCells(column, guess);
    const own = new Set([
      ...guess.missing.flatMap((code) => ("cell" in code ? [cellKey(code.cell)] : [])),
      ...cells.map(cellKey),
    ]);
    // Without a cell of it there is nothing for a person to look at: a label, if an empty one, says so.
    const isCoded = guess.kind === "single" || guess.kind === "scale" || guess.kind === "multiple";
    // A number stands for no answer among numbers, not among words.
    const hasNumbers = cells.some((cell) => numberOf(cell) !== null);
    const fitting = shared.filter(([key, { code }]) => {
      if (own.has(key) || !("cell" in code)) return false;
      if (numberOf(code.cell) !== null) return isCoded && hasNumbers;
      return isCoded || (typeof code.cell === "string" && guess.kind !== "open");
    });
    guess.missing.push(...fitting.map(([, { code }]) => ({ ...code, label: "" })));
  }
}

/**
 * One sign for the whole file: a column with commas does not turn the others around whose numbers have points, nor does
 * one with commas between its codes, or that may be such a one. Semicolons are written where commas stand before
 * decimals: there pairs are codes only where what follows their commas stands elsewhere too.
 */
function guessDecimal(columns: readonly GuessedColumn[], { delimiter }: Described): DecimalSign {
  const sure = columns.filter(({ guess }) => guess.separator !== ",");
  const isTurned = sure.some((each) => openNumber(each, ",") !== null);
  const arePairs = (each: GuessedColumn) => mayBePairs(each) && (delimiter !== ";" || codesRecur(cellsOf(each)));
  const profiles = sure.filter((each) => !isTurned || !arePairs(each)).map(({ guess }) => guess.counted);
  const sumOf = (of: "commaNumbers" | "pointNumbers") => profiles.reduce((sum, each) => sum + each[of], 0);
  return profiles.some(hasDecimalComma) && sumOf("commaNumbers") > sumOf("pointNumbers") ? "," : ".";
}

const cellsOf = ({ guess }: GuessedColumn) => guess.values.map(({ cell }) => cell);

const mayBePairs = (each: GuessedColumn): boolean =>
  each.guess.kind === "numeric" && !each.guess.counted.isVaried && mayBeCodeLists(cellsOf(each));

/** Where a comma is no decimal sign, `1,3` can be nothing but two codes. */
function readPairsAsLists(columns: readonly GuessedColumn[]): void {
  for (const each of columns) {
    if (mayBePairs(each)) Object.assign(each.guess, { kind: "multiple", separator: "," });
  }
}

/** A number that is another with the other decimal sign, of a column of numbers; null: there is none. */
function openNumber({ guess }: GuessedColumn, decimal: DecimalSign): string | null {
  if (guess.kind !== "numeric") return null;
  const sign = decimal === "." ? "," : ".";
  const isOpen = (cell: string) =>
    cell.includes(sign) && numberOf(cell, decimal) !== null && numberOf(cell, sign) !== null;
  return guess.values.flatMap(({ cell }) => (typeof cell === "string" && isOpen(cell) ? cell : []))[0] ?? null;
}

function openNumbersNote(columns: readonly GuessedColumn[], decimal: DecimalSign): string[] {
  const open = columns.filter((each) => openNumber(each, decimal) !== null);
  const [first] = open;
  const example = first && openNumber(first, decimal);
  if (!example) return [];
  const names = listed(open.map(({ column }) => column.name));
  return [
    `“${example}” in ${names} is read as ${numberOf(example, decimal)?.toLocaleString("en", { useGrouping: false })}: choose the other decimal sign if it has decimals.`,
  ];
}

/** A column's first number with a point, where each of them has three digits behind it; null: there is none. */
function pointOfThousands({ guess }: GuessedColumn): string | null {
  if (guess.kind !== "numeric") return null;
  const pointed = guess.values.flatMap(({ cell }) => (typeof cell === "string" && cell.includes(".") ? cell : []));
  return pointed.every((cell) => numberOf(cell, ",") !== null) ? (pointed[0] ?? null) : null;
}

/** A date of two digits for the year that would be past with a century less; of births it is read so. */
function futureDate({ guess }: GuessedColumn): string | null {
  if (guess.kind !== "date") return null;
  const yearOf = (cell: string, last?: number) => readMoment(cell, guess.dateOrder, last)?.year;
  const isOpen = (cell: string) => yearOf(cell) !== yearOf(cell, new Date().getUTCFullYear());
  return guess.values.flatMap(({ cell }) => (typeof cell === "string" && isOpen(cell) ? cell : []))[0] ?? null;
}

const hasBirths = ({ column }: GuessedColumn) => isOfBirth(column.name) || isOfBirth(column.label ?? "");

/** Of births and of other dates, as the one are read as of a year that is past, the others as of one to come. */
const futureNotes = (columns: readonly GuessedColumn[]): string[] => [
  ...futureNote(columns.filter(hasBirths), lastBirthYear()),
  ...futureNote(columns.filter((each) => !hasBirths(each))),
];

function futureNote(columns: readonly GuessedColumn[], lastYear?: number): string[] {
  const open = columns.filter((each) => futureDate(each) !== null);
  const example = open[0] && futureDate(open[0]);
  if (!open[0] || !example) return [];
  const names = listed(open.map(({ column }) => column.name));
  const year = readMoment(example, open[0].guess.dateOrder, lastYear)?.year;
  return [`“${example}” in ${names} is read as of ${year}: write its year with four digits if that is not meant.`];
}

function yearFirstNote({ column, guess }: GuessedColumn): string[] {
  const example = guess.kind === "date" ? mayBeginWithYear(guess.values.map(({ cell }) => cell)) : null;
  const moment = example && readMoment(example, guess.dateOrder, isOfBirth(column.name) ? lastBirthYear() : undefined);
  if (!moment) return [];
  const day = new Date(Date.UTC(moment.year, moment.month - 1, moment.day));
  const read = day.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return [
    `“${example}” in “${column.name}” is read as ${read}: write its year with four digits if it is what stands in front.`,
  ];
}

/** Semicolons are written where commas stand before decimals, and points between thousands. */
function thousandsNote({ delimiter }: Described, columns: readonly GuessedColumn[], decimal: DecimalSign): string[] {
  if (delimiter !== ";" || decimal !== ".") return [];
  const open = columns.filter((each) => pointOfThousands(each) !== null);
  const example = open[0] && pointOfThousands(open[0]);
  if (!example) return [];
  const [names, read] = [listed(open.map(({ column }) => column.name)), numberOf(example)];
  return [
    `“${example}” in ${names} is read as ${read}: choose the decimal comma if its point stands between thousands.`,
  ];
}

/** Questions where their first column stands. */
function questionsOf(
  columns: readonly GuessedColumn[],
  groups: readonly ColumnGroup[],
  before: ImportPlan | null,
): PlannedQuestion[] {
  const groupOf = new Map(groups.flatMap((group) => group.columns.map((each) => [each, group] as const)));
  const done = new Set<ColumnGroup>();
  const questions = columns.flatMap((each): PlannedQuestion[] => {
    const group = groupOf.get(each);
    if (!group) return [alone(each)];
    if (done.has(group)) return [];
    done.add(group);
    return group.form === "grid" ? gridRows(group) : [multipleOf(group)];
  });
  return withUniqueIds(questions, before ? idsAsBefore(questions, before) : new Map());
}

function withUniqueIds(
  questions: readonly PlannedQuestion[],
  known: ReadonlyMap<PlannedQuestion, string>,
): PlannedQuestion[] {
  const taken = new Set(known.values());
  return questions.map((question) => {
    const own = known.get(question);
    if (own !== undefined) return { ...question, id: own };
    let id = question.id;
    for (let count = 2; taken.has(id); count++) id = `${question.id} (${count})`;
    taken.add(id);
    return { ...question, id };
  });
}

function common({ column, guess }: GuessedColumn, missing: MissingCode[] = guess.missing) {
  return {
    id: idOfName(column.name),
    text: column.label || column.name,
    missing,
    blank: "not_asked" as const,
    grid: null,
  };
}

function alone(each: GuessedColumn): PlannedQuestion {
  const { column, guess } = each;
  const base = { ...common(each), column: column.name };
  if (guess.kind === "date") {
    const { dateOrder: order } = guess;
    return { kind: "date", order, ...base, missing: dateCodes(guess.missing, order) };
  }
  if (guess.kind === "scale" || guess.kind === "single") {
    const { kind, options } = inOrder(guess.kind, optionsOf(optionCells(column, guess), column), [each]);
    return { kind, ...base, ...markNoAnswers(options, guess.missing, [each]) };
  }
  if (guess.kind !== "multiple") {
    return { kind: guess.kind, ...base, missing: markedIfStorable(guess.kind, guess.missing) };
  }
  const { separator } = guess;
  const options = optionsOf(inOrderOfNumbers(listedOptions(guess.values, separator)), column);
  const source = { form: "list" as const, column: column.name, separator };
  const marked = markNoAnswers(options, guess.missing, [each], { isMultiple: true });
  return { kind: "multiple", source, ...common(each), ...marked };
}

type OfOne = { kind: "scale" | "single"; options: AnswerOption[] };

/** Options of words in the order that the words tell, with values; those that a file labels have the file's. */
function inOrder(kind: OfOne["kind"], options: AnswerOption[], of: readonly GuessedColumn[]): OfOne {
  const isLabelled = of.some(({ column }) => column.valueLabels?.length);
  const found = kind === "scale" || isLabelled ? null : orderedOptions(options);
  return found ? { kind: found.isRating ? "scale" : "single", options: found.options } : { kind, options };
}

function inOrderOfNumbers(cells: readonly RawScalar[]): RawScalar[] {
  const areNumbers = cells.every((cell) => Number.isFinite(Number(cellKey(cell))));
  return areNumbers ? cells.toSorted((one, other) => Number(cellKey(one)) - Number(cellKey(other))) : [...cells];
}

function gridRows({ id, text, columns, parts }: ColumnGroup): PlannedQuestion[] {
  const isScale = columns.some(({ guess }) => guess.kind === "scale");
  const { kind, options } = inOrder(isScale ? "scale" : "single", sharedOptions(columns), columns);
  const shared = markNoAnswers(options, mergedMissing(columns), columns);
  return columns.map((each, at) => ({
    kind,
    column: each.column.name,
    ...common(each),
    ...shared,
    text: parts[at] ?? each.column.name,
    grid: { id: idOfName(id), text },
  }));
}

function sharedOptions(columns: readonly GuessedColumn[]): AnswerOption[] {
  const cells = new Map<string, RawScalar>();
  for (const { column, guess } of columns) {
    for (const cell of optionCells(column, guess)) if (!cells.has(cellKey(cell))) cells.set(cellKey(cell), cell);
  }
  return optionsOf(inOrderOfNumbers([...cells.values()]), columns[0]?.column);
}

function multipleOf(group: ColumnGroup): PlannedQuestion {
  const missing = mergedMissing(group.columns);
  const base = { id: idOfName(group.id), text: group.text, missing, blank: "not_asked" as const, grid: null };
  if (group.form !== "flags") {
    const columns = group.columns.map(({ column }) => column.name);
    const shared = markNoAnswers(sharedOptions(group.columns), missing, group.columns, { isMultiple: true });
    return { kind: "multiple", source: { form: "choices", columns }, ...base, ...shared };
  }
  const answers = new Set(group.answers.map(cellKey));
  const options = group.columns.map(({ column }, order): AnswerOption => {
    const part = group.parts[order] ?? column.name;
    const label = part === column.name ? (group.labels[order] ?? part) : part;
    return { code: order + 1, label, order, value: null, cells: [] };
  });
  const columns = group.columns.map(({ column }, at) => ({ column: column.name, code: at + 1 }));
  const source = {
    form: "flags" as const,
    columns,
    chosen: group.chosen,
    ...(asksNone(group) && { blankIsNone: true as const }),
  };
  return {
    ...{ kind: "multiple", source, options, ...base },
    missing: missing.filter((code) => !("cell" in code && answers.has(cellKey(code.cell)))),
  };
}

/**
 * Whether a row that is blank in all columns is proposed as one that was asked and chose none: nothing says otherwise who
 * was not asked, and the columns have too many marks for most of the rows to be blank.
 */
function asksNone({
  columns,
  isBlankNotChosen,
}: Pick<Extract<ColumnGroup, { form: "flags" }>, "columns" | "isBlankNotChosen">): boolean {
  const saysNotAsked = columns.some(({ guess }) => guess.missed.length > 0);
  const filled = columns.reduce((sum, { guess }) => sum + guess.counted.filled, 0);
  const rows = Math.max(0, ...columns.map(({ guess }) => guess.counted.filled + guess.counted.blank));
  return (
    isBlankNotChosen && !saysNotAsked && filled * 2 >= rows && columns.some(({ guess }) => guess.counted.blank > 0)
  );
}

function mergedMissing(columns: readonly GuessedColumn[]): MissingCode[] {
  const all = columns.flatMap(({ guess }) => guess.missing);
  const known = new Map(all.map((code) => ["cell" in code ? cellKey(code.cell) : JSON.stringify(code), code] as const));
  return [...known.values()];
}

const repeatedNote = (columns: readonly GuessedColumn[]): string[] =>
  columns.length === 0
    ? []
    : [`What is in ${listed(columns.map(nameOf))} is in a column for each option as well: not imported twice.`];

function blankNotes(questions: readonly PlannedQuestion[]): string[] {
  const asked = questions.filter(
    ({ kind, ...rest }) => "source" in rest && rest.source.form === "flags" && rest.source.blankIsNone,
  );
  if (asked.length === 0) return [];
  const names = listed(asked.map(({ text }) => text));
  return [
    `Rows that are blank in all columns of ${names} are read as respondents who were asked and chose none: choose “Not asked” in the question if they were not.`,
  ];
}

/** What is not known of the time of a response, with the columns that a person may have meant. */
function timeNote(columns: readonly GuessedColumn[]): string {
  const none = "No column with the time of the response was found: without one there are no trends.";
  const dates = columns.filter(({ guess }) => guess.kind === "date").map(({ column }) => column.name);
  return dates.length > 0 ? `${none} If it is ${listed(dates)}, choose that there.` : none;
}

/** What is as it was chosen before and may not be meant, and what cannot be. */
function beforeNotes({ id, lostId }: { id: string | null; lostId: string | null }, leftOut: readonly string[]) {
  const instead = id === null ? "all its rows come in as new responses" : `“${id}” is taken instead`;
  return [
    ...(lostId === null
      ? []
      : [`The project's responses are known by “${lostId}”, which this file lacks: ${instead}.`]),
    ...(leftOut.length > 0
      ? [`${listed(leftOut)} ${leftOut.length === 1 ? "was" : "were"} left out of the file before, and of this one.`]
      : []),
  ];
}

function notesOf(
  columns: readonly GuessedColumn[],
  empty: readonly GuessedColumn[],
  roles: Roles,
  isFirst: boolean,
): string[] {
  const open = columns.filter(({ guess }) => guess.isOrderOpen).map(({ column }) => column.name);
  return [
    ...(roles.time ? [] : [timeNote(columns)]),
    ...weightNotes(roles.foundWeights, roles.unsureWeights, isFirst),
    ...(roles.id === null
      ? ["No column with an id of its own for each row was found: rows cannot be updated later."]
      : []),
    ...(open.length > 0
      ? [`The dates of ${listed(open)} can be read as month/day or day/month: month/day is taken.`]
      : []),
    ...(empty.length > 0 ? [`Nothing is in ${listed(empty.map(({ column }) => column.name))}: not imported.`] : []),
  ];
}
