import "server-only";
import type { SurveyResponse } from "@/lib/contracts/demand";
import { encodeQuery } from "@/lib/contracts/operation";
import type { KeptReason, ReconciliationInput, ReconciliationPreview } from "@/lib/contracts/responses";
import type { Survey } from "@/lib/contracts/survey-codec";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { listResponses } from "@/lib/gateway/demand-reads";
import { everyPage } from "@/lib/gateway/every-page";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/reconciliation-reasons";
import { decidedBy, previewOf } from "./reconcile";

/** The survey, when the viewer's connection shows it to him: what is ours about a survey is only for those. */
export async function requireSurvey(context: SignedInContext, id: string): Promise<Survey> {
  const survey = id.includes(",")
    ? undefined
    : (await listSurveys(context, { ids: [id] })).items.find((one) => one.id === id);
  if (!survey) throw new AppError("not_found", "Survey could not be found.");
  return survey;
}

/** What accepting and rejecting these would do. Nothing is changed. */
export async function previewReconciliation(
  context: SignedInContext,
  { survey_id, decisions }: ReconciliationInput,
): Promise<ReconciliationPreview> {
  const survey = await requireSurvey(context, survey_id);
  const list = decidedBy(decisions);
  const responses = await readNamed(context, survey.id, [...list.byRdud.keys()]);
  return previewOf(list, responses, {
    completes: survey.field_details?.survey_completes ?? null,
    cost: survey.field_details?.total_cost ?? null,
    quotas: (survey.respondent_attributes ?? []).flatMap(({ quota_id, quota_name, survey_completes }) =>
      quota_id ? [{ id: quota_id, name: quota_name ?? quota_id, completes: survey_completes ?? null }] : [],
    ),
  });
}

const PAGE_SIZE = 500;
/** Services refuse addresses of more; our own, in-process, has none. */
const ADDRESS_CHARS = 6000;
const AT_ONCE = 4;

/** Those of these responses that the survey has: asked for by id, or all of the survey's where that is fewer calls. */
async function readNamed(context: SignedInContext, surveyId: string, rduds: string[]): Promise<SurveyResponse[]> {
  const wanted = new Set(rduds);
  const isRemote = connectionOf(context.viewer).demand.url !== null;
  const chunks = chunksOf(rduds, isRemote ? ADDRESS_CHARS : Number.POSITIVE_INFINITY);
  const query = { survey_id: surveyId, page_size: PAGE_SIZE };
  const { total } = await listResponses(context, { ...query, page: 1, page_size: 1 });
  const found: SurveyResponse[] = [];
  const keep = (responses: SurveyResponse[]) => found.push(...responses.filter(({ rdud }) => wanted.has(rdud)));
  if (total !== null && Math.ceil(total / PAGE_SIZE) < chunks.length) {
    const readPage = async (paging: { page: number; page_size: number }) => {
      const page = await listResponses(context, { ...query, ...paging });
      return { ...page, items: page.items.map((response) => ({ ...response, id: response.rdud })) };
    };
    for await (const { items } of everyPage(readPage)) keep(items);
    return found;
  }
  const readNext = async () => {
    for (let chunk = chunks.pop(); chunk; chunk = chunks.pop()) {
      keep((await listResponses(context, { ...query, page: 1, rduds: chunk })).items);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  return found;
}

function chunksOf(rduds: string[], addressChars: number): string[][] {
  const chunks: string[][] = [];
  let room = 0;
  for (const rdud of rduds) {
    const chars = encodeQuery({ rdud }).length;
    const last = chunks.at(-1);
    if (last && last.length < PAGE_SIZE && room >= chars) last.push(rdud);
    else {
      chunks.push([rdud]);
      room = addressChars;
    }
    room -= chars;
  }
  return chunks;
}

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
  const { id } = await requireSurvey(context, survey_id);
  const rows = await store.listReasons(db(), { connection: context.viewer.connection, surveyId: id }, rduds);
  return rows.map(({ rdud, status, reason, who, at }) => ({ rdud, status, reason, who, at: at.toISOString() }));
}
