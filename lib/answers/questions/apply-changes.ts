import { kindNames } from "@/lib/answers/words";
import type { MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange, QuestionsChangeName } from "@/lib/contracts/ours/question-changes";
import type { QuestionChange } from "@/lib/contracts/ours/questions";
import { isRestorable, missingKey } from "@/lib/contracts/rules/answer-cells";
import { idOfName } from "@/lib/contracts/rules/question-ids";
import { namesOf } from "@/lib/contracts/rules/question-sources";
import { AppError } from "@/lib/http/problem";
import type { ColumnSource } from "@/lib/stores/clickhouse/rewrite-column";
import { dependents, isRelabelling, kindRefusal, withKind } from "./change-kind";
import { copiedSetup } from "./copy-setup";
import { newlyBroken, withKindsOf } from "./derived-questions";
import { editedQuestion } from "./edit-question";
import { grouped, merged, optionQuestions } from "./group-questions";
import { ordersBy, valuesBy } from "./option-rules";
import { withoutRestored } from "./restore-codes";

/** What has to be read of the answers, or of another project, before a change can be worked out. */
export type Facts = {
  /** What the answers become as another kind; throws a refusal where one cannot. */
  converted: (
    question: Question,
    kind: Question["kind"],
  ) => Promise<{ options: Question["options"]; conversion: Extract<ColumnSource, { form: "kind" }>["conversion"] }>;
  /** How often each option was chosen. */
  counts: (question: Question) => Promise<ReadonlyMap<number, number>>;
  /** A question of another project of the viewer's. */
  elsewhere: (projectId: string, id: string) => Promise<Question>;
};

/** The questions as changes leave them, and which columns of answers have to be made for that. */
export type Changed = {
  questions: Question[];
  sources: Map<string, ColumnSource>;
  columnsGiven: number;
  problems: string[];
  notices: string[];
};

type Start = { questions: readonly Question[]; columnsGiven: number };

/**
 * Carries changes out one after the other on the questions, not on the answers. Problems are collected, so that a dry
 * run tells all of them at once.
 */
export async function applyChanges(start: Start, changes: readonly QuestionsChange[], facts: Facts): Promise<Changed> {
  const changed: Changed = {
    ...{ questions: [...start.questions], sources: new Map(), columnsGiven: start.columnsGiven },
    ...{ problems: [], notices: [] },
  };
  for (const change of changes) await apply(changed, change, facts);
  changed.questions = withKindsOf(changed.questions);
  changed.problems.push(...newlyBroken(withKindsOf(start.questions), changed.questions), ...lost(start, changed));
  changed.problems = [...new Set(changed.problems)];
  changed.notices = [...new Set(changed.notices)];
  return changed;
}

/** A derived question whose source is gone is none of those that `newlyBroken` finds by what stands in their place. */
function lost({ questions }: Start, changed: Changed): string[] {
  const left = new Set(changed.questions.map(({ id }) => id));
  const gone = new Set(questions.filter(({ id }) => !left.has(id)).map(({ id }) => id));
  return changed.questions.flatMap(({ id, derivation }) => {
    const source = derivation === null ? undefined : namesOf(derivation).find((name) => gone.has(name));
    return source === undefined ? [] : [`“${id}” is made of “${source}”, which would be gone: remove “${id}” first.`];
  });
}

type Of<Name extends QuestionsChangeName> = Extract<QuestionsChange, { change: Name }>;
type Handlers = {
  [Name in QuestionsChangeName]: (changed: Changed, change: Of<Name>, facts: Facts) => void | Promise<void>;
};

/** A change and its handler have the same name, which the type of the table cannot say of any one of them. */
const apply = (changed: Changed, change: QuestionsChange, facts: Facts) =>
  (handlers[change.change] as (...given: [Changed, QuestionsChange, Facts]) => void | Promise<void>)(
    changed,
    change,
    facts,
  );

