import { type Formula, formulaOptions, settledFormula } from "@/lib/answers/formulas/formula-question";
import type { AnswerOption, MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import type { NewDerived, QuestionChange } from "@/lib/contracts/ours/questions";
import { missingKey, validOptions } from "@/lib/contracts/rules/answer-cells";
import { codesOf, kindOf } from "./derived-questions";
import { labelKey } from "./join-options";
import { addedProblems } from "./mark-missing";

type Edited = { edited: Question; problems: string[] };

/**
 * A question as an edit leaves it, a version more; what the edit is refused for, a sentence each. Answers are not read
 * again: options of an imported question are neither added nor taken away, and codes that answers were read with stay.
 */
export function editedQuestion(question: Question, change: QuestionChange, questions: readonly Question[]): Edited {
  const { text = question.text } = change;
  const derivation = editedDerivation(question, change, questions);
  const problems: string[] = [];
  if (change.derivation && question.derivation === null) {
    problems.push(`“${question.id}” came with an import: it is not made of others.`);
  }
  const { options, unknown } = editedOptions(question, {
    ...change,
    ...(change.derivation && { derivation: derivation ?? undefined }),
  });
  problems.push(...unknown.map((code) => `“${question.id}” has no option with the code ${code}.`));
  problems.push(...labelProblems(question, options));
  if (change.missing) {
    problems.push(...missingProblems(question, change.missing), ...addedProblems(question, change.missing));
  }
  const missing = change.missing ? markedCodes(question.missing, change.missing) : question.missing;
  const { ranking: before, ...rest } = question;
  const ranking = change.ranking ?? before ?? [];
  const edited: Question = {
    ...{ ...rest, text, missing, derivation, options, version: question.version + 1 },
    ...(ranking.length > 0 && { ranking }),
    ...(derivation && { goneCodes: goneCodes(question, options) }),
  };
  if (change.ranking) problems.push(...rankingProblems(edited, change.ranking));
  return { edited: derivation ? { ...edited, kind: kindOf(edited, questions) } : edited, problems };
}

/** A formula as the questions settle it: options keep their codes, and get back those that an undone edit says. */
function editedDerivation(question: Question, { derivation }: QuestionChange, questions: readonly Question[]) {
  const { id, derivation: before, goneCodes = [], options } = question;
  if (derivation?.form !== "formula") return derivation ?? before;
  const results = [...(before?.form === "formula" ? before.results : []), ...derivation.results];
  const gone = [...goneCodes, ...options.map(({ code }) => code)];
  return settledFormula({ ...derivation, results }, questions, id, gone);
}

/** Members that were given; one that was not leaves what is there. */
const defined = <T extends object>(given: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** An order is of all options that are answers, or of none. */
function rankingProblems(question: Question, ranking: readonly number[]): string[] {
  const codes = validOptions(question).map(({ code }) => code);
  const isWhole = ranking.length === codes.length && codes.every((code) => ranking.includes(code));
  return ranking.length === 0 || isWhole
    ? []
    : [`The order of “${question.id}” has to name each option that is an answer once.`];
}

type Options = Pick<Question, "options" | "derivation">;

/** A derived question has an option for each code of its derivation, which an edit may change. */
function editedOptions(
  question: Options,
  { options = [], derivation }: Pick<QuestionChange, "options" | "derivation">,
) {
  const changes = new Map(options.map((option) => [option.code, option]));
  const present = question.derivation && derivation ? derivedOptions(question, derivation, options) : question.options;
  const known = new Set(present.map(({ code }) => code));
  return {
    unknown: [...changes.keys()].filter((code) => !known.has(code)),
    options: present
      .map((option): AnswerOption => ({ ...option, ...defined(changes.get(option.code)) }))
      .sort((one, other) => one.order - other.order)
      .map((option, at) => ({ ...option, order: at })),
  };
}

/** A file's label is looked for among these: two that are alike would be one. Those that were so before may stay. */
function labelProblems({ id, options: before }: Question, now: readonly AnswerOption[]): string[] {
  const keys = new Map(before.map((option) => [option.code, labelKey(option)]));
  const uses = new Map<string, number>();
  for (const option of now) uses.set(labelKey(option), (uses.get(labelKey(option)) ?? 0) + 1);
  const given = now.filter((option) => keys.get(option.code) !== labelKey(option));
  const alike = given.filter((option) => (uses.get(labelKey(option)) ?? 0) > 1);
  const labels = new Map(alike.map((option) => [labelKey(option), option.label]));
  return [...labels.values()].map(
    (label) => `Two options of “${id}” would be called “${label}”: give each a label of its own.`,
  );
}

/** The codes that the question's options had and none has now; one that comes back, as an edit is undone, is not gone. */
function goneCodes({ options: before, goneCodes: earlier = [] }: Question, now: readonly AnswerOption[]): number[] {
  const present = new Set(now.map(({ code }) => code));
  const all = new Set([...earlier, ...before.map(({ code }) => code)]);
  return [...all].filter((code) => !present.has(code));
}

type Changes = NonNullable<QuestionChange["options"]>;

function derivedOptions(question: Options, derivation: NonNullable<Question["derivation"]>, changes: Changes) {
  const wanted = new Set(codesOf(derivation));
  const kept = question.options.filter(({ code }) => wanted.has(code));
  const known = new Set(kept.map(({ code }) => code));
  if (derivation.form === "formula") return ofFormula(derivation, question);
  const added = changes.flatMap(({ code, label }, at): AnswerOption[] =>
    known.has(code) || !wanted.has(code) || label === undefined
      ? []
      : [{ code, label, order: question.options.length + at, value: null, cells: [] }],
  );
  return [...kept, ...added];
}

function ofFormula(derivation: Formula, { derivation: before, options }: Options): AnswerOption[] {
  const results = before?.form === "formula" ? before.results : [];
  const inOrder = options.toSorted((one, other) => one.order - other.order);
  return formulaOptions(derivation, { results, options: inOrder }).map((option, order) => ({
    ...option,
    order,
    cells: [],
  }));
}

const READ_AGAIN = "answers were read with it: import the file again with other missing codes, to replace all answers";

/** Codes that answers were read with stay as they are, but for their labels; others come and go. */
function missingProblems({ id, missing, derivation }: Question, wanted: readonly MissingCode[]): string[] {
  if (derivation !== null && wanted.length > 0) {
    return [`“${id}” is made of other questions: mark what is missing in those.`];
  }
  const keys = wanted.map(missingKey);
  const twice = [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))];
  const next = new Map(wanted.map((code) => [missingKey(code), code]));
  const changed = missing.filter((code) => !code.marked && next.get(missingKey(code))?.kind !== code.kind);
  const reversed = wanted.filter(
    (code) => !("cell" in code) && code.low !== null && code.high !== null && code.low > code.high,
  );
  return [
    ...twice.map((key) => `The missing code ${key} of “${id}” is there twice.`),
    ...changed.map(
      (code) => `The missing code ${missingKey(code)} of “${id}” cannot be changed, because ${READ_AGAIN}.`,
    ),
    ...reversed.map((code) => `The missing codes ${missingKey(code)} end before they begin.`),
  ];
}

