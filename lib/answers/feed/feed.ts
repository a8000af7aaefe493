import "server-only";
import { LIMITS } from "@/lib/answers/limits";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/scoring-feed";
import { creditsOf } from "@/lib/gateway/add-respondent";
import type { SignedInContext } from "@/lib/gateway/call";
import { accountOfProject, ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { qualitySurvey } from "@/lib/gateway/quality";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { readExtent } from "@/lib/stores/clickhouse/fed-responses";
import { findAnswers } from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/scoring-feeds";
import { amountsOf } from "./data-points";
import { mappingProblems, suggestMapping } from "./suggest-mapping";

/** How a project's responses are scored: as somebody saved it, or as the kinds of its questions suggest it. */
export async function getScoringFeed(context: SignedInContext, projectId: string): Promise<contract.ScoringFeed> {
  const project = await ownProject(context, projectId);
  const key = keyOf(context, project);
  const [answers, saved] = await Promise.all([findAnswers(db(), key), store.findScoringFeed(db(), key)]);
  const { responses, hasEnds } = answers?.table
    ? await readExtent(answers.table, LIMITS)
    : { responses: 0, hasEnds: false };
  const questions = answers?.questions ?? [];
  const mapping = saved?.mapping ?? suggestMapping(questions, { surveyId: null, hasEnds });
  return {
    mapping,
    saved: saved && { by: saved.who, at: saved.at.toISOString() },
    problems: mappingProblems(mapping, questions),
    responses,
    credits_each: await creditsEach(context, projectId, mapping),
  };
}

/** A page is shown also where the service does not respond, or knows no price: what scoring costs is then not known. */
async function creditsEach(context: SignedInContext, projectId: string, mapping: contract.FeedMapping) {
  const account = await accountOfProject(context, projectId);
  return creditsOf(context, account, amountsOf(mapping)).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== "unauthenticated") return null;
    throw error;
  });
}

export async function saveScoringFeed(
  context: SignedInContext,
  { project_id, mapping }: BodyOf<typeof contract.saveScoringFeed>,
): Promise<contract.ScoringFeed> {
  const project = await ownProject(context, project_id);
  const key = keyOf(context, project);
  const answers = await findAnswers(db(), key);
  const [problem] = mappingProblems(mapping, answers?.questions ?? []);
  if (problem) throw invalid({ mapping: problem });
  if (mapping.survey_id !== null) {
    const survey = await qualitySurvey(context, { id: mapping.survey_id });
    if (survey.projectId !== null && survey.projectId !== project.id) {
      throw invalid({ mapping: `“${survey.name}” is a survey of another project. Choose one of this project.` });
    }
  }
  await db().transaction(async (transaction) => {
    const before = await store.findScoringFeed(transaction, key);
    await store.saveScoringFeed(transaction, key, { mapping, who: context.viewer.email });
    await addAudit(transaction, context, {
      ...{ accountId: key.accountId, action: "saveScoringFeed", thing: "scoring-feeds", thingId: key.projectId },
      ...{ before: before?.mapping, after: mapping, outcome: "done" },
    });
  });
  return getScoringFeed(context, project_id);
}
