import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotRequest } from "@/lib/contracts/interfaces/pivot";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { filterOf, questionsOfRequest, withSources } from "@/lib/contracts/rules/question-sources";

type Asked = Pick<PivotRequest, "rows" | "columns" | "measures" | "filter">;

/**
 * Whether the filter of a table, or one that a question of it is derived by, compares with days. They are days of UTC,
 * of whatever zone the table's own are.
 */
export function filtersByDays(asked: Asked, questions: readonly Question[]): boolean {
  const dates = new Set(questions.filter(({ kind }) => kind === "date").map(({ id }) => id));
  const derived = withSources(questionsOfRequest(asked), questions).flatMap(({ derivation }) =>
    derivation?.form === "filter" ? (filterOf(derivation) ?? []) : [],
  );
  return [...asked.filter, ...derived].some((item) => comparesDays(item, dates));
}

function comparesDays(item: FilterItem, dates: ReadonlySet<string>): boolean {
  if ("any" in item) return item.any.some((each) => comparesDays(each, dates));
  if ("not" in item) return comparesDays(item.not, dates);
  return item.value !== undefined && dates.has(item.questionId);
}