/** Codes that an edit adds are marked: whatever a client says of it, answers were not read with them. */
function markedCodes(before: readonly MissingCode[], wanted: readonly MissingCode[]): MissingCode[] {
  const read = new Set(before.filter(({ marked }) => !marked).map(missingKey));
  return wanted.map(({ marked: _, ...code }) => (read.has(missingKey(code)) ? code : { ...code, marked: true }));
}

export const YES_NO = [
  { code: 1, label: "Yes", value: 1 },
  { code: 0, label: "No", value: 0 },
];

type Asked = Pick<NewDerived, "id" | "text" | "options" | "derivation">;

/** A derived question as it was asked for. */
export function derivedQuestion(asked: Asked, questions: readonly Question[]): Question {
  const { id, text } = asked;
  const { derivation, given } = settledAs(asked, questions);
  const question: Question = {
    ...{ id, text, kind: "single", column: null, missing: [], blank: "not_asked", grid: null },
    ...{ derivation, version: 1 },
    options: given.map(({ code, label, value = null }, order) => ({ code, label, order, value, cells: [] })),
  };
  return { ...question, kind: kindOf(question, questions) };
}

function settledAs({ id, options, derivation }: Asked, questions: readonly Question[]) {
  if (derivation.form === "filter" && options.length === 0) return { derivation, given: YES_NO };
  if (derivation.form !== "formula") return { derivation, given: options };
  const settled = settledFormula(derivation, questions, id);
  const named = options.map(({ code, label, value = null }) => ({ code, label, value }));
  return { derivation: settled, given: formulaOptions(settled, { results: derivation.results, options: named }) };
}
