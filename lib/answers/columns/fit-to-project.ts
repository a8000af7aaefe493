import type {
  AnswerOption,
  ImportPlan,
  MissingCode,
  PlannedQuestion,
  Question,
} from "@/lib/contracts/interfaces/answers";
import { cellKey, missingKey, missingMatcher, validOptions } from "@/lib/contracts/rules/answer-cells";
import { columnsOf, isOfFlags } from "@/lib/contracts/rules/import-plan";
import { formerIdOfName, idOfName } from "@/lib/contracts/rules/question-ids";
import { addQuestion, dateOrderOf, type Known, leaveAll, questionAt, separatorOf, unusedId } from "./change-plan";
import { marks, takeApart } from "./group-columns";
import { isNotChosen } from "./not-chosen";

type Multiple = Extract<PlannedQuestion, { kind: "multiple" }>;
type Columns = Known["columns"];

/** `before`: the plan that the project's file before was read by; null: there is none. */
export type Fitted = { questions: readonly Question[]; before: ImportPlan | null };

/**
 * A guess brought closer to what the project has, where the file's question is another only because this file happens
 * to hold other values: columns stand together or alone as they did, the project's kind is taken, with its options
 * beside those that were found, and what is an answer in the project is no missing code. `columns` are the file's.
 */
export function fitToProject(plan: ImportPlan, { questions, before }: Fitted, columns: Columns): ImportPlan {
  const own = questions.filter(({ derivation }) => derivation === null);
  const known = new Map(own.map((question) => [question.id, question]));
  const named = withFormerIds(plan, own);
  const apart = before ? apartAsBefore(named, before, columns) : named;
  const multiple = own.filter(({ kind }) => kind === "multiple");
  const together = multiple.reduce((left, question) => withMultiple(left, question, { before, columns, known }), apart);
  const fitted = together.questions.map((planned): PlannedQuestion => {
    const question = known.get(planned.id);
    if (!question) return planned;
    const read = withBlankAsBefore({ ...ofKind(planned, question, before), blank: question.blank }, before);
    return withAnswers(withKnownMissing(withoutRestored(read, question), question), question);
  });
  return { ...together, questions: fitted };
}

/** What a row means that is blank in all columns of a question was chosen, or left, when the file before was imported. */
function withBlankAsBefore(planned: PlannedQuestion, before: ImportPlan | null): PlannedQuestion {
  const earlier = before?.questions.find(({ id }) => id === planned.id);
  if (planned.kind !== "multiple" || planned.source.form !== "flags") return planned;
  if (earlier?.kind !== "multiple" || earlier.source.form !== "flags") return planned;
  const { blankIsNone: _, ...source } = planned.source;
  const { blankIsNone } = earlier.source;
  return { ...planned, source: { ...source, ...(blankIsNone && { blankIsNone }) } };
}

/**
 * Questions of long names that the file before did not have: the project knows them by the beginning of the name alone.
 * Of several columns with one beginning and text the first is the project's question, the next the project's next one.
 */
function withFormerIds(plan: ImportPlan, own: readonly Question[]): ImportPlan {
  const taken = new Set(plan.questions.map(({ id }) => id));
  const known = new Set(own.map(({ id }) => id));
  const formerOf = (planned: PlannedQuestion) => {
    const [column = ""] = columnsOf(planned);
    if (known.has(planned.id) || planned.id !== idOfName(column)) return undefined;
    const former = formerIdOfName(column);
    if (former === planned.id) return undefined;
    return own.find(({ id, text }) => !taken.has(id) && id.startsWith(former) && text === planned.text);
  };
  const questions = plan.questions.map((planned): PlannedQuestion => {
    const question = formerOf(planned);
    if (!question) return planned;
    taken.add(question.id);
    return { ...planned, id: question.id };
  });
  return { ...plan, questions };
}

/**
 * Groups of columns each of which was a question of its own in the file before, or empty there. Each is taken apart in a
 * plan of its own: in one of thousands of questions that would take minutes.
 */
