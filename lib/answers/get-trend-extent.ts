import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import type { TrendExtent } from "@/lib/contracts/ours/trends";
import { hasMean } from "@/lib/contracts/rules/question-rules";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { readAnswerSpan } from "@/lib/stores/clickhouse/answer-span";
import { readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { figuresInTurn } from "@/lib/stores/clickhouse/figures-in-turn";
import { countResponses, whoCounts } from "@/lib/stores/clickhouse/table-state";
import { findAnswers } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { LIMITS } from "./limits";

type Options = { includeExcluded: boolean; signal: AbortSignal };

const NO_ANSWERS: TrendExtent = { questions: [], answered: null, counted: 0, included: 0, excluded: 0 };

/**
 * How far the answers of a project reach, which otherwise takes several requests for trends one after the other
 * (`readExtent`). Only the built-in service's answers are here: null where another one draws the trends.
 */
export async function getTrendExtent(
  context: SignedInContext,
  projectId: string,
  { includeExcluded, signal }: Options,
): Promise<{ extent: TrendExtent | null }> {
  const project = await ownProject(context, projectId);
  if (connectionOf(context.viewer).analysis.url !== null) return { extent: null };
  const answers = await findAnswers(db(), keyOf(context, project));
  if (!answers?.table) return { extent: NO_ANSWERS };
  const { table, questions, exclusions } = answers;
  const limits = { ...LIMITS, signal };
  const [counts, span] = await figuresInTurn(credentialOf(context.viewer), signal, async () => {
    const rows = await readExcludedRows(table, exclusions, limits);
    return Promise.all([
      countResponses({ table, excluded: rows }, limits),
      readAnswerSpan({ table, questions, excluded: rows, includeExcluded }, limits),
    ]);
  });
  return {
    extent: {
      questions: questions.filter(hasMean).map(({ id }) => id),
      answered: span && { first: new Date(span.first).toISOString(), last: new Date(span.last).toISOString() },
      ...whoCounts(counts, { includeExcluded }),
    },
  };
}
