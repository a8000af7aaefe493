import * as z from "zod";
import * as words from "../words";

/**
 * What an account calls a contradiction between two answers of one respondent. A question is named by its id or by words
 * that its text contains, whatever their case; nothing is a pattern.
 */
const question = words
  .object("A question", {
    question_id: words.text("question_id", 200).optional(),
    /** Such as "how old are you". */
    text_contains: words.text("text_contains", 200).optional(),
  })
  .refine(({ question_id, text_contains }) => (question_id === undefined) !== (text_contains === undefined), {
    error: "Name each question by its question_id or by what its text contains, and not by both.",
  });

const name = words.text("The rule's name", 200);
const answers = words
  .list("Answers", words.text("An answer", 200), 50)
  .refine((list) => list.length > 0, { error: "Name at least one answer." });

/** A difference that is too small or too large: age less years of work below 14. */
const difference = words.object("A rule", {
  kind: z.literal("difference"),
  name,
  first: question,
  second: question,
  /** The first less the second is at least this; at least one of the two limits is given. */
  at_least: z.number({ error: "at_least must be a number." }).optional(),
  at_most: z.number({ error: "at_most must be a number." }).optional(),
});

const limit = (label: string) => z.number({ error: `${label} must be a number.` }).optional();

/**
 * Two answers that nobody gives together, such as male, and pregnant; or an age under 20, and more than 15 years of work.
 * Of each question either its answers are named, or between which limits its number is.
 */
const together = words.object("A rule", {
  kind: z.literal("together"),
  name,
  first: question,
  first_answers: answers.optional(),
  first_under: limit("first_under"),
  first_over: limit("first_over"),
  second: question,
  second_answers: answers.optional(),
  second_under: limit("second_under"),
  second_over: limit("second_over"),
});

/** What an answer is where a rule applies: one of a list, or a number between limits, themselves not among it. */
export type AnswerCondition = {
  answers?: readonly string[] | undefined;
  under?: number | undefined;
  over?: number | undefined;
};

/** The conditions of a rule's two questions. */
export const conditionsOf = (rule: z.output<typeof together>): { first: AnswerCondition; second: AnswerCondition } => ({
  first: { answers: rule.first_answers, under: rule.first_under, over: rule.first_over },
  second: { answers: rule.second_answers, under: rule.second_under, over: rule.second_over },
});

/** Answers or limits, not both, and limits that some number is between. */
const isCondition = ({ answers: named, under, over }: AnswerCondition): boolean => {
  const hasLimits = under !== undefined || over !== undefined;
  return (named === undefined) === hasLimits && (under === undefined || over === undefined || over < under);
};

export const coherenceRule = z
  .discriminatedUnion("kind", [difference, together], { error: "kind must be difference or together." })
  .refine((rule) => rule.kind !== "difference" || rule.at_least !== undefined || rule.at_most !== undefined, {
    error: "Give at_least, at_most or both.",
  })
  .refine((rule) => rule.kind !== "together" || Object.values(conditionsOf(rule)).every(isCondition), {
    error:
      "Of each question, name the answers, or give under, over or both as limits that a number can be between: first_answers, or first_under and first_over.",
  });
export type CoherenceRule = z.output<typeof coherenceRule>;