function apartAsBefore(plan: ImportPlan, before: ImportPlan, columns: Columns): ImportPlan {
  const ofOne = before.questions.map(columnsOf).filter(({ length }) => length === 1);
  const alone = new Set(ofOne.flat());
  const empty = new Set(before.empty);
  const byName = new Map(columns.map((column) => [column.name, column]));
  const wasApart = (planned: PlannedQuestion) => {
    if (planned.kind !== "multiple" || planned.source.form === "list") return false;
    const names = columnsOf(planned);
    return names.some((name) => alone.has(name)) && names.every((name) => alone.has(name) || empty.has(name));
  };
  const questions = plan.questions.flatMap((planned) => {
    if (!wasApart(planned)) return [planned];
    const names = columnsOf(planned);
    const own = names.flatMap((name) => byName.get(name) ?? []);
    return takeApart({ ...plan, questions: [planned] }, names[0] ?? "", { columns: own }).questions;
  });
  return { ...plan, questions: withOwnIds(questions) };
}

function withOwnIds(questions: readonly PlannedQuestion[]): PlannedQuestion[] {
  const taken = new Set<string>();
  return questions.map((question) => {
    const id = unusedId(question.id, taken);
    taken.add(id);
    return id === question.id ? question : { ...question, id };
  });
}

type Around = { before: ImportPlan | null; columns: Columns; known: ReadonlyMap<string, Question> };

/** The project's multiple question from the columns that the file has of it, also where only one of them is filled. */
function withMultiple(plan: ImportPlan, question: Question, { before, columns, known }: Around): ImportPlan {
  const planned = plan.questions.find(({ id }) => id === question.id);
  const found = planned?.kind === "multiple" ? planned : null;
  const earlier = before?.questions.find(({ id }) => id === question.id);
  const own = new Set([...[found, earlier].flatMap((each) => (each ? columnsOf(each) : [])), ...namesIn(question)]);
  const isOthers = (reader: PlannedQuestion | null | undefined) => reader && reader.id !== question.id;
  const names = columns
    .map(({ name }) => name)
    .filter((name) => own.has(name) || idOfName(name) === question.id)
    .filter((name) => isFree(plan, name) && !isOthers(before && questionAt(before, name)))
    .filter((name) => !isOthers(multipleAt(plan, name, known)));
  const source = earlier?.kind === "multiple" ? earlier.source : null;
  const made = source?.form === "list" ? null : ofColumns(question, { found, names, plan, source });
  const read = made ?? ofList(question, { names, plan, source });
  if (read === null || (found !== null && isIn(read, found))) return plan;
  const missing = columnsOf(read).flatMap((name) => questionAt(plan, name)?.missing ?? []);
  const without = leaveAll(plan, columnsOf(read));
  // What stands under this id for other columns is another question.
  if (without.questions.some(({ id }) => id === question.id)) return plan;
  return addQuestion(without, { ...read, missing: distinct(missing) }, { columns });
}

const isIn = (read: Multiple, found: Multiple): boolean =>
  read.source.form === found.source.form && columnsOf(read).every((name) => columnsOf(found).includes(name));

/** What a multiple question may know columns by: options of flags have the name of theirs as their cell. */
const namesIn = ({ options, choiceColumns = [] }: Question): string[] => [
  ...choiceColumns,
  ...options.flatMap(({ cells }) => cells.map(String)),
];

/** The project's multiple question that a column is taken into. */
function multipleAt(plan: ImportPlan, name: string, known: ReadonlyMap<string, Question>) {
  const question = questionAt(plan, name);
  return question?.kind === "multiple" && known.get(question.id)?.kind === "multiple" ? question : null;
}

/** It has no role, and was not left out by anybody. */
function isFree({ time, end, id, weights, ignored, empty }: ImportPlan, name: string): boolean {
  if ([time?.column, end?.column, id, ...weights].includes(name)) return false;
  return !ignored.includes(name) || (empty ?? []).includes(name);
}

const distinct = (codes: readonly MissingCode[]): MissingCode[] => [
  ...new Map(codes.map((code) => [missingKey(code), code])).values(),
];

const common = ({ id, text, blank }: Question) => ({
  ...{ kind: "multiple" as const, id, text, blank, missing: [], grid: null },
});

type Seen = { found: Multiple | null; names: readonly string[]; plan: ImportPlan; source: Multiple["source"] | null };

