import "server-only";
import { decodeSurveyPart, encodeSurvey, type Quota, type Survey } from "@/lib/contracts/interfaces/survey-codec";
import { editableFieldNames, isSurveyField, surveyFields } from "@/lib/contracts/interfaces/survey-fields";
import type { JsonObject } from "@/lib/contracts/lenient";
import { surveyRevision } from "@/lib/contracts/rules/revision";
import { spellAsDefined } from "@/lib/contracts/rules/survey-rules";
import { AppError } from "@/lib/http/problem";
import { connectionOf, type SignedInContext } from "./call";
import { getDefinitions } from "./demand-reads";
import { requireSurvey } from "./surveys-by-id";

/** What creating and changing a survey have in common: the body that is sent, and what is said of the outcome. */
export type Body = JsonObject;
export type Written = { survey: Survey; revision: string };

/**
 * The outcome of a write that a service answered. A reply that shows only part of the survey has no revision to
 * compare with later, so the whole is read; the write has happened, whether that succeeds or not.
 */
export async function written(context: SignedInContext, reply: Survey, deadline: number): Promise<Written> {
  const isWhole = editableFieldNames.every((name) => reply[name] !== undefined || reply.odd?.[name] !== undefined);
  if (isWhole) return ofReply(reply);
  const { survey, revision } = await requireSurvey(context, reply.id, { alone: true, deadline }).catch(() =>
    ofReply(reply),
  );
  return { survey, revision };
}

const ofReply = async (survey: Survey): Promise<Written> => ({ survey, revision: await surveyRevision(survey) });

/**
 * The wire body in the connection's shape, with its own spellings of enumerated values; what the service assigns
 * is left out, what we don't know is handed on.
 */
export async function prepare(
  context: SignedInContext,
  body: Body,
): Promise<{ sent: Partial<Survey>; wire: JsonObject }> {
  const { demand: settings, title } = connectionOf(context.viewer);
  const definitions = await getDefinitions(context);
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
