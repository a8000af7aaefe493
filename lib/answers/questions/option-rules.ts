import type { AnswerOption, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionChange } from "@/lib/contracts/ours/questions";
import { missingOptions } from "@/lib/contracts/rules/answer-cells";
import type { OptionOrder, ValueRule } from "@/lib/contracts/terms/question-changes";

import { asScale } from "./sort-options";

/** Values and order of options by a rule, as the options of an edit. */
type Options = NonNullable<QuestionChange["options"]>;

/** Options that are answers, in the order in which they are shown, and those that count as no answer. */
function parted(question: Question): { valid: AnswerOption[]; missing: AnswerOption[] } {
  const isMissing = missingOptions(question);
  const shown = question.options.toSorted((one, other) => one.order - other.order);
  return {
    valid: shown.filter(({ code }) => !isMissing.has(code)),
    missing: shown.filter(({ code }) => isMissing.has(code)),
  };
}

const valued =
  (numberOf: (option: AnswerOption, at: number, all: number) => number | null) =>
  (question: Question): Options => {
    const { valid } = parted(question);
    return valid.map((option, at) => ({ code: option.code, value: numberOf(option, at, valid.length) }));
  };

const NUMBER = /[-−]?\d+(?:[.,]\d+)?/;

/** The first number in a label, such as 5 of “5 – Very satisfied”; null: there is none. */
function numberIn({ label }: AnswerOption): number | null {
  const [found] = NUMBER.exec(label) ?? [];
  return found === undefined ? null : Number(found.replace("−", "-").replace(",", "."));
}

export const valuesBy: Record<ValueRule, (question: Question) => Options> = {
  order: valued((_, at) => at + 1),
  reversed: valued((_, at, all) => all - at),
  labels: valued(numberIn),
  none: valued(() => null),
};

type Counts = ReadonlyMap<number, number>;

/** Options without an answer stay last. */
const ordered =
  (sort: (valid: AnswerOption[], counts: Counts) => AnswerOption[]) =>
  (question: Question, counts: Counts): Options => {
    const { valid, missing } = parted(question);
    return [...sort(valid, counts), ...missing].map(({ code }, order) => ({ code, order }));
  };

/** Of the alphabet, with the numbers in labels by their size. */
const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Questions whose labels name no scale stay as they are. */
function scaled(question: Question): Options {
  const { valid, missing } = parted(question);
  const sorted = asScale(valid) ?? [];
  if (sorted.length === 0) return [];
  const options = sorted.map(({ code, value }, order) => ({ code, order, value }));
  return [...options, ...missing.map(({ code }, at) => ({ code, order: options.length + at }))];
}

export const ordersBy: Record<OptionOrder, (question: Question, counts: Counts) => Options> = {
  scale: scaled,
  label: ordered((valid) => valid.toSorted((one, other) => compare(one.label, other.label))),
  value: ordered((valid) =>
    valid.toSorted((one, other) => (one.value ?? Infinity) - (other.value ?? Infinity) || one.order - other.order),
  ),
  code: ordered((valid) => valid.toSorted((one, other) => one.code - other.code)),
  frequency: ordered((valid, counts) =>
    valid.toSorted((one, other) => (counts.get(other.code) ?? 0) - (counts.get(one.code) ?? 0)),
  ),
  reverse: ordered((valid) => valid.toReversed()),
};