/** Of a column an option, or of columns that each hold one of the chosen; null when the file has none of these. */
function ofColumns(question: Question, { found, names, plan, source }: Seen): Multiple | null {
  const { choiceColumns = [] } = question;
  const more = found ? columnsOf(found) : [];
  const choices = names.filter((name) => choiceColumns.includes(name));
  if (choices.length > 0) {
    const columns = names.filter((name) => choiceColumns.includes(name) || more.includes(name));
    return { ...common(question), source: { form: "choices", columns }, options: [] };
  }
  const byColumn = new Map(question.options.flatMap((option) => option.cells.map((cell) => [cell, option] as const)));
  const known = names.filter((name) => byColumn.has(name));
  // Cells of a list may be called as columns are.
  if (known.length === 0 || (source === null && names.some((name) => idOfName(name) === question.id))) return null;
  const flags = found?.source.form === "flags" ? { ...found, source: found.source } : null;
  const added = flags ? addedFlags(flags, { known, taken: question.options }) : { columns: [], options: [] };
  const columns = [...known.map((column) => ({ column, code: byColumn.get(column)?.code ?? 0 })), ...added.columns];
  const codes = new Set(columns.map(({ code }) => code));
  const options = question.options.filter(({ code }) => codes.has(code)).map((option) => ({ ...option, cells: [] }));
  const chosen = chosenCells({ plan, known, flags, earlier: source?.form === "flags" ? source : null });
  return {
    ...common(question),
    options: [...options, ...added.options],
    source: { form: "flags", columns, chosen },
  };
}

type Flags = { source: Extract<Multiple["source"], { form: "flags" }>; options: readonly AnswerOption[] };

/** What the file has of the question beyond its known columns, under codes that are free. */
function addedFlags(
  { source, options }: Flags,
  { known, taken }: { known: readonly string[]; taken: readonly AnswerOption[] },
) {
  const columns = source.columns.filter(({ column }) => !known.includes(column));
  const free = freeCodes(taken, columns.length);
  const added = columns.map(({ column, code }, at) => ({ column, was: code, code: free[at] ?? 0 }));
  return {
    columns: added.map(({ column, code }) => ({ column, code })),
    options: added.flatMap(({ was, code }, at) =>
      options
        .filter((option) => option.code === was)
        .map((option): AnswerOption => ({ ...option, code, order: taken.length + at })),
    ),
  };
}

/** The lowest codes from 1 that none of the options has. */
function freeCodes(options: readonly AnswerOption[], count: number): number[] {
  const taken = new Set(options.map(({ code }) => code));
  const all = Array.from({ length: taken.size + count }, (_, at) => at + 1);
  return all.filter((code) => !taken.has(code)).slice(0, count);
}

type Marks = Flags["source"]["chosen"];
type Marked = { plan: ImportPlan; known: readonly string[]; flags: Flags | null; earlier: Flags["source"] | null };

/** The cells that mean chosen: as in the file before, unless this one is marked otherwise. */
function chosenCells({ plan, known, flags, earlier }: Marked): Marks {
  if (flags?.source.chosen === null) return null;
  const read = known.flatMap((name) => questionAt(plan, name) ?? []);
  const seen = flags?.source.chosen ?? read.flatMap(cellsIn);
  if (earlier && areMarked(earlier.chosen, seen)) return earlier.chosen;
  if (flags) return flags.source.chosen;
  return read.every(({ kind }) => kind === "numeric") ? ["1"] : marks(read);
}

const cellsIn = (planned: PlannedQuestion) =>
  "options" in planned ? planned.options.flatMap(({ cells }) => cells) : [];

const markKey = (cell: string | number) => cellKey(cell).toLowerCase();

/** Whether cells can be read by these marks: one of them is there, or nothing but what says no. */
function areMarked(chosen: Marks, seen: readonly (string | number)[]): boolean {
  if (chosen === null) return !seen.some(isNotChosen);
  const marked = new Set(chosen.map(markKey));
  return seen.every(isNotChosen) || seen.some((cell) => marked.has(markKey(cell)));
}

type OfList = Pick<Seen, "names" | "plan" | "source">;

function ofList(question: Question, { names, plan, source }: OfList): Multiple | null {
  if (question.choiceColumns?.length || (source !== null && source.form !== "list")) return null;
  const column = names.find((name) => name === source?.column) ?? names.find((name) => idOfName(name) === question.id);
  if (column === undefined) return null;
  const planned = questionAt(plan, column);
  const separator = source ? source.separator : separatorOf(planned ? cellsIn(planned).map(String) : []);
  return { ...common(question), source: { form: "list", column, separator }, options: [] };
}

