import type { AnswerOption, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionChange } from "@/lib/contracts/ours/questions";
import { rankedCodes, rankingOf } from "@/lib/contracts/rules/option-order";
import { optionsToChoose } from "@/lib/tables/filter-words";

/** The options of a question as a person is asked for their order, by their names: as they are ranked, else as they are shown. */
export function orderToConfirm(question: Question): AnswerOption[] {
  const options = optionsToChoose(question);
  const ranked = rankedCodes(question);
  if (ranked === null) return options;
  const [first, last] = [options[0], options.at(-1)];
  const place = new Map(ranked.map((code, at) => [code, at]));
  const placeOf = ({ code }: Pick<AnswerOption, "code">) => place.get(code) ?? ranked.length;
  const inOrder = options.toSorted((one, other) => placeOf(one) - placeOf(other));
  // A list that begins with the highest goes on to do so.
  return first && last && placeOf(first) > placeOf(last) ? inOrder.toReversed() : inOrder;
}

/**
 * The edit that puts a question's options into an order and confirms it: `codes` as they are to be shown, `first`: which
 * end of their order that begins with.
 */
export const orderChange = (
  question: Question,
  codes: readonly number[],
  first: "lowest" | "highest",
): Omit<QuestionChange, "project_id"> => ({
  ...shownAs(question, codes),
  ranking: first === "lowest" ? [...codes] : codes.toReversed(),
});

/** The edit that shows the options of an ordered question in their order. */
export const sortChange = (question: Question): Omit<QuestionChange, "project_id"> =>
  shownAs(
    question,
    orderToConfirm(question).map(({ code }) => code),
  );

/** The edit that takes the confirmation of an order back: as it was before. */
export function orderBefore(before: Question, after: Question): Omit<QuestionChange, "project_id"> {
  const ranking = rankingOf(before);
  return {
    ...{ id: after.id, version: after.version },
    options: before.options.map(({ code, order }) => ({ code, order })),
    ranking: ranking?.by === "person" ? ranking.codes : [],
  };
}

/** Options that count as no answer stand behind the others. */
function shownAs({ id, version, options }: Question, codes: readonly number[]) {
  const ranked = new Set(codes);
  const others = options
    .filter(({ code }) => !ranked.has(code))
    .toSorted((one, other) => one.order - other.order)
    .map(({ code }) => code);
  const orders = new Map(options.map(({ code, order }) => [code, order]));
  const moved = [...codes, ...others]
    .map((code, order) => ({ code, order }))
    .filter(({ code, order }) => orders.get(code) !== order);
  return { id, version, options: moved };
}
