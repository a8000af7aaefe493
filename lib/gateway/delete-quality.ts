import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import {
  dropDeletion,
  dropOldDeletions,
  forgetRespondents,
  listDeletions,
  type NotedDeletion,
  noteDeletion,
} from "@/lib/stores/postgres/respondent-deletions";
import { decidedAmong } from "@/lib/stores/postgres/response-exclusions";
import { BUILT_IN } from "@/lib/stores/postgres/users";
import { answersKey } from "./answers-of-respondents";
import { separateWrite } from "./join";
import { isBuiltIn, type QualitySurvey, respondentPages, reviewedSurvey } from "./quality";

/** Our own service deletes what is kept of respondents in its own transaction. */
const isOneTransaction = ({ context }: QualitySurvey) => context.viewer.connection === BUILT_IN && isBuiltIn(context);

/**
 * Deletes respondents at the service, then what is kept of them here. A deletion is noted before it is asked for, so that
 * reading the survey finishes one whose process ended in between. `ids` null: everybody of these surveys.
 */
export async function deleteWithReviews<T>(
  surveys: readonly QualitySurvey[],
  ids: readonly string[] | null,
  deleteThere: () => Promise<T>,
): Promise<T> {
  const [first] = surveys;
  if (!first) return deleteThere();
  // Whoever asks for figures after this joins none that were asked for before it.
  return separateWrite(credentialOf(first.context.viewer), async () => {
    const noted: [QualitySurvey, NotedDeletion][] = [];
    for (const survey of surveys) {
      if (!isOneTransaction(survey)) noted.push([survey, await note(survey, ids)]);
    }
    try {
      const result = await deleteThere();
      for (const [survey, deletion] of noted) await finish(survey, deletion, deletion.respondentIds);
      return result;
    } catch (error) {
      const hasNotHappened = error instanceof AppError && error.code !== "uncertain";
      if (hasNotHappened) for (const [, { id }] of noted) await dropDeletion(db(), id);
      throw error;
    }
  });
}

async function note(survey: QualitySurvey, ids: readonly string[] | null): Promise<NotedDeletion> {
  const { projectId, context } = survey;
  const deletion = {
    ...{ ...reviewedSurvey(survey), projectId, isWhole: ids === null, who: context.viewer.email },
    respondentIds: ids === null ? await decidedOf(survey) : [...new Set(ids)],
  };
  return noteDeletion(db(), deletion);
}

/** Those of a survey's respondents whose answers were ever excluded from its project. */
async function decidedOf(survey: QualitySurvey): Promise<string[]> {
  const project = answersKey(survey);
  if (project === null) return [];
  const decided: string[] = [];
  for await (const { respondents } of respondentPages(survey)) {
    const ids = respondents.map(({ respondentId }) => respondentId);
    decided.push(...(await decidedAmong(db(), project, ids)));
  }
  return decided;
}

const finish = ({ context }: QualitySurvey, deletion: NotedDeletion, respondentIds: string[]): Promise<void> =>
  db().transaction(async (transaction) => {
    const { id, connection, accountId, surveyId, projectId, isWhole, who } = deletion;
    const deleter = { ...context, viewer: { ...context.viewer, email: who } };
    await forgetRespondents(transaction, deleter, {
      ...{ connection, accountId, surveyId, projectId, isWhole, respondentIds },
    });
    if (respondentIds.length === deletion.respondentIds.length) await dropDeletion(transaction, id);
  });

/**
 * Finishes deletions of which it was not known how they ended, by what the service has now. `isThere` null: the service
 * does not know the survey.
 */
export async function finishDeletions(
  survey: QualitySurvey,
  isThere: ((respondentId: string) => boolean) | null,
): Promise<void> {
  const deletions = await listDeletions(db(), reviewedSurvey(survey));
  if (deletions.length === 0) return;
  for (const deletion of deletions) {
    const gone = deletion.respondentIds.filter((id) => !isThere?.(id));
    const isDone = deletion.isWhole ? isThere === null : gone.length > 0;
    if (isDone) await finish(survey, deletion, gone);
  }
  await dropOldDeletions(db(), reviewedSurvey(survey));
}