const handlers: Handlers = {
  text: (changed, { id, text }) => edit(changed, id, () => ({ text })),
  kind: async (changed, { ids, kind }, facts) => {
    for (const id of ids) await giveKind(changed, { id, kind }, facts);
  },
  missing: (changed, { ids, missing }) => {
    const keys = new Set(missing.map(missingKey));
    const added = missing.map((code) => ({ ...code, marked: true as const }));
    const isReplaced = (code: (typeof missing)[number]) => code.marked === true && keys.has(missingKey(code));
    for (const id of ids) {
      edit(changed, id, (question) => {
        const kept = question.missing.filter((code) => !isReplaced(code));
        const known = new Set(kept.map(missingKey));
        return { missing: [...kept, ...added.filter((code) => !known.has(missingKey(code)))] };
      });
    }
  },
  restore: (changed, { ids, cells }) => {
    const asked = cells && new Set(cells.map((cell) => missingKey({ cell, kind: "no_answer" })));
    for (const id of ids) {
      const question = find(changed, id);
      if (!question) continue;
      const wanted = question.missing.filter((code) => asked?.has(missingKey(code)) ?? true);
      const back = wanted.filter((code) => isRestorable(question, code));
      if (back.length < wanted.length) changed.notices.push(READ_WITHOUT);
      if (back.some(({ marked }) => !marked)) restoreCodes(changed, question, back);
      else edit(changed, id, ({ missing }) => ({ missing: missing.filter((code) => !back.includes(code)) }));
    }
  },
  values: (changed, { ids, by }) => {
    for (const id of ids) edit(changed, id, (question) => ({ options: valuesBy[by](question) }));
  },
  order: async (changed, { ids, by }, facts) => {
    for (const id of ids) {
      const question = find(changed, id);
      const counts = question && by === "frequency" ? await facts.counts(question) : new Map<number, number>();
      edit(changed, id, (each) => ({ options: ordersBy[by](each, counts) }));
    }
  },
  options: (changed, { id, options }) => edit(changed, id, () => ({ options })),
  copy: async (changed, { ids, from, parts }, facts) => {
    const source =
      from.project_id === undefined ? find(changed, from.id) : await facts.elsewhere(from.project_id, from.id);
    if (!source) return;
    for (const id of ids) {
      if (source === find(changed, id)) continue;
      edit(changed, id, (question) => copiedSetup(source, question, parts));
    }
  },
  grid: (changed, { ids, text }) => {
    const grid = text === null ? null : { id: idOfName(text), text };
    for (const id of ids) put(changed, id, (question) => ({ ...question, grid, version: question.version + 1 }));
  },
  group: (changed, { ids, id, text }) => {
    const sources = ids.flatMap((each) => find(changed, each) ?? []);
    if (sources.length < ids.length || !areStored(changed, sources)) return;
    const others = changed.questions.filter((question) => !sources.includes(question));
    if (others.some((question) => question.id === id)) {
      changed.problems.push(`There is a question “${id}” already: choose another id.`);
      return;
    }
    const column = giveColumn(changed);
    const { question, of, problems } = grouped(sources, { id, text, column });
    changed.problems.push(...problems);
    changed.sources.set(column, { form: "group", of });
    const at = changed.questions.findIndex((each) => sources.includes(each));
    changed.questions = others.toSpliced(at, 0, question);
    changed.notices.push(LATER_FILES);
  },
  ungroup: (changed, { ids }) => {
    for (const id of ids) ungroup(changed, id);
  },
  merge: (changed, { id, codes, into }) => {
    const before = find(changed, id);
    if (!before || !areStored(changed, [before])) return;
    const column = giveColumn(changed);
    const { question, problems } = merged(before, { codes, into });
    changed.problems.push(...problems);
    if (problems.length > 0) return;
    changed.sources.set(column, { form: "merge", before, codes: codes.map((code) => [code, into] as const) });
    replaceBy(changed, before, { ...question, column });
  },
};

const READ_WITHOUT =
  "Answers with missing codes that the file was read with are not stored: import the file again with other codes to have them.";
const MARKED_STAY =
  "Answers with missing codes do not come along to another kind: restore them first if they are needed.";
const LATER_FILES =
  "Files that you import later have these columns apart: group them in the import as well, or they come as questions of their own.";

function find(changed: Changed, id: string): Question | undefined {
  const found = changed.questions.find((question) => question.id === id);
  if (!found) changed.problems.push(`This project has no question “${id}”.`);
  return found;
}

function put(changed: Changed, id: string, make: (question: Question) => Question): void {
  const before = find(changed, id);
  if (before) replaceBy(changed, before, make(before));
}

/** Another question in the place of one; derived ones that name its answers as they were are problems. */
function replaceBy(changed: Changed, before: Question, after: Question): void {
  if (after.options !== before.options || after.kind !== before.kind) {
    changed.problems.push(...dependents(before, after, changed.questions));
  }
  changed.questions = changed.questions.map((each) => (each === before ? after : each));
}

