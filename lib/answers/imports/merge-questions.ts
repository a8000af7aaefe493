import { unusedId } from "@/lib/answers/columns/change-plan";
import { restorableCodes } from "@/lib/answers/columns/read-answer";
import { derivedFrom, withKindsOf } from "@/lib/answers/questions/derived-questions";
import {
  joinOptions,
  type KeptWord,
  keptLabels,
  labelContradictions,
  namedOptions,
  recoded,
} from "@/lib/answers/questions/join-options";
import {
  type ImportPlan,
  type MissingCode,
  MOST_RESTORABLE,
  type PlannedQuestion,
  type Question,
  type Weight,
} from "@/lib/contracts/interfaces/answers";
import {
  cellKey,
  isReadAsMissing,
  missingKey,
  missingMatcher,
  validOptions,
  withoutMark,
} from "@/lib/contracts/rules/answer-cells";
import { columnsOf, isOfFlags } from "@/lib/contracts/rules/import-plan";
import { shortened } from "@/lib/contracts/rules/shortened";
import type { ImportMode } from "@/lib/contracts/terms/answers";

/**
 * What a project has beside its answers. `columnsGiven` counts columns of questions ever given out; `before`: the plan
 * that the file before was read by, which tells what was edited since from what the next file says otherwise.
 */
export type ProjectQuestions = {
  questions: Question[];
  weights: Weight[];
  columnsGiven: number;
  before?: ImportPlan | null;
};

export type Merged = Omit<ProjectQuestions, "before"> & {
  /** The plan with the codes that the project has for its options. */
  plan: ImportPlan;
  /** Why the file cannot be imported so, a sentence each. */
  problems: string[];
  /** What a person should know of it, a sentence each. */
  notices: string[];
};

/**
 * A project's questions after an import. A question that is known by its id keeps its column and what was edited of
 * it, and gets the options that are new; a new one gets the next column. Options are the same where they share a cell,
 * else where their labels are alike. `replace` drops questions that the file does not have, and takes its missing codes;
 * other modes keep what the project has. Texts and labels stay as they are in every mode: a plan does not tell what its
 * file said from what a person made of it.
 */
export function mergeQuestions(project: ProjectQuestions, plan: ImportPlan, mode: ImportMode): Merged {
  const known = new Map(project.questions.map((question) => [question.id, question]));
  const problems: string[] = mode === "update" && plan.id === null ? [NO_ID] : [];
  const earlier = new Map(project.before?.questions.map((planned) => [planned.id, planned]));
  const differences: string[] = [];
  const kept: KeptWord[] = [];
  let columnsGiven = project.columnsGiven;
  const apart = besideDerived(plan.questions.map(withFlagsUnmarked), project);
  const merged = apart.questions.map((planned) => {
    const question = known.get(planned.id);
    const problem = question && kindProblem(question, planned, mode);
    if (problem) problems.push(problem);
    if (question && !problem && question.kind === planned.kind) {
      differences.push(...labelContradictions(question, planned));
      if (mode === "replace") kept.push(...keptWords(question, planned, earlier.get(planned.id)));
      else differences.push(...missingNotices(question, planned));
      return joined(question, planned, mode);
    }
    columnsGiven += 1;
    return { question: newQuestion(planned, `q${columnsGiven}`, (question?.version ?? 0) + 1), planned };
  });
  const { questions, notices } = placed(project.questions, merged, mode);
  const weights = mergeWeights(project.weights, plan.weights, mode);
  problems.push(...weightProblems(project.weights, plan.weights));
  const read = { ...plan, questions: merged.map(({ planned }) => planned) };
  if (mode === "update") notices.push(...firstOf(merged.flatMap(partNotice), MOST_ALIKE));
  notices.push(
    ...apart.notices,
    ...weightNotices(project.weights, plan.weights, mode),
    ...firstOf(differences, MOST_ALIKE),
    ...keptNotice(kept),
  );
  return { questions, weights, columnsGiven, plan: read, problems, notices };
}

