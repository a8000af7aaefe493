import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as demandCalls from "@/lib/contracts/calls/demand";
import * as responsesCalls from "@/lib/contracts/calls/responses";
import type * as Demand from "@/lib/contracts/interfaces/demand";
import type * as Responses from "@/lib/contracts/ours/responses";
import { isRdud, MOST_ASKED } from "@/lib/contracts/terms/responses";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { type ResponseListState, responseListQuery } from "./list-state";

const demand = contract<typeof Demand>(demandCalls);
const responses = contract<typeof Responses>(responsesCalls);

/** Everything that the browser reads about a survey's responses stands below this key. */
export const responsesKey = (surveyId: string) => ["responses", surveyId] as const;

export const responsesQuery = (surveyId: string, state: ResponseListState) => {
  const { query } = responseListQuery(surveyId, state);
  return queryOptions({
    queryKey: [...responsesKey(surveyId), "list", query],
    queryFn: async ({ signal }) => (await api(demand.listResponses, { query, signal })).data,
    placeholderData: keepPreviousData,
  });
};

/** One response; null when the survey has none of that id. */
export const responseQuery = (surveyId: string, rdud: string) =>
  queryOptions({
    queryKey: [...responsesKey(surveyId), "one", rdud],
    queryFn: async ({ signal }) => {
      const query = { survey_id: surveyId, rduds: [rdud] };
      const { items } = (await api(demand.listResponses, { query, signal })).data;
      return items.find((response) => response.rdud === rdud) ?? null;
    },
  });

/** Why some of a survey's responses were accepted or rejected. */
export const reasonsQuery = (surveyId: string, rduds: readonly string[]) =>
  queryOptions({
    queryKey: [...responsesKey(surveyId), "reasons", rduds],
    queryFn: async ({ signal }) => {
      const query = { survey_id: surveyId, rduds: rduds.filter(isRdud).slice(0, MOST_ASKED) };
      return query.rduds.length === 0 ? [] : (await api(responses.listReasons, { query, signal })).data.reasons;
    },
    placeholderData: keepPreviousData,
  });

export const previewReconciliation = async (body: Responses.ReconciliationInput, signal: AbortSignal) =>
  (await api(responses.previewReconciliation, { body, signal })).data;

export const startReconciliation = async (body: Responses.ReconciliationInput) =>
  (await api(responses.startReconciliation, { body })).data;
