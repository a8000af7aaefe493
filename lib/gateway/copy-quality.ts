import "server-only";
import { laterOperations, versionOperations } from "@/lib/contracts/interfaces/quality";
import * as service from "@/lib/service/quality/copy-survey";
import { findSurveyState, respondentsById } from "@/lib/service/quality/read-respondents";
import { call } from "./call";
import { isBuiltIn, named, type QualitySurvey } from "./quality";

/** Copying a survey to a new one of v3: only our own service keeps what was sent of respondents, and can send it again. */
export const keepsWhatWasSent = ({ context }: QualitySurvey): boolean => isBuiltIn(context);

export const migrationFacts = (survey: QualitySurvey) => service.migrationFacts(named(survey));

/** Whether the account's quality service has a survey of this name. */
export const isNameTaken = async ({ account }: QualitySurvey, name: string): Promise<boolean> =>
  (await findSurveyState({ accountId: account.id, name })) !== null;

/**
 * Adds the next respondents of a survey to the copy, in the order that they came; those whom it has already stay. Answers
 * the place of the last one; null: all are there.
 */
export async function copyNext(
  survey: QualitySurvey,
  { newName, after, limit }: { newName: string; after: number; limit: number },
): Promise<{ place: number; copied: number } | null> {
  const copies = await service.copiesAfter(named(survey), { newName, after, limit });
  const last = copies.at(-1);
  if (!last) return null;
  const { context, account } = survey;
  const present = await presentIn(survey, newName, copies);
  for (const { body, isExcluded } of copies) {
    if (!present.has(body.respondentId)) {
      await call(context, versionOperations.v3.addRespondent, { account, body });
    }
    if (isExcluded === null) continue;
    const decided = { surveyName: newName, respondentIds: [body.respondentId], isExcluded };
    await call(context, laterOperations.updateRespondentsExcludedStatus, { account, body: decided });
  }
  return { place: last.place, copied: copies.length };
}

async function presentIn({ account }: QualitySurvey, name: string, copies: readonly service.CopiedRespondent[]) {
  const ids = copies.map(({ body }) => body.respondentId);
  const found = await respondentsById({ accountId: account.id, name }, ids);
  return new Set(found.map(({ respondentId }) => respondentId));
}
