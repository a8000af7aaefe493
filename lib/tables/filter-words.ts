import type { Question } from "@/lib/contracts/interfaces/answers";
import { missingOptions, validOptions } from "@/lib/contracts/rules/answer-cells";
import { type FilterItem, type FilterOperator, questionsIn, valueForms } from "@/lib/contracts/rules/filter-items";
import { optionNames, withNames } from "@/lib/contracts/rules/option-names";
import { titleOf } from "@/lib/contracts/rules/question-rules";

/** What a filter's words need of a question. */
type Named = Pick<Question, "id" | "text" | "grid"> & { options: readonly { code: number; label: string }[] };

/** How a filter is said. */
export const operatorNames: Record<FilterOperator, string> = {
  in: "is one of",
  nin: "is none of",
  between: "is between",
  gte: "is at least",
  lte: "is at most",
  eq: "is",
  ne: "is not",
  gt: "is more than",
  lt: "is less than",
  answered: "was given",
  unanswered: "was not given",
};

/** Which questions a person is offered an operator for, in the order in which they are offered. */
const offeredFor: Record<FilterOperator, "options" | "numbers" | "all" | "none"> = {
  in: "options",
  nin: "options",
  between: "numbers",
  gte: "numbers",
  lte: "numbers",
  eq: "numbers",
  answered: "all",
  unanswered: "all",
  ne: "none",
  gt: "none",
  lt: "none",
};
// Safe: the table has these keys alone.
const offered = Object.entries(offeredFor) as [FilterOperator, (typeof offeredFor)[FilterOperator]][];

/** What a question can be filtered by; options of a scale are its answers. */
export function operatorsFor({ options }: Pick<Named, "options">): FilterOperator[] {
  const own = options.length > 0 ? "options" : "numbers";
  return offered.flatMap(([operator, of]) => (of === own || of === "all" ? [operator] : []));
}

type WithMissing = Pick<Question, "options" | "missing">;

/** The options that respondents can be in, by their names and in their order: nobody is in one that counts as missing. */
export const optionsToChoose = (question: WithMissing) =>
  validOptions({ ...question, options: withNames(question.options) }).toSorted((one, other) => one.order - other.order);

/** Where those are found that answered with an option that counts as missing; null: there is no such option. */
export function missingHint(question: WithMissing): string | null {
  const missing = missingOptions(question);
  const [first] = withNames(question.options).filter(({ code }) => missing.has(code));
  return first ? `Missing answers, such as “${first.label}”, are found by “${operatorNames.unanswered}” above.` : null;
}

/**
 * The conditions of a filter whose questions are known, the same list where all are, and what is left out, a sentence
 * each. What is half of a condition would say something else: it goes whole.
 */
export function knownConditions(items: FilterItem[], isKnown: (id: string) => boolean) {
  const gone = [...new Set(questionsIn(items))].filter((id) => !isKnown(id));
  return {
    items: gone.length === 0 ? items : items.filter((item) => questionsIn([item]).every(isKnown)),
    notices: gone.map((id) => `“${id}” is not a question of this project: the filter that names it is left out.`),
  };
}

/** A filter as a phrase: "Region is one of North, South". */
export function filterWords(item: FilterItem, questions: readonly Named[]): string {
  if ("any" in item) return item.any.map((each) => filterWords(each, questions)).join(" or ");
  if ("not" in item) return `not (${filterWords(item.not, questions)})`;
  const { questionId, operator, value } = item;
  const question = questions.find(({ id }) => id === questionId);
  const names = new Map([...optionNames(question?.options ?? [])].map(([code, name]) => [String(code), name]));
  const name = (each: string | number) => names.get(String(each)) ?? String(each);
  const values =
    value === undefined
      ? ""
      : [value]
          .flat()
          .map(name)
          .join(valueForms[operator] === "range" ? " and " : ", ");
  return [question ? titleOf(question) : questionId, operatorNames[operator], values].filter(Boolean).join(" ");
}
