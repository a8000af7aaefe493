import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type { Context } from "@/lib/contracts/context";
import type { laterOperations, VersionOperations } from "@/lib/contracts/interfaces/quality";
import type { QualityVersion } from "@/lib/contracts/terms/quality";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quality";
import {
  forgetRespondents,
  projectOfSurvey,
  type RespondentDeletion,
} from "@/lib/stores/postgres/respondent-deletions";
import { excludeByRules, excludeResponses, throughService } from "@/lib/stores/postgres/response-exclusions";
import { BUILT_IN } from "@/lib/stores/postgres/users";
import type { Answer, Call, Caller } from "../service";
import { succeeded } from "./envelope";

/** The account that a call is for: a key has one. */
export function accountOf({ accounts }: Caller): string {
  const [account] = accounts;
  if (!account) throw new AppError("forbidden", "This key belongs to no account.");
  return account.id;
}

/** A survey stays with the version whose path created it. */
export function requireVersion(survey: store.QualitySurvey, version: QualityVersion): void {
  if (survey.version === version) return;
  const problem = `The survey “${survey.name}” was created with ${survey.version}. Use the paths of ${survey.version}.`;
  throw new AppError("invalid", problem, { fields: { surveyName: problem } });
}

type Find = (connection: Connection, accountId: string, name: string) => Promise<store.QualitySurvey | null>;

async function requireSurvey(find: Promise<store.QualitySurvey | null>, name: string, version: QualityVersion) {
  const survey = await find;
  if (!survey) {
    const problem = `There is no survey “${name}”.`;
    throw new AppError("not_found", problem, { fields: { surveyName: problem } });
  }
  requireVersion(survey, version);
  return survey;
}

type Wanted = { viewer: Caller; name: string; version: QualityVersion };

const surveyBy =
  (find: Find) =>
  (connection: Connection, { viewer, name, version }: Wanted) =>
    requireSurvey(find(connection, accountOf(viewer), name), name, version);

/** A survey of the caller's account that is of this version. */
export const ownSurvey = surveyBy(store.findQualitySurvey);

/** The same, locked until the transaction ends. */
export const lockOwnSurvey = surveyBy(store.lockQualitySurvey);

export const qualityTrace = (action: AuditAction, survey: store.QualitySurvey) => ({
  ...{ action, accountId: survey.accountId, thing: "quality-surveys", thingId: survey.id },
  outcome: "done" as const,
});

/** `POST /stopSurvey` and `/restartSurvey`; a survey that is so already stays as it is. */
export const setStopped =
  (version: QualityVersion, stop: boolean) =>
  async (call: Call<VersionOperations["stopSurvey"]>): Promise<Answer> => {
    const name = call.body.surveyName;
    await db().transaction(async (transaction) => {
      const survey = await lockOwnSurvey(transaction, { viewer: call.viewer, name, version });
      if ((survey.stoppedAt !== null) === stop) return;
      await store.setQualitySurveyStopped(transaction, survey.id, stop ? new Date() : null);
      await addAudit(transaction, call, {
        ...qualityTrace(stop ? "stopSurvey" : "restartSurvey", survey),
        before: { name, isStopped: !stop },
        after: { name, isStopped: stop },
      });
    });
    return succeeded({ surveyName: name, isStopped: stop }, stop ? "The survey is stopped." : "The survey is running.");
  };

/**
 * What the product keeps of respondents beside this service goes in the same transaction, where it is kept for whoever
 * calls: their survey has the same id. What other connections keep, their gateway deletes.
 */
export async function forgetReviews(
  transaction: Connection,
  context: Context,
  { accountId, name: surveyId }: store.QualitySurvey,
  who: Pick<RespondentDeletion, "isWhole" | "respondentIds">,
): Promise<void> {
  const survey = { connection: context.viewer.connection, accountId, surveyId };
  const projectId = survey.connection === BUILT_IN ? await projectOfSurvey(transaction, survey) : null;
  await forgetRespondents(transaction, context, { ...survey, projectId, ...who });
}

/** The project whose figures have the respondents of a survey; null: it is not known here. */
const figuresOf = async (transaction: Connection, { accountId, name: surveyId }: store.QualitySurvey) => {
  const projectId = await projectOfSurvey(transaction, { accountId, surveyId });
  return projectId === null ? null : { connection: BUILT_IN, accountId, projectId };
};

/** Leaves the answers of whom the rules exclude out of their project's figures, in the same transaction. */
export async function leaveOut(transaction: Connection, survey: store.QualitySurvey, row: store.QualityRespondent) {
  const project = await figuresOf(transaction, survey);
  if (project === null) return;
  await excludeByRules(transaction, project, row.respondentId, row.ruleReasons.join(" ").slice(0, MOST_OF_REASON));
}

const MOST_OF_REASON = 500;

/**
 * The figures of a project follow what another client changed here, in the same transaction. What our own pages and jobs
 * change, they carry to the figures themselves, with their reasons (`lib/gateway/answers-of-respondents.ts`).
 */
export async function followChange(
  transaction: Connection,
  call: Context,
  survey: store.QualitySurvey,
  { ids, isExcluded }: { ids: readonly string[]; isExcluded: boolean },
): Promise<void> {
  if (call.origin !== "service" || ids.length === 0) return;
  const project = await figuresOf(transaction, survey);
  if (project === null) return;
  await excludeResponses(transaction, call, project, ids, { isExcluded, reason: throughService(isExcluded) });
}

/** `POST /deleteSurveys`: all of them, or none where one is unknown or of another version. */
export async function deleteSurveys(call: Call<typeof laterOperations.deleteSurveys>): Promise<Answer> {
  // One order for everybody: two calls that name the same surveys never wait for each other.
  const names = [...new Set(call.body.surveyNames)].sort();
  await db().transaction(async (transaction) => {
    for (const name of names) {
      const survey = await lockOwnSurvey(transaction, { viewer: call.viewer, name, version: "v3" });
      const respondentIds = await store.listQualityRespondentIds(transaction, survey.id);
      await store.deleteQualitySurvey(transaction, survey.id);
      await forgetReviews(transaction, call, survey, { isWhole: true, respondentIds });
      await addAudit(transaction, call, {
        ...qualityTrace("deleteSurvey", survey),
        before: { name, respondents: respondentIds.length },
      });
    }
  });
  return succeeded({ deleted: names.length }, `Deleted ${names.length} survey${names.length === 1 ? "" : "s"}.`);
}
