import { knownOrder } from "@/lib/answers/columns/ordered-scales";
import type { QuestionDraft } from "./question-draft";

/** By what options are sorted: a scale that their labels name, what each option has, or the contrary of their order. */
export const optionSorts = ["scale", "label", "value", "frequency", "reverse"] as const;
export type OptionSort = (typeof optionSorts)[number];

type Option = QuestionDraft["options"][number];

type Facts = {
  /** How often each option was chosen; undefined: not known yet. */
  countOf: ((code: number) => number) | undefined;
  /** Options that count as no answer stay behind the others. */
  isMissing: (code: number) => boolean;
};

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The options in their order of a scale, with its values; null: their labels name none. */
export function asScale(options: readonly Option[]): Option[] | null {
  const order = knownOrder(options.map(({ label }) => label));
  if (!order) return null;
  return [...order.places, ...order.beside].flatMap((place, at) => {
    const option = options[place];
    return option ? [{ ...option, value: order.values[at] ?? null }] : [];
  });
}

/** The draft with its options sorted; a sentence: why they cannot be. */
export function sortOptions(
  draft: QuestionDraft,
  by: OptionSort,
  { countOf, isMissing }: Facts,
): QuestionDraft | string {
  const answers = draft.options.filter(({ code }) => !isMissing(code));
  const others = draft.options.filter(({ code }) => isMissing(code));
  const sorts: Record<OptionSort, () => Option[] | string> = {
    scale: () => asScale(answers) ?? "The labels name no scale: move the options, then give them values.",
    label: () => answers.toSorted((one, other) => collator.compare(one.label, other.label)),
    value: () =>
      answers.some(({ value }) => value !== null)
        ? answers.toSorted((one, other) => (one.value ?? Infinity) - (other.value ?? Infinity) || 0)
        : "No option has a value.",
    frequency: () =>
      countOf
        ? answers.toSorted((one, other) => countOf(other.code) - countOf(one.code))
        : "The answers are not counted yet.",
    reverse: () => answers.toReversed(),
  };
  const sorted = sorts[by]();
  return typeof sorted === "string" ? sorted : { ...draft, options: [...sorted, ...others] };
}