/** Notices of one kind. */
const MOST_ALIKE = 10;
const NO_ID = "Updating by id needs the column with each response's id: choose it, or append.";
const KINDS = "Choose the same kind for it, leave it out, or replace all answers of the project";

/** A file's questions that are called as derived ones of the project get a free id, or the one that they got before. */
function besideDerived(
  planned: readonly PlannedQuestion[],
  { questions: known, before }: Pick<ProjectQuestions, "questions" | "before">,
) {
  const derived = new Set(known.filter(({ derivation }) => derivation !== null).map(({ id }) => id));
  const taken = new Set([...planned.map(({ id }) => id), ...derived]);
  const notices: string[] = [];
  const questions = planned.map((question): PlannedQuestion => {
    if (!derived.has(question.id)) return question;
    const others = known.filter(({ text }) => text !== question.text).map(({ id }) => id);
    const earlier = before ? idOfColumns(before, question) : undefined;
    const isKnown = earlier !== undefined && !taken.has(earlier) && known.some(({ id }) => id === earlier);
    const id = isKnown ? earlier : unusedId(question.id, new Set([...taken, ...others]));
    taken.add(id);
    notices.push(`“${question.id}” is a derived question of the project: the file's question gets the id “${id}”.`);
    return { ...question, id };
  });
  return { questions, notices };
}

/** What the columns of a question were in the plan of the file before, whatever its text is now. */
function idOfColumns({ questions }: ImportPlan, planned: PlannedQuestion): string | undefined {
  const columns = new Set(columnsOf(planned));
  return questions.find((each) => columnsOf(each).some((column) => columns.has(column)))?.id;
}

function kindProblem(question: Question, planned: PlannedQuestion, mode: ImportMode): string | null {
  const { id, kind } = question;
  if (kind === planned.kind || mode === "replace") return null;
  return `Question “${id}” is ${kind} in the project and ${planned.kind} in this file. ${KINDS}.`;
}

type Joined = { question: Question; planned: PlannedQuestion };

function newQuestion(planned: PlannedQuestion, column: string, version: number): Question {
  const { id, text, kind, blank, grid } = planned;
  const missing = planned.missing.map((code) => (isReadAsMissing(kind, code) ? withoutMark(code) : code));
  const options = "options" in planned ? namedOptions(planned) : [];
  const choiceColumns = choiceColumnsOf(planned);
  const made: Question = { id, text, kind, column, options, missing, blank, grid, derivation: null, version };
  return withRestorable(choiceColumns.length > 0 ? { ...made, choiceColumns } : made, planned, []);
}

/** Columns of marks are read with all of their codes: no option is one that the store could have. */
const withFlagsUnmarked = (planned: PlannedQuestion): PlannedQuestion =>
  isOfFlags(planned) ? { ...planned, missing: planned.missing.map(withoutMark) } : planned;

/**
 * The question with the codes of these columns of marks that can be restored, behind those that have their places.
 * `earlier`: codes that answers were read with which stay: of which of them nothing is stored, none gets a place.
 */
function withRestorable(question: Question, planned: PlannedQuestion, earlier: readonly MissingCode[]): Question {
  if (!isOfFlags(planned)) return question;
  const { restorableCodes: before = [] } = question;
  const untold = new Set(earlier.filter(({ marked }) => !marked).map(missingKey));
  const found = restorableCodes(planned.source, planned.missing).filter((key) => !untold.has(key));
  const codes = [...new Set([...before, ...found])].slice(0, MOST_RESTORABLE);
  return codes.length > 0 ? { ...question, restorableCodes: codes } : question;
}

const choiceColumnsOf = (planned: PlannedQuestion): string[] =>
  planned.kind === "multiple" && planned.source.form === "choices" ? planned.source.columns : [];

/** The question with the columns of this file, beside those that its other responses were read from. */
function withChoiceColumns(question: Question, planned: PlannedQuestion, mode: ImportMode): Question {
  const { choiceColumns: earlier = [], ...others } = question;
  const columns = [...new Set([...(mode === "replace" ? [] : earlier), ...choiceColumnsOf(planned)])];
  return columns.length > 0 ? { ...others, choiceColumns: columns } : others;
}

