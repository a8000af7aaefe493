import "server-only";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/interviews";
import type { SignedInContext } from "@/lib/gateway/call";
import { qualitySurvey } from "@/lib/gateway/quality";
import * as gateway from "@/lib/gateway/quality-interviews";
import { AppError } from "@/lib/http/problem";
import { SCORED_ELSEWHERE } from "./words";

/** What interviews of a survey asked, and which account's rules they are held against. */
export async function getInterview(context: SignedInContext, surveyId: string): Promise<contract.Interview> {
  const survey = await qualitySurvey(context, { id: surveyId });
  const questions = await gateway.interviewQuestions(survey);
  return {
    account: { id: survey.account.id, name: survey.account.name },
    project_id: survey.projectId,
    refused: questions === null ? SCORED_ELSEWHERE : null,
    questions: (questions ?? []).map(({ id, question, answers, isNumeric }) => ({
      ...{ question_id: id, question, answers, is_numeric: isNumeric },
    })),
  };
}

/** What coherence rules would find among a survey's interviews; nothing is scored anew. */
export async function previewCoherence(
  context: SignedInContext,
  { survey_id, rules }: BodyOf<typeof contract.previewCoherence>,
  signal: AbortSignal,
): Promise<contract.CoherencePreview> {
  const survey = await qualitySurvey(context, { id: survey_id });
  const effect = await gateway.previewRules(survey, rules, signal);
  if (!effect) throw new AppError("invalid", SCORED_ELSEWHERE);
  const { interviews, contradicting, effects } = effect;
  return {
    ...{ interviews, contradicting },
    rules: effects.map(({ examples, ...counts }, at) => ({
      ...{ name: rules[at]?.name ?? "", ...counts, respondent_ids: examples },
    })),
  };
}
