import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import type { ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { excludeResponses } from "@/lib/stores/postgres/response-exclusions";
import { separateWrite } from "./join";
import { keyOf } from "./project-of";
import type { QualitySurvey } from "./quality";

/** How a change of respondents reaches the figures of their survey's project. */
export type OfAnswers = {
  /** Whose answers are left out, and whose are taken in. */
  answers: ReadonlyMap<string, boolean>;
  /** In words that a colleague understands, beside each response that is left out. */
  reason: string | ((isExcluded: boolean) => string);
};

/** Where the answers of a survey's respondents are kept; null: its project is not known. */
export const answersKey = ({ context, account, projectId }: QualitySurvey): ProjectKey | null =>
  projectId === null ? null : keyOf(context, { id: projectId, accountId: account.id });

/** A survey whose project is not known has no answers that it could reach. */
export async function reachAnswers(
  transaction: Connection,
  survey: QualitySurvey,
  { answers, reason }: OfAnswers,
): Promise<void> {
  const project = answersKey(survey);
  if (project === null) return;
  for (const to of [true, false]) {
    const ids = [...answers].filter(([, wanted]) => wanted === to).map(([id]) => id);
    if (ids.length === 0) continue;
    const words = typeof reason === "string" ? reason : reason(to);
    await excludeResponses(transaction, survey.context, project, ids, { isExcluded: to, reason: words });
  }
}

/** Changes figures in one transaction. A later request for figures does not share the answer to an earlier one. */
export const changeFigures = (survey: QualitySurvey, change: (transaction: Connection) => Promise<void>) =>
  separateWrite(credentialOf(survey.context.viewer), () => db().transaction(change));
