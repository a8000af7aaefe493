import "server-only";
import type { Viewer } from "@/lib/contracts/context";
import type { listSurveys as operation } from "@/lib/contracts/interfaces/demand";
import { type SurveyStatus, surveyFieldNames, surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";
import { DEFAULT_PAGE_SIZE, type QueryOf } from "@/lib/contracts/operation";
import { spelling } from "@/lib/contracts/rules/survey-rules";
import type { SurveySortKey } from "@/lib/contracts/terms/demand";
import { invalid } from "@/lib/http/read-request";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/surveys";
import type { Answer, Call } from "../service";
import { readFields, replyShape, surveyTag, viewMembers, writeSurvey } from "./survey-view";

/** `GET /surveys`. A reply with exactly one whole survey carries its `ETag`. */
export async function listSurveys({ viewer, query, headers, raw, requestId }: Call<typeof operation>): Promise<Answer> {
  const { fields, unknown } = readFields(query.fields);
  if (unknown !== undefined) {
    throw invalid({ fields: `There is no field “${unknown}”. Fields are ${surveyFieldNames.join(", ")}.` });
  }
  const page = query.page ?? 1;
  const { total, surveys } = await listWithoutOverdue(requestId, {
    ...filterOf(viewer, query),
    page,
    pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  const shown = fields ?? surveyFieldNames;
  const ids = shown.includes("respondent_attributes") ? surveys.map(({ survey }) => survey.id) : [];
  const quotas = await store.quotasOf(db(), ids);
  const views = surveys.map(({ survey, counts }) =>
    viewMembers({ survey, counts, quotas: quotas.get(survey.id) ?? [] }, shown),
  );
  const shape = replyShape(headers, raw, viewer);
  const [only] = views;
  return {
    body: {
      total_surveys: total,
      page,
      page_size: views.length,
      surveys: views.map((view) => writeSurvey(view, shape)),
    },
    ...(only && views.length === 1 && !fields && { headers: { etag: await surveyTag(only) } }),
  };
}

type Query = QueryOf<typeof operation>;

const filterOf = ({ accounts }: Viewer, query: Query) => ({
  accountIds: accounts.map(({ id }) => id),
  ids: query.ids,
  projectIds: query.project_ids,
  statuses: query.statuses?.map(readStatus),
  search: query.search,
  sort: readSort(query.sort),
});

/** The ids of a whole list in its order, whatever page its query names. */
export const listSurveyIds = async (viewer: Viewer, query: Query): Promise<string[]> =>
  store.listSurveyIds(db(), filterOf(viewer, query));

/** No reply ever shows a survey live whose time is over. */
async function listWithoutOverdue(requestId: string, filter: store.SurveyFilter) {
  const list = await store.listSurveys(db(), filter);
  if (!list.overdue) return list;
  await store.completeOverdueSurveys(db(), requestId);
  return store.listSurveys(db(), filter);
}

function readStatus(text: string): SurveyStatus {
  const status = spelling(surveyStatuses, text) as SurveyStatus | undefined;
  if (status) return status;
  throw invalid({ statuses: `There is no status “${text}”. Statuses are ${surveyStatuses.join(", ")}.` });
}

function readSort(sort: string | undefined) {
  if (!sort) return undefined;
  const descending = sort.startsWith("-");
  return { key: sort.slice(descending ? 1 : 0) as SurveySortKey, descending };
}
