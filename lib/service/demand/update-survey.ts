import "server-only";
import type { updateSurvey as operation } from "@/lib/contracts/interfaces/demand";
import type { PatchedQuota, SurveyPatch } from "@/lib/contracts/interfaces/survey";
import type { SurveyStatus } from "@/lib/contracts/interfaces/survey-fields";
import { liveProblems, placeProblems, spellAsDefined, statusProblem } from "@/lib/contracts/rules/survey-rules";
import { AppError, type FieldProblems } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { lockProject } from "@/lib/stores/postgres/projects";
import * as store from "@/lib/stores/postgres/surveys";
import type { Answer, Call } from "../service";
import { readinessOf } from "./readiness";
import { definitions, linkProblems, outOfField, qualificationProblems } from "./survey-checks";
import { replyShape, surveyTag, viewSurvey, writeSurvey } from "./survey-view";

type Present = NonNullable<Awaited<ReturnType<typeof store.lockSurvey>>>;

/** `PATCH /surveys`: members left out stay; `respondent_attributes`, when given, is the whole list. */
export async function updateSurvey(call: Call<typeof operation>): Promise<Answer> {
  const { viewer, body, headers, raw } = call;
  // By itself: in this transaction it would hold others' surveys and totals while we wait for our survey.
  await store.completeOverdueSurveys(db(), call.requestId);
  return db().transaction(async (transaction) => {
    const accountIds = viewer.accounts.map(({ id }) => id);
    const present = await store.lockSurvey(transaction, accountIds, body.id);
    if (!present) throw new AppError("not_found", "Survey could not be found.");
    const before = viewSurvey(present.survey, present.counts, present.quotas);
    checkTag(headers.get("if-match"), await surveyTag(before));
    const change = await prepareChange(transaction, present, body);
    await store.updateSurveyRow(transaction, present.survey.id, change.survey);
    if (change.quotas) await store.replaceQuotas(transaction, present.survey.id, present.quotas, change.quotas);
    const written = await store.lockSurvey(transaction, accountIds, body.id);
    if (!written) throw new Error("The survey just written is there.");
    const after = viewSurvey(written.survey, written.counts, written.quotas);
    await addAudit(transaction, call, {
      accountId: present.survey.accountId,
      action: "updateSurvey",
      thing: "surveys",
      thingId: present.survey.id,
      before,
      after,
      outcome: "done",
    });
    const shape = replyShape(headers, raw, viewer, present.survey.accountId);
    return { body: writeSurvey(after, shape), headers: { etag: await surveyTag(after) } };
  });
}

/** Refuses a change made to another state of the survey than the one it has. */
function checkTag(ifMatch: string | null, tag: string): void {
  if (ifMatch === null || ifMatch.trim() === "*") return;
  const tags = ifMatch.split(",").map((item) => item.trim().replace(/^W\//, ""));
  if (tags.includes(tag)) return;
  throw new AppError("conflict", "This survey was changed since you read it. Read it again and repeat your change.");
}

async function prepareChange(transaction: Connection, present: Present, body: SurveyPatch) {
  const { survey: patch, problems } = spellAsDefined(body, definitions);
  const quotas = body.respondent_attributes && mergeQuotas(present.quotas, body.respondent_attributes);
  const { survey } = present;
  const place = {
    country_code: patch.country_code ?? survey.countryCode,
    language_code: patch.language_code ?? survey.languageCode,
  };
  // The wall clock stays when only the zone changes.
  const field = outOfField(
    patch.out_of_field_date ?? survey.outOfFieldDate,
    patch.out_of_field_timezone ?? survey.outOfFieldTimezone,
  );
  const status = (patch.status ?? survey.status) as SurveyStatus;
  const wrong = {
    ...problems,
    ...(await projectProblems(transaction, present, patch)),
    ...placeProblems(place, definitions),
    ...field.problems,
    ...(patch.entry_link === undefined ? {} : linkProblems(patch.entry_link)),
    ...(quotas?.problems ?? {}),
    ...(problems.status ? {} : statusProblem(survey.status, status)),
  };
  if (!field.columns || Object.keys(wrong).length > 0) throw invalid(wrong);
  const columns = withoutUndefined({
    projectId: patch.project_id,
    name: patch.name,
    status: patch.status as SurveyStatus | undefined,
    respondents: patch.respondents,
    countryCode: patch.country_code,
    languageCode: patch.language_code,
    lengthOfInterview: patch.length_of_interview,
    incidenceRate: patch.incidence_rate,
    collectsPii: patch.collects_pii,
    hashingEnabled: patch.hashing_enabled,
    ...field.columns,
    deviceCompatibilities: patch.device_compatibilities,
    calculationType: patch.calculation_type as store.SurveyRow["calculationType"] | undefined,
    trafficControlLimitType: patch.traffic_control_limit_type,
    entryLink: patch.entry_link,
    offeredPricePerComplete: patch.offered_price_per_complete,
    wentLiveAt: status === "Live" && !survey.wentLiveAt ? new Date() : undefined,
  });
  const change = { survey: columns, quotas: quotas?.rows };
  if (status === "Live") checkReadiness(present, { ...survey, ...columns }, change.quotas ?? present.quotas);
  return change;
}

async function projectProblems(
  transaction: Connection,
  { survey }: Present,
  { project_id }: SurveyPatch,
): Promise<FieldProblems> {
  if (project_id === undefined || project_id === survey.projectId) return {};
  const project = await lockProject(transaction, [survey.accountId], project_id);
  return project ? {} : { project_id: "Project could not be found in this survey's account." };
}

type WrittenQuota = Pick<store.QuotaRow, "position" | "name" | "quota" | "qualifications"> & { id?: string };

/** The list of quotas after a PATCH: members left out of an element keep their value, null ids are new quotas. */
function mergeQuotas(present: store.QuotaRow[], elements: PatchedQuota[]) {
  const byId = new Map(present.map((quota) => [quota.id, quota]));
  const seen = new Set<string>();
  const problems: Record<string, string> = qualificationProblems(elements);
  const rows = elements.map((element, position): WrittenQuota => {
    const id = element.quota_id;
    const old = id === null ? undefined : byId.get(id);
    if (id !== null) {
      const path = `respondent_attributes.${position}.quota_id`;
      if (!old) problems[path] = `Quota ${position + 1}: ${id} is not a quota of this survey.`;
      else if (seen.has(id)) problems[path] = `Quota ${position + 1}: ${id} is given twice.`;
      seen.add(id);
    }
    return {
      ...(old && { id: old.id }),
      position,
      name: element.quota_name ?? old?.name ?? "",
      quota: element.quota ?? old?.quota ?? 0,
      qualifications: element.qualifications ?? old?.qualifications ?? [],
    };
  });
  return { rows, problems };
}

function checkReadiness({ counts }: Present, survey: store.SurveyRow, quotas: WrittenQuota[]): void {
  const problems = liveProblems(readinessOf({ survey, counts, quotas }), Date.now());
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
