import type { AnswerOption, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";
import { labelKey } from "./join-options";

/** Options of the first question, by their codes. */
type Merge = { codes: readonly number[]; into: number };

/** Merges options of the first question, and of each other question those that are the same; empty: none has them. */
export function mergeChanges(questions: readonly Question[], { codes, into }: Merge): QuestionsChange[] {
  const [first] = questions;
  const target = first?.options.find(({ code }) => code === into);
  if (!first || !target) return [];
  const merged = first.options.filter(({ code }) => code !== into && codes.includes(code));
  return questions.flatMap((question): QuestionsChange[] => {
    const to = sameOption(target, first, question);
    const from = merged.flatMap((option) => sameOption(option, first, question)?.code ?? []);
    return to && from.length > 0 ? [{ change: "merge", id: question.id, codes: from, into: to.code }] : [];
  });
}

/** A label that several options of a question share does not tell which of them is meant: their codes do. */
function sameOption(option: AnswerOption, own: Question, other: Question): AnswerOption | undefined {
  const withLabel = ({ options }: Question) => options.filter((each) => labelKey(each) === labelKey(option));
  const candidates = withLabel(other);
  const withCode = candidates.find(({ code }) => code === option.code);
  return withCode ?? (candidates.length === 1 && withLabel(own).length === 1 ? candidates[0] : undefined);
}