function joined(known: Question, planned: PlannedQuestion, mode: ImportMode): Joined {
  const question = withChoiceColumns(known, planned, mode);
  const { missing, read } = joinedMissing(question, planned.missing, mode);
  if (!("options" in planned)) {
    return { question: raised(question, { missing }), planned: { ...planned, missing: read } };
  }
  const joining = joinOptions(question.options, namedOptions(planned));
  const joinedPlan = recoded({ ...planned, missing: read }, joining);
  const withCodes = withRestorable({ ...question, missing }, joinedPlan, mode === "replace" ? [] : question.missing);
  return { question: raised(question, { ...withCodes, options: joining.options }), planned: joinedPlan };
}

/** The text and the labels that the project keeps where the file, or a person who corrected its plan, has others. */
function keptWords(question: Question, planned: PlannedQuestion, earlier: PlannedQuestion | undefined): KeptWord[] {
  const labels = keptLabels(question, planned, earlier);
  const isOther = planned.text !== question.text && planned.text !== earlier?.text;
  return isOther && isTold(planned) ? [{ own: question.text, inFile: planned.text }, ...labels] : labels;
}

/** A text that says more than the name does, by which a question without one is called. */
const isTold = ({ id, text, ...planned }: PlannedQuestion): boolean =>
  text.trim() !== "" && text !== id && !("column" in planned && text === planned.column);

const LONGEST_TEXT = 80;
const quoted = (text: string) => `“${shortened(text, LONGEST_TEXT)}”`;

const MOST_KEPT = 3;

function keptNotice(kept: readonly KeptWord[]): string[] {
  if (kept.length === 0) return [];
  const first = kept.slice(0, MOST_KEPT).map(({ own, inFile }) => `${quoted(own)} and not ${quoted(inFile)}`);
  const more = kept.length > MOST_KEPT ? `; and ${kept.length - MOST_KEPT} more` : "";
  return [
    `The project keeps its own texts and labels where the file has others: ${first.join("; ")}${more}. Change them on the page of questions if the file's are meant.`,
  ];
}

/** What answers that stay were read with is no answer in new ones either. */
function missingNotices({ id, kind, missing }: Question, planned: PlannedQuestion): string[] {
  const own = new Set(planned.missing.map(missingKey));
  const isMissing = missingMatcher(planned.missing);
  const lacking = missing.filter(
    (code) =>
      isReadAsMissing(kind, code) && !own.has(missingKey(code)) && !("cell" in code && isMissing(code.cell) !== null),
  );
  if (lacking.length === 0) return [];
  return [
    `${listed(lacking.map(missingKey))} of “${id}” ${lacking.length === 1 ? "is" : "are"} no answer in the project, and so not in this file: only an import that replaces all answers can change that.`,
  ];
}

/** A version more where something is another than before. */
function raised(question: Question, change: Partial<Question>): Question {
  const changed = { ...question, ...change };
  if (JSON.stringify(changed) === JSON.stringify(question)) return question;
  return { ...changed, version: question.version + 1 };
}

/**
 * The project's own codes, as somebody may have edited them, and those that only the file has; `read`: those that the
 * file is read with. A marked code is not, so that the mark can still be removed from what the file brings; one that
 * cannot be stored as an answer is, and is marked no more. A replacement is read with the file's alone: no answer is
 * left that was read with another.
 */
function joinedMissing(question: Question, planned: readonly MissingCode[], mode: ImportMode) {
  const { kind, missing: all } = question;
  const found = planned.filter((code) => isReadAsMissing(kind, code)).map(withoutMark);
  const own = new Map(found.map((code) => [missingKey(code), code.kind]));
  const ofFile = (code: MissingCode) => {
    const as = own.get(missingKey(code));
    return as ? [{ ...code, kind: as }] : [];
  };
  const kept = mode === "replace" ? all.flatMap((code) => (code.marked ? [code] : ofFile(code))) : all;
  const keys = new Set(kept.map(missingKey));
  const missing = [
    ...kept.map((code) => (own.has(missingKey(code)) || isReadAsMissing(kind, code) ? withoutMark(code) : code)),
    ...[...found, ...newMarks(question, planned)].filter((code) => !keys.has(missingKey(code))),
  ];
  return { missing, read: missing.filter(({ marked }) => !marked) };
}

