import type { Question } from "@/lib/contracts/interfaces/answers";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import { missingOptions } from "@/lib/contracts/rules/answer-cells";
import { titleOf } from "@/lib/contracts/rules/question-rules";

/** Questions of which a text, an id or a label has every word of a search. */
export function searchQuestions(questions: readonly Question[], search: string): Question[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return questions.filter((question) => {
    const all = [question.id, titleOf(question), ...question.options.map(({ label }) => label)].join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

const MOST_BARS = 14;

/** Shares of the answers by option, in order, for bars beside each other; of many options the first. */
export function barsOf(question: Question, counted: CountedQuestion | undefined): number[] {
  if (!counted || question.options.length === 0) return [];
  const counts = new Map(counted.counts.map(({ code, n }) => [code, n]));
  const missing = missingOptions(question);
  const shown = question.options
    .toSorted((one, other) => one.order - other.order)
    .filter(({ code }) => !missing.has(code))
    .slice(0, MOST_BARS)
    .map(({ code }) => counts.get(code) ?? 0);
  const most = Math.max(1, ...shown);
  return shown.map((n) => n / most);
}
