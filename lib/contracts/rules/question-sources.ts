import type { Derivation, Question } from "../interfaces/answers";
import type { PivotRequest } from "../interfaces/pivot";
import { datePartOf } from "../terms/pivot";
import { type FilterItem, filterItems, questionsIn } from "./filter-items";

type OfFilter = Extract<Derivation, { form: "filter" }>;

/** The filter that a question is derived by; null when it cannot be read. */
export const filterOf = ({ filter }: OfFilter): FilterItem[] | null => filterItems(filter);

/** The questions that a derivation names. */
export function namesOf(derivation: Derivation): string[] {
  if (derivation.form === "combination") return [...derivation.questionIds];
  if (derivation.form === "formula") return derivation.questionIds;
  if (derivation.form !== "filter") return [derivation.questionId];
  return questionsIn(filterOf(derivation) ?? []);
}

/** These questions with all that they are made of, at whatever remove. */
export function withSources(ids: readonly string[], questions: readonly Question[]): Question[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const found = new Map<string, Question>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const question = byId.get(id);
    if (!question || found.has(id)) continue;
    found.set(id, question);
    if (question.derivation) open.push(...namesOf(question.derivation));
  }
  return [...found.values()];
}

/** The questions that a table and its filter name; a part of a date names its question. */
export const questionsOfRequest = ({
  rows,
  columns,
  measures,
  filter,
}: Pick<PivotRequest, "rows" | "columns" | "measures" | "filter">): string[] => [
  ...[...rows, ...columns].flatMap((id) => [id, datePartOf(id)?.questionId ?? id]),
  ...measures.flatMap(({ questionId }) => questionId ?? []),
  ...questionsIn(filter),
];