/** Marks that a plan proposes. What the project has as an answer stays one: somebody made it a normal option. */
function newMarks({ kind, options, missing }: Question, planned: readonly MissingCode[]): MissingCode[] {
  const answers = validOptions({ options, missing }).flatMap(({ cells }) => cells);
  const isAnswer = (code: MissingCode) => answers.some((cell) => missingMatcher([code])(cell) !== null);
  return planned.filter((code) => !isReadAsMissing(kind, code) && !isAnswer(code));
}

/** The codes that the file says something of, where its flags are only some of the question's options; else null. */
function partOf({ question, planned }: Joined): number[] | null {
  if (planned.kind !== "multiple" || planned.source.form !== "flags") return null;
  const codes = new Set(planned.source.columns.map(({ code }) => code));
  return question.options.every(({ code }) => codes.has(code)) ? null : [...codes];
}

/** Columns of multiple questions of whose options the file has only some, with the codes of these. */
export function partlyBrought({ plan, questions }: Pick<Merged, "plan" | "questions">): Map<string, number[]> {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const parts = plan.questions.flatMap((planned) => {
    const question = byId.get(planned.id);
    const codes = question && partOf({ question, planned });
    return codes && question.column !== null ? [[question.column, codes] as const] : [];
  });
  return new Map(parts);
}

function partNotice(joined: Joined): string[] {
  const { id, options } = joined.question;
  const codes = partOf(joined);
  if (codes === null) return lackedChoices(joined);
  return [
    `The file has columns for ${codes.length} of the ${options.length} options of “${id}”: what responses chose of the others stays.`,
  ];
}

/** What is chosen in columns that a file lacks cannot be told from the rest: the whole answer is the file's. */
function lackedChoices({ question: { id, choiceColumns = [] }, planned }: Joined): string[] {
  const columns = choiceColumnsOf(planned);
  if (columns.length === 0 || columns.length === choiceColumns.length) return [];
  const lacking = listed(choiceColumns.filter((column) => !columns.includes(column)));
  return [
    `“${id}” was read from ${choiceColumns.length} columns, and the file lacks ${lacking}: what its responses chose there is taken away. Leave “${id}” out if that is not meant.`,
  ];
}

/**
 * Questions whose answers two merges of one file write otherwise: into another column, with another code for an option,
 * or with another thing that counts as no answer. Their ids.
 */
export function writtenOtherwise(one: Merged, other: Merged): string[] {
  const writings = new Map(writingsOf(other));
  return writingsOf(one).flatMap(([id, writing]) => (writings.get(id) === writing ? [] : [id]));
}

function writingsOf({ plan, questions }: Merged): [id: string, writing: string][] {
  const places = new Map(questions.map(({ id, column, restorableCodes: codes }) => [id, [column, codes]]));
  return plan.questions.map((planned) => [planned.id, JSON.stringify([places.get(planned.id), readingOf(planned)])]);
}

function readingOf(planned: PlannedQuestion): unknown {
  const missing = planned.missing.map((code) => `${missingKey(code)} ${code.kind}`).sort();
  const options = "options" in planned ? planned.options.map(({ code, cells }) => [code, ...cells.map(cellKey)]) : [];
  const flags = planned.kind === "multiple" && planned.source.form === "flags" ? planned.source.columns : [];
  return [missing, options, flags];
}

