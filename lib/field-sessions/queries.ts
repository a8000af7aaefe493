import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as fieldingCalls from "@/lib/contracts/calls/fielding";
import type * as Fielding from "@/lib/contracts/interfaces/fielding";
import type { BodyOf } from "@/lib/contracts/operation";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { type FieldSessionState, fieldSessionQuery } from "./list-state";

const fielding = contract<typeof Fielding>(fieldingCalls);

/** Everything that the browser reads about a survey's sessions stands below this key. */
export const fieldSessionsKey = (surveyId: string) => ["field-sessions", surveyId] as const;

export const fieldSessionsQuery = (surveyId: string, state: FieldSessionState) => {
  const { query } = fieldSessionQuery(surveyId, state);
  return queryOptions({
    queryKey: [...fieldSessionsKey(surveyId), "list", query],
    queryFn: async ({ signal }) => (await api(fielding.listSessions, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
};

export const sessionSummaryQuery = (surveyId: string) =>
  queryOptions({
    queryKey: [...fieldSessionsKey(surveyId), "summary"],
    queryFn: async ({ signal }) =>
      (await api(fielding.summarizeSessions, { query: { survey_id: surveyId }, signal })).data,
  });

export const sessionHistoryQuery = (surveyId: string, rid: string) =>
  queryOptions({
    queryKey: [...fieldSessionsKey(surveyId), "one", rid],
    queryFn: async ({ signal }) => (await api(fielding.getSession, { params: { rid }, signal })).data,
  });

/** What respondents of a survey are checked for at its entry. */
export const surveyChecksQuery = (surveyId: string) =>
  queryOptions({
    queryKey: ["survey-checks", surveyId],
    queryFn: async ({ signal }) =>
      (await api(fielding.getSurveyChecks, { query: { survey_id: surveyId }, signal })).data,
  });

export const updateSurveyChecks = async (body: BodyOf<typeof Fielding.updateSurveyChecks>) =>
  (await api(fielding.updateSurveyChecks, { body })).data;

export const createTestLink = async (body: { survey_id: string; supplier: string }) =>
  (await api(fielding.createTestLink, { body })).data;

export const removeTestSessions = async (surveyId: string) =>
  (await api(fielding.removeTestSessions, { body: { survey_id: surveyId } })).data;
