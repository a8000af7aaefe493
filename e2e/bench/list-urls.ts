import { encodeQuery } from "@/lib/contracts/addresses";
import { type SurveyListState, surveyListQuery } from "@/lib/surveys/list-state";

const plain: SurveyListState = {
  search: "",
  status: [],
  project: null,
  manager: null,
  sort: null,
  page: 1,
  columns: null,
};

/** The request that the surveys list page makes in a state of its address. */
const listUrl = (state: Partial<SurveyListState>): string =>
  `/api/demand/surveys${encodeQuery(surveyListQuery({ ...plain, ...state }, null) ?? {})}`;

/** What everybody has open: the newest surveys that are under way. */
export const sameUrl = listUrl({ status: ["Live", "Paused"] });

const sorts = [null, "name", "out_of_field_date", "-survey_completes", "-offered_price_per_complete"] as const;
const statuses = [["Live", "Paused"], ["Draft", "Live"], ["Complete"], ["Draft", "Complete"]];

/** Forty lists that differ in status, order and page: requests for them have little in common to share. Each is full from 1,000 surveys on. */
export const differentUrls: string[] = sorts.flatMap((sort) =>
  statuses.flatMap((status) => [1, 2].map((page) => listUrl({ sort, status, page }))),
);
