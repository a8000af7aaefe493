import "server-only";
import * as demand from "@/lib/contracts/demand";
import type { JsonObject } from "@/lib/contracts/lenient";
import { surveyRevision } from "@/lib/contracts/revision";
import { decodeSurveyPart, encodeSurvey, type Quota, type Survey } from "@/lib/contracts/survey-codec";
import { editableFieldNames, isSurveyField, surveyFields } from "@/lib/contracts/survey-fields";
import { spellAsDefined } from "@/lib/contracts/survey-rules";
import { AppError } from "@/lib/http/problem";
import { audited } from "./audited";
import { call, connectionOf, credentialOf, type SignedInContext } from "./call";
import { ReplyLost } from "./errors";
import { separateWrite } from "./join";
import { holds } from "./same-survey";

/** A body as a person's page or script sent it, already checked against the contract, in either shape. */
type Body = JsonObject;
export type Written = { survey: Survey; revision: string };

/**
 * Creates a survey. When the reply is lost the project is read again: a survey that was not there before and holds
 * what was sent is the one; without any, it was not created.
 */
export async function createSurvey(context: SignedInContext, body: Body): Promise<Written> {
  const { sent, wire } = await prepare(context, body);
  const projectId = sent.project_id ?? "";
  const write = { action: "createSurvey", thing: "surveys", thingId: null, accountId: null, sent: wire };
  return separateWrite(credentialOf(context.viewer), () =>
    audited(context, write, async () => {
      const before = new Set(await idsInProject(context, projectId));
      const headers = { "idempotency-key": crypto.randomUUID() };
      try {
        return await revised((await call(context, demand.createSurvey, { body: wire, headers })).data);
      } catch (error) {
        if (!(error instanceof ReplyLost)) throw error;
        return findCreated(context, projectId, before, sent, error);
      }
    }),
  );
}

async function findCreated(
  context: SignedInContext,
  projectId: string,
  before: Set<string>,
  sent: Partial<Survey>,
  lost: ReplyLost,
): Promise<Written> {
  try {
    const added = (await idsInProject(context, projectId)).filter((id) => !before.has(id));
    const surveys = await Promise.all(added.map((id) => readSurvey(context, id)));
    const created = surveys.find((survey) => survey && holds(sent, survey));
    if (created) return await revised(created);
  } catch {
    throw uncertain(lost, "created", "Look for it in the list before you create it again.");
  }
  throw new AppError("unavailable", `${lost.message} The survey was not created.`, { cause: lost });
}

/**
 * Changes a survey, whose state must still be `revision` when one is given. When the reply is lost the survey is
 * read back: it holds the change, or is as before (then the change is sent once more), or nothing can be said.
 */
export async function updateSurvey(
  context: SignedInContext,
  body: Body & { id: string },
  revision: string | null,
): Promise<Written> {
  const { sent, wire } = await prepare(context, body);
  return separateWrite(credentialOf(context.viewer), async () => {
    const before = await freshSurvey(context, body.id);
    const present = await surveyRevision(before.survey);
    if (revision !== null && revision !== present) throw changedMeanwhile();
    const write = {
      action: "updateSurvey",
      thing: "surveys",
      thingId: body.id,
      accountId: null,
      before: before.survey,
      sent: wire,
    };
    // Only a service whose tag is our revision understands ours; to any other it would be a stranger's.
    const headers: Record<string, string> = before.etag === `"${present}"` ? { "if-match": before.etag } : {};
    return audited(context, write, () => patch(context, { sent, wire, headers }, present, true));
  });
}

type Prepared = { sent: Partial<Survey>; wire: JsonObject; headers: Record<string, string> };

async function patch(
  context: SignedInContext,
  prepared: Prepared,
  revisionBefore: string,
  mayRepeat: boolean,
): Promise<Written> {
  const { sent, wire, headers } = prepared;
  try {
    return await revised((await call(context, demand.updateSurvey, { body: wire, headers })).data);
  } catch (error) {
    if (!(error instanceof ReplyLost)) throw error;
    const now = await freshSurvey(context, String(wire.id)).catch(() => null);
    if (!now) throw uncertain(error, "saved", "Your edits are still here: check the survey, then save again.");
    if (holds(sent, now.survey)) return revised(now.survey);
    const untouched = (await surveyRevision(now.survey)) === revisionBefore;
    if (untouched && mayRepeat) return patch(context, prepared, revisionBefore, false);
    if (untouched) throw new AppError("unavailable", `${error.message} Nothing was saved.`, { cause: error });
    throw uncertain(error, "saved", "The survey has changed, but not to what you sent: read it again.");
  }
}

