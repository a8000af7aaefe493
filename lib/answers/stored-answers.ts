import "server-only";
import type { ImportPlan, MissingCode, PlannedQuestion, Question } from "@/lib/contracts/interfaces/answers";
import { missingKey } from "@/lib/contracts/rules/answer-cells";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { type AskedCode, storedCodes } from "@/lib/stores/clickhouse/stored-codes";
import { LIMITS } from "./limits";

type Project = {
  questions: readonly Question[];
  /** The table of answers that is read now; null: there is none. */
  table: string | null;
};

/**
 * A guess without missing codes of texts and numbers that are answers in the project: somebody took them out of those
 * that were guessed. Of questions with options these are told by their cells (`fitToProject`), here by what is stored.
 */
export async function withStoredAnswers(
  plan: ImportPlan,
  { questions, table }: Project,
  signal?: AbortSignal,
): Promise<ImportPlan> {
  const known = new Map(questions.map((question) => [question.id, question]));
  const asked = plan.questions.flatMap((planned) => newCodes(planned, known.get(planned.id)));
  if (table === null || asked.length === 0) return plan;
  const answers = await orNone(storedCodes(table, asked, { ...LIMITS, ...(signal && { signal }) }), signal);
  const stored = new Set(answers.map(({ question, code }) => keyOf(question.id, code)));
  const without = (planned: PlannedQuestion): PlannedQuestion => ({
    ...planned,
    missing: planned.missing.filter((code) => !stored.has(keyOf(planned.id, code))),
  });
  return { ...plan, questions: plan.questions.map(without) };
}

const keyOf = (id: string, code: MissingCode) => JSON.stringify([id, missingKey(code)]);

/** A guess that a person corrects is not refused because the store is away or too slow to better it. */
async function orNone(found: Promise<AskedCode[]>, signal?: AbortSignal): Promise<AskedCode[]> {
  try {
    return await found;
  } catch (error) {
    if (signal?.aborted || !(error instanceof AppError)) throw error;
    logger.warn({ err: error }, "missing codes were guessed without the answers that are stored");
    return [];
  }
}

/** The codes of a text or a number that are none in the project. */
function newCodes(planned: PlannedQuestion, question: Question | undefined): AskedCode[] {
  if (question?.kind !== planned.kind || (planned.kind !== "open" && planned.kind !== "numeric")) return [];
  const known = new Set(question.missing.map(missingKey));
  return planned.missing.filter((code) => !known.has(missingKey(code))).map((code) => ({ question, code }));
}
