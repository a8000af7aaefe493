import type { AnswerOption, MissingCode, Question } from "@/lib/contracts/answers";
import type { NewDerived, QuestionChange } from "@/lib/contracts/questions";
import { cellKey } from "./cell-value";
import { kindOf } from "./derived-questions";

/**
 * A question as an edit leaves it, a version more; what the edit is refused for, a sentence each. Answers are not read
 * again: an option is neither added nor taken away.
 */
export function editedQuestion(question: Question, change: QuestionChange): { edited: Question; problems: string[] } {
  const { text = question.text, missing = question.missing, derivation = question.derivation } = change;
  const changes = new Map((change.options ?? []).map((option) => [option.code, option]));
  const known = new Set(question.options.map(({ code }) => code));
  const problems = [...changes.keys()]
    .filter((code) => !known.has(code))
    .map((code) => `“${question.id}” has no option with the code ${code}.`);
  if (change.derivation && question.derivation === null) {
    problems.push(`“${question.id}” came with an import: it is not made of others.`);
  }
  const options = question.options
    .map((option): AnswerOption => ({ ...option, ...defined(changes.get(option.code)) }))
    .sort((one, other) => one.order - other.order)
    .map((option, at) => ({ ...option, order: at }));
  if (change.missing) problems.push(...missingProblems(question, missing));
  const edited = { ...question, text, missing, derivation, options, version: question.version + 1 };
  return { edited: derivation ? { ...edited, kind: kindOf(derivation) } : edited, problems };
}

/** Members that were given; one that was not leaves what is there. */
const defined = <T extends object>(given: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const keyOf = (code: MissingCode) => ("cell" in code ? cellKey(code.cell) : `${code.low}..${code.high}`);

const READ_AGAIN = "answers were read with it: import the file again with other missing codes";

/** Codes that answers were read with stay as they are; their labels may change, and others may be added. */
function missingProblems({ id, missing, options }: Question, wanted: readonly MissingCode[]): string[] {
  const next = new Map(wanted.map((code) => [keyOf(code), code]));
  const stays = missing.filter((code) => next.get(keyOf(code))?.kind !== code.kind);
  const added = new Set(wanted.map(keyOf).filter((key) => !missing.some((code) => keyOf(code) === key)));
  const taken = options.filter(({ cells }) => cells.some((cell) => added.has(cellKey(cell))));
  return [
    ...stays.map((code) => `The missing code ${keyOf(code)} of “${id}” cannot be changed, because ${READ_AGAIN}.`),
    ...taken.map(({ label }) => `“${label}” is an answer of “${id}” by now: import the file again with it as missing.`),
  ];
}

/** Missing codes that an edit adds, as ranges of numbers: no answer may be in them. */
export function addedRanges(question: Question, edited: Question): { low: number | null; high: number | null }[] {
  const before = new Set(question.missing.map(keyOf));
  return edited.missing.flatMap((code) => {
    if (before.has(keyOf(code))) return [];
    if (!("cell" in code)) return [{ low: code.low, high: code.high }];
    const value = Number(code.cell);
    return cellKey(code.cell) === "" || Number.isNaN(value) ? [] : [{ low: value, high: value }];
  });
}

const YES_NO = [
  { code: 1, label: "Yes", value: 1 },
  { code: 0, label: "No", value: 0 },
];

/** A derived question as it was asked for. */
export function derivedQuestion({ id, text, options, derivation }: NewDerived): Question {
  const given = derivation.form === "filter" && options.length === 0 ? YES_NO : options;
  return {
    ...{ id, text, kind: kindOf(derivation), column: null, missing: [], blank: "not_asked", grid: null },
    ...{ derivation, version: 1 },
    options: given.map(({ code, label, value = null }, order) => ({ code, label, order, value, cells: [] })),
  };
}
