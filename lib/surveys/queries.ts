import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import * as demandCalls from "@/lib/contracts/calls/demand";
import type * as Demand from "@/lib/contracts/interfaces/demand";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { JsonObject, Page } from "@/lib/contracts/lenient";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { LIST_PAGE_SIZE, type SurveyListState, surveyListQuery } from "./list-state";
import { readQuestions } from "./whole-lists";

const demand = contract<typeof Demand>(demandCalls);

/** Keys and fetchers of everything the browser reads about surveys. */
export const surveysQuery = (state: SurveyListState, managed: readonly string[] | null) => {
  const query = surveyListQuery(state, managed);
  return queryOptions({
    queryKey: ["surveys", "list", query],
    queryFn: async ({ signal }) => (query ? (await api(demand.listSurveys, { query, signal })).data : NO_SURVEYS),
    placeholderData: keepPreviousData,
    // Whoever reads a copy that has become old asks for a newer one by it.
    refetchInterval: ({ state: { data } }) => (data?.as_of ? COPY_FOLLOWED_EVERY_MS : false),
  });
};

const COPY_FOLLOWED_EVERY_MS = 2 * 60_000;

/** Stands for the reply where none has to be asked for. */
export const NO_SURVEYS: Page<Survey> = {
  total: 0,
  page: 1,
  page_size: LIST_PAGE_SIZE,
  items: [],
  unreadable: 0,
  as_of: null,
};

/** One survey with its revision; null when there is none of that id for this viewer. */
export const surveyQuery = (id: string) =>
  queryOptions({
    queryKey: ["surveys", "one", id],
    queryFn: async ({ signal }) => {
      const { data, revision } = await api(demand.listSurveys, { query: { ids: [id] }, signal });
      const survey = data.items.find((item) => item.id === id);
      return survey && revision ? { survey, revision } : null;
    },
  });

/** The survey as the connection's copy has it, which the server puts beside a page whose service may not answer. */
export const copiedSurveyQuery = (id: string) =>
  queryOptions<{ survey: Survey; revision: string; as_of: string } | null>({
    queryKey: ["surveys", "copied", id],
    queryFn: skipToken,
  });

/** Countries, languages, zones and the other values that a survey may take at this connection. */
export const definitionsQuery = () =>
  queryOptions({
    queryKey: ["definitions"],
    queryFn: async ({ signal }) => (await api(demand.getDefinitions, { signal })).data,
    staleTime: 10 * 60_000,
  });

/** Screening questions offered in a country, in the service's own language: that is the one the page is read in. */
export const questionsQuery = (country: string) =>
  queryOptions({
    queryKey: ["qualifications", country],
    queryFn: ({ signal }) => readQuestions(country, signal),
    staleTime: 10 * 60_000,
    placeholderData: keepPreviousData,
  });

/** Creates a survey. `key`: a UUID, the same for every try of one creation. */
export const createSurvey = async (body: JsonObject, key: string, signal: AbortSignal) =>
  (await api(demand.createSurvey, { body, headers: { "idempotency-key": key }, signal })).data;

/** Changes a survey that is still at `revision`; otherwise an AppError `conflict`. Gives its state afterwards. */
export async function updateSurvey(body: JsonObject, revision: string, signal?: AbortSignal) {
  const headers = { "if-match": `"${revision}"` };
  const reply = await api(demand.updateSurvey, { body, headers, ...(signal && { signal }) });
  return { survey: reply.data, revision: reply.revision ?? "" };
}