function ofKind(planned: PlannedQuestion, question: Question, before: ImportPlan | null): PlannedQuestion {
  if (question.kind === planned.kind || question.kind === "multiple") return planned;
  if (planned.kind === "multiple" && planned.source.form !== "list") return planned;
  const column = columnsOf(planned)[0] ?? "";
  const { id, text, missing, blank, grid } = planned;
  const base = { id, text, missing, blank, grid, column };
  // Without any, they are filled with what the file holds.
  const options = "options" in planned && planned.kind !== "multiple" ? planned.options : [];
  if (question.kind === "scale" || question.kind === "single") return { kind: question.kind, ...base, options };
  if (question.kind === "date")
    return { kind: "date", ...base, order: (before && dateOrderOf(before, column)) ?? "ymd" };
  return { kind: question.kind, ...base };
}

/** A code that a person restored in columns of marks is read as “not chosen” in the next file too. */
function withoutRestored(planned: PlannedQuestion, { missing, restorableCodes = [] }: Question): PlannedQuestion {
  if (!isOfFlags(planned)) return planned;
  const present = new Set(missing.map(missingKey));
  const restored = restorableCodes.filter((key) => !present.has(key));
  return { ...planned, missing: planned.missing.filter((code) => !restored.includes(missingKey(code))) };
}

/** What the project's answers were read with, for a person to see, and to take out where all answers are replaced. */
function withKnownMissing(planned: PlannedQuestion, { kind, missing }: Question): PlannedQuestion {
  if (planned.kind !== kind) return planned;
  return { ...planned, missing: distinct([...planned.missing, ...missing.filter(({ marked }) => !marked)]) };
}

/**
 * Cells that the project has as an option are answers here too: somebody took them out of the missing codes that were
 * guessed, and as such a code they would be missing in the answers of before as well. What is marked there is marked
 * here; what the project's answers were read with as missing is no option.
 */
function withAnswers(guessed: PlannedQuestion, question: Question): PlannedQuestion {
  if (!("options" in guessed)) return guessed;
  const planned = withoutMissing(guessed, question);
  const marks = new Map(question.missing.map((code) => [missingKey(code), code.marked === true]));
  const known = new Map(question.options.flatMap((option) => option.cells.map((cell) => [cellKey(cell), option])));
  const isOption = (code: MissingCode): code is CellCode =>
    "cell" in code && known.has(cellKey(code.cell)) && marks.get(missingKey(code)) !== false;
  const answers = validOptions(question).flatMap(({ cells }) => cells);
  const missing = planned.missing.flatMap((code): MissingCode[] => {
    if (!("cell" in code) && code.marked && answers.some((cell) => missingMatcher([code])(cell) !== null)) return [];
    if (!isOption(code)) return [code];
    return marks.get(missingKey(code)) === true ? [{ ...code, marked: true }] : [];
  });
  const present = new Set(planned.options.flatMap(({ cells }) => cells.map(cellKey)));
  const cells = planned.missing.filter(isOption).map(({ cell }) => cell);
  const lacking = cells.filter((cell) => !present.has(cellKey(cell)));
  // An empty list is still to be filled with what the file holds.
  if (lacking.length === 0 || planned.options.length === 0) return { ...planned, missing };
  const codes = freeCodes(planned.options, lacking.length);
  const options = lacking.map((cell, at): AnswerOption => {
    const { label = String(cell), value = null } = known.get(cellKey(cell)) ?? {};
    return { code: codes[at] ?? 0, label, order: planned.options.length + at, value, cells: [cell] };
  });
  return { ...planned, missing, options: [...planned.options, ...options] };
}

type CellCode = Extract<MissingCode, { cell: unknown }>;
type WithOptions = Extract<PlannedQuestion, { options: unknown }>;

function withoutMissing(planned: WithOptions, question: Question): WithOptions {
  const codes = question.missing.filter(({ marked }) => !marked);
  const isMissing = missingMatcher(codes);
  const isNone = ({ cells }: AnswerOption) => cells.length > 0 && cells.every((cell) => isMissing(cell) !== null);
  const gone = planned.options.filter(isNone);
  if (gone.length === 0) return planned;
  const cells = gone.flatMap((option) => option.cells);
  const used = codes.filter((code) => cells.some((cell) => missingMatcher([code])(cell) !== null));
  const options = planned.options.filter((option) => !isNone(option));
  return { ...planned, options, missing: distinct([...planned.missing, ...used]) };
}
