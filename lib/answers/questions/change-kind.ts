import { kindNames } from "@/lib/answers/words";
import type { AnswerOption, MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import { missingMatcher, missingOptions } from "@/lib/contracts/rules/answer-cells";
import { composed } from "@/lib/contracts/rules/composed";
import { type FilterItem, filterItems, isPresence, questionsIn } from "@/lib/contracts/rules/filter-items";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import { madeOf, newlyBroken } from "./derived-questions";

/** Which kinds the answers of a question can be read as; of the others it cannot be said what an answer would be. */
const possible: Record<QuestionKind, readonly QuestionKind[]> = {
  numeric: ["scale", "single"],
  scale: ["single", "numeric"],
  single: ["scale", "numeric", "open"],
  multiple: [],
  open: ["single"],
  date: [],
};

export const MOST_OPTIONS = 1000;
/** A code is kept in 16 bits; the option of a number has the number as its code. */
export const MOST_NUMBER = 65_535;
const LONGEST_LABEL = 1000;

export const kindsFor = ({ kind, derivation }: Pick<Question, "kind" | "derivation">): readonly QuestionKind[] =>
  derivation === null ? possible[kind] : [];

/** Why a question cannot be given this kind, whatever its answers are; null when it may be tried. */
export function kindRefusal(question: Question, kind: QuestionKind): string | null {
  const { id, derivation } = question;
  const now = kindNames[question.kind].toLowerCase();
  if (derivation !== null) return `“${id}” is made of other questions: its kind follows from them.`;
  if (kind === question.kind) return `“${id}” is of this kind already.`;
  const kinds = kindsFor(question);
  if (kinds.includes(kind)) return null;
  const can = kinds.map((each) => kindNames[each].toLowerCase()).join(" or ");
  const instead = can ? `It can become: ${can}.` : "Import the file again with another kind for it.";
  return `The answers of “${id}” (${now}) cannot be read as ${kindNames[kind].toLowerCase()}. ${instead}`;
}

/** Scale and single choice have the same column: nothing is rewritten. */
export const isRelabelling = (one: QuestionKind, other: QuestionKind): boolean =>
  [one, other].every((kind) => kind === "scale" || kind === "single");

/** The question with another kind. Options come and go with it, and codes that the rewriting uses up are marked no more. */
export function withKind(question: Question, kind: QuestionKind, options: AnswerOption[]): Question {
  const version = question.version + 1;
  if (isRelabelling(question.kind, kind)) return { ...question, kind, options, version };
  // Codes are given anew, so that an order that was confirmed of those before is none of these.
  const { ranking: _, ...rest } = question;
  const missing = missingBeside(question, kind).map(({ marked: _, ...code }) => code);
  return { ...rest, kind, options, missing, version };
}

/**
 * Missing codes name cells; as a number an option is its value, and as a text its label, which may be another option's
 * missing cell. What answers are then is no missing code any more: who gave none is stored as such.
 */
function missingBeside(question: Question, kind: QuestionKind): MissingCode[] {
  const isMissing = missingOptions(question);
  const answers = question.options
    .filter(({ code }) => !isMissing.has(code))
    .map(({ value, label }) => (kind === "open" ? label : value));
  return question.missing.filter((code) => {
    const matches = missingMatcher([code]);
    return answers.every((answer) => matches(answer) === null);
  });
}

/** Numbers as options, each its own code, label and value. */
export const numberOptions = (values: readonly number[]): AnswerOption[] =>
  values
    .toSorted((one, other) => one - other)
    .map((value, order) => ({ code: value, label: String(value), order, value, cells: [value] }));

/** Texts as options, in the order given. Texts that differ in outer blanks, or in how accents are written, are one. */
export function textOptions(texts: readonly string[]): { options: AnswerOption[]; codes: [string, number][] } {
  const known = new Map<string, AnswerOption>();
  const codes = texts.map((text): [string, number] => {
    const label = text.trim();
    const key = composed(label);
    const option = known.get(key) ?? {
      ...{ code: known.size + 1, label, order: known.size, value: null, cells: [label] },
    };
    known.set(key, option);
    return [text, option.code];
  });
  return { options: [...known.values()], codes };
}

export const tooManyOptions = (id: string, what: string) =>
  `“${id}” has more than ${MOST_OPTIONS.toLocaleString("en")} different ${what}, too many to be options.`;

/** Why texts cannot be labels; null when they can. */
export function labelRefusal(id: string, texts: readonly string[]): string | null {
  const long = texts.find((text) => text.trim().length > LONGEST_LABEL);
  return long === undefined
    ? null
    : `An answer of “${id}” has ${long.trim().length.toLocaleString("en")} characters, too many for an option's label: “${long.slice(0, 60)}…”.`;
}

export function unfitNumbers(id: string, { n, first }: { n: number; first: number }): string | null {
  if (n === 0) return null;
  const are = n === 1 ? "1 answer is no whole number" : `${n.toLocaleString("en")} answers are no whole numbers`;
  const which = n === 1 ? "it is" : "the first is";
  return `“${id}” cannot be options: ${are} from 0 to ${MOST_NUMBER.toLocaleString("en")}, ${which} ${first}. Mark such answers as missing first.`;
}

/** Options that were chosen and would be no number. */
export function withoutValue(question: Question, chosen: ReadonlySet<number>): string | null {
  const missing = missingOptions(question);
  const bare = question.options.filter(({ code, value }) => value === null && chosen.has(code) && !missing.has(code));
  if (bare.length === 0) return null;
  const names = bare.slice(0, 5).map(({ label }) => `“${label}”`);
  const more = bare.length > 5 ? ` and ${bare.length - 5} more` : "";
  return `“${question.id}” cannot be a number: ${names.join(", ")}${more} ${bare.length === 1 ? "has" : "have"} no value. Give a value, or mark as not asked or no answer first.`;
}

/**
 * Derived questions that would be made no more, or would mean something else, a sentence each by name. `earlier`: the
 * questions of a time when it had the kind that it goes back to; filters of then mean what they meant.
 */
export function dependents(
  before: Question,
  after: Question,
  questions: readonly Question[],
  earlier: readonly Question[] = [],
): string[] {
  const withOne = (one: Question) => questions.map((each) => (each.id === one.id ? one : each));
  const known = new Map(earlier.map(({ id, derivation }) => [id, JSON.stringify(derivation)]));
  const named = madeOf(before.id, questions).filter(
    ({ id, derivation }) =>
      derivation?.form === "filter" &&
      known.get(id) !== JSON.stringify(derivation) &&
      !meansTheSame(before, after, derivation.filter),
  );
  return [
    ...newlyBroken(withOne(before), withOne(after)),
    ...named.map(
      ({ id }) =>
        `“${id}” is made of “${before.id}” by a filter that names its answers as they are now: remove it first.`,
    ),
  ];
}

/** A number's option is named by the number, a text's by the text; the other way round names would change. */
function meansTheSame(before: Question, after: Question, filter: readonly unknown[]): boolean {
  if (before.kind === "numeric" || before.kind === "open" || isRelabelling(before.kind, after.kind)) return true;
  return filterItems(filter)?.every((item) => asksNoValue(item, before.id)) ?? false;
}

function asksNoValue(item: FilterItem, id: string): boolean {
  if ("any" in item) return item.any.every((each) => asksNoValue(each, id));
  if ("not" in item) return asksNoValue(item.not, id);
  return !questionsIn([item]).includes(id) || isPresence(item.operator);
}
