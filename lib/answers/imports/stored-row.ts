import type { Answer } from "@/lib/answers/columns/read-answer";
import type { ImportPlan, Question, Weight } from "@/lib/contracts/interfaces/answers";
import { missingMark, restorableMark } from "@/lib/stores/clickhouse/answer-table";
import type { ReadResponse } from "./read-rows";

/** What a file brings, in the order of its plan. */
export type Brought = { questions: Question[]; weights: Weight[] };

/** The questions and weights of a project that a plan fills, in the plan's order. */
export function broughtBy(
  plan: ImportPlan,
  project: { questions: readonly Question[]; weights: readonly Weight[] },
): Brought {
  const questions = new Map(project.questions.map((question) => [question.id, question]));
  const weights = new Map(project.weights.map((weight) => [weight.id, weight]));
  return {
    questions: plan.questions.flatMap(({ id }) => questions.get(id) ?? []),
    weights: plan.weights.flatMap((id) => weights.get(id) ?? []),
  };
}

const instant = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());

/** Half a pair cannot be stored as it was; whatever shows it shows a replacement, too. */
const storable = (text: string) => (text.isWellFormed() ? text : text.toWellFormed());

function cellsOf(answer: Answer, { kind, restorableCodes }: Question): [cell: unknown, mark: number] {
  if (typeof answer === "object" && "missing" in answer) {
    const { missing, codes = [] } = answer;
    return [kind === "multiple" ? [] : null, missingMark[missing] + restorableMark(codes, restorableCodes)];
  }
  if (kind === "date") return [instant(answer as number), missingMark.answered];
  return [typeof answer === "string" ? storable(answer) : answer, missingMark.answered];
}

/**
 * Writes responses as rows of the store, in the order of its columns. `place` counts the kept rows from 0; where the
 * file has no ids, `madeIds` begins ids that no other response has.
 */
export function rowWriter({ questions }: Brought, { revision, madeIds }: { revision: number; madeIds: string }) {
  return ({ id, time, end, answers, weights }: ReadResponse, place: number): unknown[] => {
    const row: unknown[] = [
      ...[place, id === null ? `${madeIds}-${place}` : storable(id)],
      ...[instant(time), instant(end), 0, revision],
    ];
    for (const [at, question] of questions.entries()) {
      const answer = answers[at];
      if (answer !== undefined) row.push(...cellsOf(answer, question));
    }
    row.push(...weights);
    return row;
  };
}
