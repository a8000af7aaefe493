import "server-only";
import type { Viewer } from "@/lib/contracts/context";
import type * as demand from "@/lib/contracts/interfaces/demand";
import { DEFAULT_PAGE_SIZE } from "@/lib/contracts/operation";
import { roomProblems } from "@/lib/contracts/rules/survey-rules";
import { type ResponseStatus, readResponseStatus, responseStatuses } from "@/lib/contracts/terms/demand";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/responses";
import { lockSurvey, recountHour, updateSurveyRow } from "@/lib/stores/postgres/surveys";
import type { Answer, Call } from "../service";
import { readinessOf } from "./readiness";

function viewResponse(row: store.ResponseRow): demand.BuiltInResponse {
  return {
    rdud: row.rdud,
    survey_id: row.surveyId,
    status: row.status as ResponseStatus,
    reconciliation_status: row.reconciliationStatus,
    buyer_cpi: row.buyerCpi,
    qualification_attributes: row.qualificationAttributes,
    quota_attributes: row.quotaIds,
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

/** `GET /responses` of one survey, oldest first. */
export async function listResponses({ viewer, query }: Call<typeof demand.listResponses>): Promise<Answer> {
  const page = query.page ?? 1;
  const found = await store.listResponses(db(), {
    ...(await filterOf(viewer, query)),
    page,
    pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  const responses = found.responses.map(viewResponse);
  return { body: { total_responses: found.total, page, page_size: responses.length, responses } };
}

type ListQuery = { survey_id: string; rduds?: string[] | undefined; statuses?: string[] | undefined };

/** The ids of a whole list in its order. */
export const listResponseIds = async (viewer: Viewer, query: ListQuery): Promise<string[]> =>
  store.listResponseIds(db(), await filterOf(viewer, query));

async function filterOf({ accounts }: Viewer, { survey_id, rduds, statuses }: ListQuery) {
  const accountIds = accounts.map(({ id }) => id);
  const surveyId = await store.ownSurveyId(db(), accountIds, survey_id);
  if (!surveyId) throw new AppError("not_found", "Survey could not be found.");
  return { surveyId, rduds, statuses: statuses?.map(readStatus) };
}

function readStatus(text: string): ResponseStatus {
  const status = readResponseStatus(text);
  if (status) return status;
  throw invalid({ statuses: `There is no status “${text}”. Statuses are ${responseStatuses.join(", ")}.` });
}

/** `PATCH /responses`: accepts or rejects one; the last one holds. Counts and cost follow at once. */
export async function updateResponse(call: Call<typeof demand.updateResponse>): Promise<Answer> {
  const { viewer, body } = call;
  return db().transaction(async (transaction) => {
    const accountIds = viewer.accounts.map(({ id }) => id);
    // The survey first, as every writer does: two writers never wait for each other.
    const survey = await store.lockSurveyOfResponse(transaction, accountIds, body.rdud);
    const reconciled = survey && (await store.reconcileResponse(transaction, body.rdud, body.reconciliation_status));
    if (!survey || !reconciled) throw new AppError("not_found", "Response could not be found.");
    await addAudit(transaction, call, {
      accountId: survey.accountId,
      action: "updateResponse",
      thing: "responses",
      thingId: body.rdud,
      before: { survey_id: survey.id, reconciliation_status: reconciled.before.reconciliationStatus },
      after: { survey_id: survey.id, reconciliation_status: reconciled.after.reconciliationStatus },
      outcome: "done",
    });
    await recountHour(transaction, survey.id);
    const newlyCounted = reconciled.after.counted && !reconciled.before.counted;
    if (newlyCounted && survey.status === "Live") await completeWhenFull(transaction, call, survey.id);
    return { body: viewResponse(reconciled.after) };
  });
}

/** An accepted response may fill the last quota: then the service sets the survey Complete. */
async function completeWhenFull(transaction: Connection, call: Call<typeof demand.updateResponse>, surveyId: string) {
  const accountIds = call.viewer.accounts.map(({ id }) => id);
  const present = await lockSurvey(transaction, accountIds, surveyId);
  if (present?.survey.status !== "Live") return;
  const [problem] = Object.values(roomProblems(readinessOf(present)));
  if (problem === undefined) return;
  await updateSurveyRow(transaction, surveyId, { status: "Complete" });
  await addAudit(transaction, call, {
    accountId: present.survey.accountId,
    action: "completeSurvey",
    thing: "surveys",
    thingId: surveyId,
    before: { status: "Live" },
    after: { status: "Complete" },
    outcome: "done",
    detail: problem,
  });
}