/** Known questions where they stood, new ones behind them; a replacement has new ones where the file has them. */
function placed(
  known: readonly Question[],
  merged: readonly Joined[],
  mode: ImportMode,
): { questions: Question[]; notices: string[] } {
  const found = new Map(merged.map(({ question }) => [question.id, question]));
  if (mode === "replace") {
    const derived = derivedFrom(known, [...found.values()]);
    const kept = inKnownOrder(known, [...found.values(), ...derived]);
    const ids = new Set(kept.map(({ id }) => id));
    const gone = known.filter(({ id }) => !ids.has(id));
    const notices = [
      ...droppedNotice(
        "Questions that the file does not have are dropped",
        gone.filter(({ derivation }) => derivation === null),
      ),
      ...droppedNotice(
        "Derived questions that cannot be made of this file's answers, or would mean something else, are dropped",
        gone.filter(({ derivation }) => derivation !== null),
      ),
    ];
    return { questions: withKindsOf(kept), notices };
  }
  const stayed = known.map((question) => found.get(question.id) ?? question);
  const ids = new Set(known.map(({ id }) => id));
  const added = [...found.values()].filter(({ id }) => !ids.has(id));
  return { questions: withKindsOf([...stayed, ...added]), notices: [] };
}

/** Names as a sentence lists them. */
function listed(names: readonly string[]): string {
  const first = names.slice(0, 10).map((name) => `“${name}”`);
  return `${first.join(", ")}${names.length > 10 ? ` and ${names.length - 10} more` : ""}`;
}

const firstOf = (sentences: readonly string[], most: number): string[] =>
  sentences.length > most
    ? [...sentences.slice(0, most), `And ${sentences.length - most} more of this kind.`]
    : [...sentences];

function droppedNotice(what: string, questions: readonly Question[]): string[] {
  if (questions.length === 0) return [];
  return [`${what}: ${listed(questions.map(({ id }) => id))}.`];
}

/** Known questions in their order, each of the others behind the one before it. */
function inKnownOrder(known: readonly Question[], kept: readonly Question[]): Question[] {
  const places = new Map(known.map(({ id }, at) => [id, at]));
  const ordered = kept
    .filter(({ id }) => places.has(id))
    .sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
  for (const [at, question] of kept.entries()) {
    if (places.has(question.id)) continue;
    const previous = kept[at - 1];
    ordered.splice(previous ? ordered.indexOf(previous) + 1 : 0, 0, question);
  }
  return ordered;
}

/** A weight that was made here is no file's to overwrite: half of it would be the one, half the other. */
const weightProblems = (known: readonly Weight[], columns: readonly string[]): string[] =>
  known
    .filter(({ id, raked }) => raked && columns.includes(id))
    .map(
      ({ id }) =>
        `The weight “${id}” of the project was made here by raking: leave the file's column “${id}” out, or delete that weight first.`,
    );

const LACKING: Record<ImportMode, string> = {
  append: "which the project has: its responses have none, and are left out of figures that are weighted so",
  update: "which the project has: responses that are new have none, and are left out of figures that are weighted so",
  replace: "so that the project has none either",
};

/** Of weights that files brought; one that was made here says itself that it is to be calculated again. */
function weightNotices(known: readonly Weight[], columns: readonly string[], mode: ImportMode): string[] {
  const lacking = known.filter(({ id, raked }) => !raked && !columns.includes(id)).map(({ id }) => id);
  if (lacking.length === 0) return [];
  return [`The file brings no weight ${listed(lacking)}, ${LACKING[mode]}.`];
}

/** A weight made here stays when all answers are replaced: nobody has it then until it is calculated again. */
function mergeWeights(known: readonly Weight[], columns: readonly string[], mode: ImportMode): Weight[] {
  const byId = new Map(known.map((weight) => [weight.id, weight]));
  let last = Math.max(0, ...known.map(({ column }) => Number(column.slice(1))));
  const found = columns.map((id): Weight => {
    const same = byId.get(id);
    if (same) return same;
    last += 1;
    return { id, name: id, column: `w${last}` };
  });
  const kept = mode === "replace" ? known.filter(({ raked }) => raked) : known;
  const names = new Set(kept.map(({ id }) => id));
  return [...kept, ...found.filter(({ id }) => !names.has(id))];
}
