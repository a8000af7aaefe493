import type { Question } from "@/lib/contracts/interfaces/answers";
import type { FeedMapping, ScoringFeed } from "@/lib/contracts/ours/scoring-feed";

/** What can be given to a check, by the kinds of the questions. */
export type FeedChoice = { value: string; label: string };

const choicesOf = (questions: readonly Question[], kinds: readonly Question["kind"][]): FeedChoice[] =>
  questions.filter(({ kind }) => kinds.includes(kind)).map(({ id, text }) => ({ value: id, label: text || id }));

export const feedChoices = (questions: readonly Question[]) => ({
  open: choicesOf(questions, ["open"]),
  times: choicesOf(questions, ["numeric"]),
  grids: choicesOf(questions, ["scale", "single", "numeric"]),
  interview: choicesOf(questions, ["numeric", "scale", "single", "multiple", "open", "date"]),
});

/** Open questions by id: those that stay keep what was said of them. */
export const withOpen = (mapping: FeedMapping, ids: readonly string[]): FeedMapping => ({
  ...mapping,
  open: ids.map(
    (question_id) =>
      mapping.open.find((one) => one.question_id === question_id) ?? {
        ...{ question_id, keywords: [], allowed_languages: [], finds_duplicates: true },
      },
  ),
});

export const withTimes = (mapping: FeedMapping, ids: readonly (string | null)[]): FeedMapping => ({
  ...mapping,
  times: ids.map(
    (question_id) =>
      mapping.times.find((one) => one.question_id === question_id) ?? { question_id, unit: "seconds" as const },
  ),
});

/** Texts between commas or blanks, each once. */
export const readWords = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

type Count = (value: number) => string;

export const responsesText = (responses: number, count: Count): string =>
  `${count(responses)} ${responses === 1 ? "response" : "responses"}`;

/** What scoring a project's responses costs, before it is spent. */
export function costText({ responses, credits_each: each }: ScoringFeed, count: Count): string {
  const all = responsesText(responses, count);
  const free = "Responses that are scored already are passed over and cost nothing.";
  if (each === null) return `${all} in the project. The quality service does not say what scoring costs. ${free}`;
  return `At most ${count(responses * each)} credits: ${all}, up to ${count(each)} credits each. ${free}`;
}

/** What a further respondent costs. Of those whom others send nobody knows beforehand what will be sent. */
export function costOfOneText({ credits_each: each }: ScoringFeed, count: Count): string {
  if (each === null) return "The quality service does not say what scoring costs.";
  return `A response that is scored by the project’s mapping costs up to ${count(each)} credits. What else is sent costs by its data points.`;
}