type Edit = Omit<QuestionChange, "project_id" | "id" | "version">;

/** An edit as of one question; one that changes nothing leaves the question as it is. */
function edit(changed: Changed, id: string, make: (question: Question) => Edit): void {
  const before = find(changed, id);
  if (!before) return;
  const change = { ...make(before), project_id: "", id, version: before.version };
  const { edited, problems } = editedQuestion(before, change, changed.questions);
  changed.problems.push(...problems);
  if (JSON.stringify({ ...edited, version: before.version }) === JSON.stringify(before)) return;
  changed.questions = changed.questions.map((each) => (each === before ? edited : each));
}

const giveColumn = (changed: Changed): string => `q${++changed.columnsGiven}`;

/** A column can be made of answers that are stored, not of ones that another change is about to make. */
function areStored(changed: Changed, questions: readonly Question[]): boolean {
  const made = questions.filter(({ column }) => column !== null && changed.sources.has(column));
  const derived = questions.filter(({ derivation }) => derivation !== null);
  changed.problems.push(
    ...made.map(({ id }) => `The answers of “${id}” would be rewritten twice: do one change first, then the other.`),
    ...derived.map(({ id }) => `“${id}” is made of other questions: its answers cannot be rewritten.`),
  );
  return made.length + derived.length === 0;
}

/** Codes of columns of marks, which are written beside the answers: several restores of one question are one. */
function restoreCodes(changed: Changed, question: Question, codes: readonly MissingCode[]): void {
  const { missing, sentences } = withoutRestored(question, (code) => codes.includes(code));
  changed.notices.push(...sentences);
  if (missing.length === question.missing.length) return;
  const made = changed.sources.get(question.column ?? "");
  const earlier = made?.form === "restore" ? made : null;
  if (!earlier && !areStored(changed, [question])) return;
  const before = earlier?.before ?? question;
  const column = (earlier && question.column) ?? giveColumn(changed);
  const stays = new Set(missing.map(missingKey));
  const restored = before.missing.map(missingKey).filter((key) => !stays.has(key));
  changed.sources.set(column, { form: "restore", before, codes: restored });
  replaceBy(changed, question, { ...question, missing, column, version: question.version + 1 });
}

async function giveKind(
  changed: Changed,
  { id, kind }: { id: string; kind: Question["kind"] },
  facts: Facts,
): Promise<void> {
  const before = find(changed, id);
  if (!before || before.kind === kind) return;
  const refusal = kindRefusal(before, kind);
  if (refusal !== null) changed.problems.push(refusal);
  else if (isRelabelling(before.kind, kind)) replaceBy(changed, before, withKind(before, kind, before.options));
  else if (areStored(changed, [before])) await convert(changed, { before, kind }, facts);
}

async function convert(
  changed: Changed,
  { before, kind }: { before: Question; kind: Question["kind"] },
  facts: Facts,
): Promise<void> {
  try {
    const { options, conversion } = await facts.converted(before, kind);
    if (before.missing.some(({ marked }) => marked)) changed.notices.push(MARKED_STAY);
    const column = giveColumn(changed);
    changed.sources.set(column, { form: "kind", before, conversion });
    replaceBy(changed, before, { ...withKind(before, kind, options), column });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    changed.problems.push(error.message);
  }
}

/** A multiple-choice question becomes one question for each option; a part of a grid stands alone. */
function ungroup(changed: Changed, id: string): void {
  const before = find(changed, id);
  if (!before) return;
  if (before.kind === "multiple") ungroupOptions(changed, before);
  else if (before.grid !== null) {
    put(changed, id, (question) => ({ ...question, grid: null, version: question.version + 1 }));
  } else {
    const kind = kindNames[before.kind].toLowerCase();
    changed.problems.push(`“${id}” (${kind}) is neither a multiple-choice question nor part of a grid.`);
  }
}

function ungroupOptions(changed: Changed, before: Question): void {
  if (!areStored(changed, [before])) return;
  const taken = new Set(changed.questions.map((question) => question.id));
  const parts = optionQuestions(before, { taken, column: () => giveColumn(changed) });
  for (const { question, code } of parts) {
    if (question.column !== null) changed.sources.set(question.column, { form: "option", before, code });
  }
  changed.questions = changed.questions.flatMap((each) =>
    each === before ? parts.map(({ question }) => question) : [each],
  );
}
