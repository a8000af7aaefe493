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

/** The most that scoring costs; null: the service does not say. */
export const mostCredits = ({ responses, credits_each }: ScoringFeed): number | null =>
  credits_each === null ? null : responses * credits_each;
