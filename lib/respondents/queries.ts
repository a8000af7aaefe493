import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as coherenceRulesCalls from "@/lib/contracts/calls/coherence-rules";
import * as interviewsCalls from "@/lib/contracts/calls/interviews";
import * as respondentsCalls from "@/lib/contracts/calls/respondents";
import * as scoringFeedCalls from "@/lib/contracts/calls/scoring-feed";
import type { BodyOf, QueryOf } from "@/lib/contracts/operation";
import type * as Coherence from "@/lib/contracts/ours/coherence-rules";
import type * as Interviews from "@/lib/contracts/ours/interviews";
import type * as Respondents from "@/lib/contracts/ours/respondents";
import type * as Feed from "@/lib/contracts/ours/scoring-feed";
import { api } from "@/lib/http/client";
import { callOf, contract } from "@/lib/http/contract";
import { whenNeeded } from "@/lib/http/when-needed";
import { type RespondentFilter, type RespondentListState, respondentListQuery, reviewQuery } from "./list-state";

const coherence = contract<typeof Coherence>(coherenceRulesCalls);
const feed = contract<typeof Feed>(scoringFeedCalls, () => import("@/lib/contracts/ours/scoring-feed"));
/** An operation in each version of the interface: they are told apart by their contract, loaded when one is called. */
const loadQuality = whenNeeded(() => import("@/lib/contracts/interfaces/quality"));
const interviews = contract<typeof Interviews>(interviewsCalls);
const respondents = contract<typeof Respondents>(respondentsCalls);

/** Everything that the browser reads about a survey's respondents stands below this key. */
export const respondentsKey = (surveyId: string) => ["respondents", surveyId] as const;

const listed = (surveyId: string, query: QueryOf<typeof Respondents.listRespondents>) => ({
  queryKey: [...respondentsKey(surveyId), "list", query],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api(respondents.listRespondents, { query, signal })).data,
});

export const respondentListOptions = (surveyId: string, state: RespondentListState) =>
  queryOptions({ ...listed(surveyId, respondentListQuery(surveyId, state).query), placeholderData: keepPreviousData });

export const reviewKey = (surveyId: string) => ["respondents-review", surveyId] as const;

/** Who is to be reviewed, as they were when the review began: it changes under nobody's hands. */
export const reviewOptions = (surveyId: string, filter: RespondentFilter) => {
  const { query } = reviewQuery(surveyId, filter);
  return queryOptions({
    ...listed(surveyId, query),
    queryKey: [...reviewKey(surveyId), query],
    staleTime: Number.POSITIVE_INFINITY,
  });
};

export const summaryOptions = (surveyId: string) =>
  queryOptions({
    queryKey: [...respondentsKey(surveyId), "summary"],
    queryFn: async ({ signal }) =>
      (await api(respondents.summarizeRespondents, { query: { survey_id: surveyId }, signal })).data,
  });

export const evidenceOptions = (surveyId: string, respondentId: string) =>
  queryOptions({
    queryKey: [...respondentsKey(surveyId), "evidence", respondentId],
    queryFn: async ({ signal }) => {
      const query = { survey_id: surveyId, respondent_id: respondentId };
      return (await api(respondents.getEvidence, { query, signal })).data;
    },
  });

export const thresholdsOptions = (surveyId: string) =>
  queryOptions({
    queryKey: [...respondentsKey(surveyId), "thresholds"],
    queryFn: async ({ signal }) =>
      (await api(respondents.getThresholds, { query: { survey_id: surveyId }, signal })).data,
  });

/** What thresholds would do; the last answer stands until the next is there. */
export const thresholdPreviewOptions = (body: BodyOf<typeof Respondents.previewThresholds>) =>
  queryOptions({
    queryKey: [...respondentsKey(body.survey_id), "preview", body],
    queryFn: async ({ signal }) => (await api(respondents.previewThresholds, { body, signal })).data,
    placeholderData: keepPreviousData,
  });

export const migrationOptions = (surveyId: string) =>
  queryOptions({
    queryKey: [...respondentsKey(surveyId), "migration"],
    queryFn: async ({ signal }) =>
      (await api(respondents.previewMigration, { query: { survey_id: surveyId }, signal })).data,
  });

export type Decision = BodyOf<typeof Respondents.decideRespondent>;

/** Outlives the page: what was decided in the last second before it closed is sent all the same. */
export const decideRespondent = async (body: Decision) =>
  (await api(respondents.decideRespondent, { body, keepalive: true })).data.respondent;

export const startExclusion = async (body: BodyOf<typeof Respondents.startExclusion>) =>
  (await api(respondents.startExclusion, { body })).data;

export const saveThresholds = async (body: BodyOf<typeof Respondents.saveThresholds>) =>
  (await api(respondents.saveThresholds, { body })).data;

export const startMigration = async (body: BodyOf<typeof Respondents.startMigration>) =>
  (await api(respondents.startMigration, { body })).data;

/** Stops or restarts a survey at the quality service, in the version that created it. */
export async function setStopped({ survey_name: surveyName, version }: Respondents.ScoredSurvey, isStop: boolean) {
  const { stopSurvey, restartSurvey } = (await loadQuality()).versionOperations[version];
  await api(callOf(isStop ? stopSurvey : restartSurvey), { body: { surveyName } });
}

export async function deleteRespondents(survey: Respondents.ScoredSurvey, respondentIds: readonly string[]) {
  const { deleteRespondents: operation } = (await loadQuality()).laterOperations;
  await api(callOf(operation), { body: { surveyName: survey.survey_name, respondentIds } });
}

export async function deleteSurvey({ survey_name }: Respondents.ScoredSurvey) {
  const { deleteSurveys } = (await loadQuality()).laterOperations;
  await api(callOf(deleteSurveys), { body: { surveyNames: [survey_name] } });
}

/** Which questions of a project are given to which check, and what scoring its responses costs. */
export const scoringFeedOptions = (projectId: string) =>
  queryOptions({
    queryKey: ["scoring-feed", projectId],
    queryFn: async ({ signal }) => (await api(feed.getScoringFeed, { query: { project_id: projectId }, signal })).data,
  });

export const saveScoringFeed = async (body: BodyOf<typeof Feed.saveScoringFeed>) =>
  (await api(feed.saveScoringFeed, { body })).data;

export const startScoring = async (body: BodyOf<typeof Feed.startScoring>) =>
  (await api(feed.startScoring, { body })).data;

/** The coherence rules of the viewer's accounts. */
export const coherenceRulesOptions = () =>
  queryOptions({
    queryKey: ["coherence-rules"],
    queryFn: async ({ signal }) => (await api(coherence.listCoherenceRules, { signal })).data.accounts,
  });

export const saveCoherenceRules = async (body: BodyOf<typeof Coherence.setCoherenceRules>) =>
  (await api(coherence.setCoherenceRules, { body })).data;

/** What interviews of a survey asked. */
export const interviewOptions = (surveyId: string) =>
  queryOptions({
    queryKey: [...respondentsKey(surveyId), "interview"],
    queryFn: async ({ signal }) =>
      (await api(interviews.getInterview, { query: { survey_id: surveyId }, signal })).data,
  });

/** What rules find among a survey's interviews; the last answer stands until the next is there. */
export const coherencePreviewOptions = (body: BodyOf<typeof Interviews.previewCoherence>) =>
  queryOptions({
    queryKey: [...respondentsKey(body.survey_id), "coherence", body],
    queryFn: async ({ signal }) => (await api(interviews.previewCoherence, { body, signal })).data,
    placeholderData: keepPreviousData,
  });
