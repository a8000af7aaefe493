import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as demand from "@/lib/contracts/demand";
import { api } from "@/lib/http/client";
import { type SurveyListState, surveyListQuery } from "./list-state";

/** Keys and fetchers of everything the browser reads about surveys. */
export const surveysQuery = (state: SurveyListState) =>
  queryOptions({
    queryKey: ["surveys", "list", surveyListQuery(state)],
    queryFn: async ({ signal }) => (await api(demand.listSurveys, { query: surveyListQuery(state), signal })).data,
    placeholderData: keepPreviousData,
  });