const uncertain = (lost: ReplyLost, done: string, advice: string) =>
  new AppError("uncertain", `${lost.message} It is not known whether the survey was ${done}. ${advice}`, {
    cause: lost,
  });

const changedMeanwhile = () =>
  new AppError("conflict", "This survey was changed since you opened it. Look at what changed, then save again.");

async function revised(survey: Survey): Promise<Written> {
  return { survey, revision: await surveyRevision(survey) };
}

/** Reads one survey; null when there is none of that id for this viewer. */
export async function readSurvey(context: SignedInContext, id: string): Promise<Survey | null> {
  const { data } = await call(context, demand.listSurveys, { query: { ids: [id] } });
  return data.items.find((survey) => survey.id === id) ?? null;
}

async function freshSurvey(context: SignedInContext, id: string): Promise<{ survey: Survey; etag: string | null }> {
  const { data, etag } = await call(context, demand.listSurveys, { query: { ids: [id] }, alone: true });
  const survey = data.items.find((item) => item.id === id);
  if (!survey) throw new AppError("not_found", "Survey could not be found.");
  return { survey, etag };
}

const PAGE_SIZE = 500;

/** Ids of a project's surveys. The last page follows from the total and the size asked for. */
async function idsInProject(context: SignedInContext, projectId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = { project_ids: [projectId], fields: ["id"], page, page_size: PAGE_SIZE };
    const { data } = await call(context, demand.listSurveys, { query, alone: true });
    ids.push(...data.items.map(({ id }) => id));
    const last = data.total === null ? data.items.length < PAGE_SIZE : page * PAGE_SIZE >= data.total;
    if (last || data.items.length === 0) return ids;
  }
}

/**
 * The wire body in the connection's shape, with its own spellings of enumerated values; what the service assigns
 * is left out, what we don't know is handed on.
 */
async function prepare(context: SignedInContext, body: Body): Promise<{ sent: Partial<Survey>; wire: JsonObject }> {
  const { demand: settings, title } = connectionOf(context.viewer);
  const { data: definitions } = await call(context, demand.getDefinitions);
  const read = decodeSurveyPart(body);
  const { survey: spelled } = spellAsDefined(definedOnly(read), definitions);
  const sent: Partial<Survey> = { ...read, ...spelled };
  for (const name of Object.keys(surveyFields)) {
    if (isSurveyField(name) && name !== "id" && !editableFieldNames.some((field) => field === name)) delete sent[name];
  }
  const isUpdate = typeof body.id === "string";
  const quotas = sent.respondent_attributes?.map(withoutCounts);
  if (quotas) sent.respondent_attributes = quotas;
  if (isUpdate) sent.id = String(body.id);
  else delete sent.id;
  if (isUpdate && !settings.addsQuotas && quotas?.some(({ quota_id }) => quota_id === null)) {
    throw new AppError("invalid", `${title} cannot add quotas to a survey that exists. Create a new survey with them.`);
  }
  const wire = encodeSurvey(sent, settings.shape);
  if (isUpdate && quotas) wire.respondent_attributes = withNullIds(wire.respondent_attributes, quotas);
  return { sent, wire };
}

const definedOnly = ({
  status,
  calculation_type,
  traffic_control_limit_type,
  device_compatibilities,
}: Partial<Survey>) => ({
  ...(status != null && { status }),
  ...(calculation_type != null && { calculation_type }),
  ...(traffic_control_limit_type != null && { traffic_control_limit_type }),
  ...(device_compatibilities != null && { device_compatibilities }),
});

const withoutCounts = (quota: Quota): Quota => ({ ...quota, survey_starts: null, survey_completes: null });

/** In a PATCH every element names its quota_id; null adds a quota. */
const withNullIds = (elements: unknown, quotas: Quota[]) =>
  (elements as JsonObject[]).map((element, index) => ({ quota_id: quotas[index]?.quota_id ?? null, ...element }));
