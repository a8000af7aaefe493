import type { Question } from "@/lib/contracts/interfaces/answers";
import type { PivotSpecs } from "@/lib/contracts/interfaces/pivot";
import { isNumber } from "@/lib/contracts/rules/question-rules";
import {
  type Aggregation,
  aggregationLabels,
  aggregations,
  dateParts,
  RESPONSE_TIME,
} from "@/lib/contracts/terms/pivot";

/**
 * What a table can be made of: with `groups` of those questions alone. The count is always there, the time of the
 * response where it is known of any.
 */
export function specsOf(questions: readonly Question[], groups: readonly string[] = [], hasTimes = false): PivotSpecs {
  const wanted = new Set(groups);
  const isWanted = (id: string) => wanted.size === 0 || wanted.has(id);
  const offered = questions.filter(({ id }) => isWanted(id));
  return {
    dimensions: [
      ...offered.flatMap(dimensionsOf),
      ...(hasTimes && isWanted(RESPONSE_TIME) ? partsOf(RESPONSE_TIME) : []),
    ],
    measures: [
      { aggregationType: aggregations.count, label: aggregationLabels[aggregations.count] },
      ...offered.flatMap(measuresOf),
    ],
  };
}

const partsOf = (id: string) => dateParts.map((part) => `${id}:${part}`);

function dimensionsOf(question: Question): string[] {
  const { id, kind, derivation } = question;
  if (kind === "date") return partsOf(id);
  if (isNumber(question)) return [];
  return kind === "single" || kind === "multiple" || kind === "scale" || derivation ? [id] : [];
}

/** A sum has a meaning for amounts and counts that people enter, not for the points of a scale. */
export const hasSum = (question: Question): boolean => isNumber(question);

function measuresOf(question: Question): PivotSpecs["measures"] {
  const isScale = question.kind === "scale" && question.options.some(({ value }) => value !== null);
  if (!isScale && !hasSum(question)) return [];
  const { min, max, sum, average } = aggregations;
  const types: Aggregation[] = hasSum(question) ? [min, max, sum, average] : [min, max, average];
  return types.map((type) => ({ aggregationType: type, questionId: question.id, label: aggregationLabels[type] }));
}
