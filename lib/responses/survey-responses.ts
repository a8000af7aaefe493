import "server-only";
import type { SurveyResponse } from "@/lib/contracts/interfaces/demand-replies";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { KeptReason, ReconciliationInput, ReconciliationPreview } from "@/lib/contracts/ours/responses";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { identifiedResponses, listResponses, responsesById } from "@/lib/gateway/demand-reads";
import { roomOf } from "@/lib/gateway/room";
import { requireSurvey } from "@/lib/gateway/surveys-by-id";
import { readEverything } from "@/lib/http/every-page";
import { idChunks, type Room } from "@/lib/http/read-by-ids";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/reconciliation-reasons";
import { type DecidedList, decidedBy } from "./decided-by";
import { previewOf, type SurveyFigures } from "./reconcile";

/** What accepting and rejecting these would do. Nothing is changed. */
export async function previewReconciliation(
  context: SignedInContext,
  { survey_id, decisions }: ReconciliationInput,
): Promise<ReconciliationPreview> {
  const { survey } = await requireSurvey(context, survey_id);
  const list = await decidedBy(decisions);
  const responses = await readNamed(context, survey.id, list.byRdud);
  return previewOf(list, responses, {
    completes: survey.field_details?.survey_completes ?? null,
    cost: survey.field_details?.total_cost ?? null,
    quotas: (survey.respondent_attributes ?? []).flatMap(({ quota_id, quota_name, survey_completes }) =>
      quota_id ? [{ id: quota_id, name: quota_name ?? quota_id, completes: survey_completes ?? null }] : [],
    ),
    room: connectionOf(context.viewer).demand.url === null ? roomOfLive(survey) : null,
  });
}

/** What a live survey of the built-in service has room for; null: it is not live. */
function roomOfLive({ status, respondents, field_details, ...survey }: Survey): SurveyFigures["room"] {
  if (status !== "Live" || respondents == null) return null;
  const byStarts = survey.calculation_type === "Survey Starts";
  const counted = byStarts ? "survey_starts" : "survey_completes";
  return {
    byStarts,
    respondents,
    counted: field_details?.[counted] ?? 0,
    quotas: (survey.respondent_attributes ?? []).map(({ quota_id, quota, ...quotaCounts }) => ({
      id: quota_id ?? "",
      quota: quota ?? 0,
      counted: quotaCounts[counted] ?? 0,
    })),
  };
}

const PAGE_SIZE = 500;

/** Those of these responses that the survey has: asked for by id, or all of the survey's where that is fewer calls. */
async function readNamed(
  context: SignedInContext,
  surveyId: string,
  named: DecidedList["byRdud"],
): Promise<SurveyResponse[]> {
  const query = { survey_id: surveyId };
  const { total } = await listResponses(context, { ...query, page: 1, page_size: 1 });
  if (total === null || !isFewerCalls(Math.ceil(total / PAGE_SIZE), named, roomOf(connectionOf(context.viewer)))) {
    return responsesById(context, surveyId, [...named.keys()]);
  }
  const all = await readEverything((paging) => identifiedResponses(context, { ...query, ...paging }));
  return all.filter(({ rdud }) => named.has(rdud));
}

/** Whether so many calls are fewer than asking for these ids; of very many ids that is plain from their number. */
const isFewerCalls = (calls: number, named: DecidedList["byRdud"], room: Room): boolean =>
  calls < Math.ceil(named.size / room.ids) || calls < idChunks([...named.keys()], room).length;

/** One response as it is now; null when the survey has none of that id. */
export async function readResponse(context: SignedInContext, surveyId: string, rdud: string) {
  const { items } = await listResponses(context, { survey_id: surveyId, rduds: [rdud], page_size: PAGE_SIZE });
  return items.find((response) => response.rdud === rdud) ?? null;
}

/** Why some responses of a survey were accepted or rejected, where that was done here. */
export async function listReasons(
  context: SignedInContext,
  { survey_id, rduds }: { survey_id: string; rduds: string[] },
): Promise<KeptReason[]> {
  const { survey } = await requireSurvey(context, survey_id);
  const rows = await store.listReasons(db(), { connection: context.viewer.connection, surveyId: survey.id }, rduds);
  return rows.map(({ rdud, status, reason, who, at }) => ({ rdud, status, reason, who, at: at.toISOString() }));
}
