import * as z from "zod";
import type { SurveyChange } from "@/lib/contracts/jobs";
import type { JsonObject } from "@/lib/contracts/lenient";
import { readOutOfField } from "@/lib/contracts/out-of-field";
import { type Layered, layerSums, layersOf } from "@/lib/contracts/quota-layers";
import type { Survey } from "@/lib/contracts/survey-codec";
import { type SurveyStatus, surveyStatuses } from "@/lib/contracts/survey-fields";
import { liveProblems, spelling, statusProblem } from "@/lib/contracts/survey-rules";
import { lostProblem, percentRatio, type Ratio, scaledInLayers, timesRatio } from "@/lib/surveys/quotas/scale-layers";

/** The members of a survey that a change of many sets. */
const members = {
  status: z.string(),
  offered_price_per_complete: z.number(),
  out_of_field_date: z.string(),
  out_of_field_timezone: z.string(),
  traffic_control_limit_type: z.string(),
  respondents: z.number(),
};
type Member = keyof typeof members;

/**
 * What one change of many surveys means for one of them. Pure: previews, steps and undo all ask here. Null: unknown.
 * `quota_targets`: quota id to its target; quotas that are not in it keep theirs.
 */
export const targetSchema = z.object({
  status: members.status.nullish(),
  offered_price_per_complete: members.offered_price_per_complete.nullish(),
  out_of_field_date: members.out_of_field_date.nullish(),
  out_of_field_timezone: members.out_of_field_timezone.nullish(),
  traffic_control_limit_type: members.traffic_control_limit_type.nullish(),
  respondents: members.respondents.nullish(),
  quota_targets: z.record(z.string(), z.number().nullable()).optional(),
});
export type Target = z.output<typeof targetSchema>;

export type Judgement =
  | { outcome: "change"; target: Target; words: string }
  | { outcome: "unchanged"; reason: string }
  | { outcome: "refused"; reason: string };

type Rules = {
  /** Our own service's rules are known beforehand; another service says itself what it refuses. */
  ownRules: boolean;
  /** Epoch milliseconds. */
  now: number;
};

export function judgeChange(survey: Survey, change: SurveyChange, { ownRules, now }: Rules): Judgement {
  const target = targetOf(survey, change);
  if ("refused" in target) return { outcome: "refused", reason: target.refused };
  const changed = Object.fromEntries(
    Object.entries(target.members).filter(([name, value]) => !sameMember(survey, name as keyof Target, value)),
  ) as Target;
  if (Object.keys(changed).length === 0) return { outcome: "unchanged", reason: "It is so already." };
  const problem = ownRules ? ruleProblem(survey, changed, now) : null;
  return problem === null
    ? { outcome: "change", target: changed, words: describeTarget(survey, changed) }
    : { outcome: "refused", reason: problem };
}

/** Whether a change leaves a status from which our own service lets nobody back to the one before. */
export function isIrreversible(survey: Survey, target: Target, { ownRules }: Rules): boolean {
  const from = statusOf(survey.status);
  const to = statusOf(target.status);
  return ownRules && from !== undefined && to !== undefined && Object.keys(statusProblem(to, from)).length > 0;
}

const statusOf = (text: string | null | undefined) => spelling(surveyStatuses, text ?? "") as SurveyStatus | undefined;

function targetOf(survey: Survey, change: SurveyChange): { members: Target } | { refused: string } {
  const { price_percent, quotas_by, quotas_percent, respondents_too: alsoRespondents = true, ...members } = change;
  const target: Target = defined(members);
  if (price_percent !== undefined) {
    const price = survey.offered_price_per_complete;
    if (price == null) return { refused: "Its present price is not known, so it cannot change by a percentage." };
    // In whole cents, as prices are written; a price never reaches zero.
    target.offered_price_per_complete =
      Math.max(1, timesRatio(Math.round(price * 100), percentRatio(price_percent))) / 100;
  }
  if (quotas_by === undefined && quotas_percent === undefined) return { members: target };
  const present = quotaTargets(survey);
  if (!present) return { refused: "Its quotas are not known whole, so their targets cannot be changed." };
  const quotaChange = quotas_by === undefined ? percentRatio(quotas_percent ?? 0) : quotas_by;
  const targets = changedTargets(present, quotaChange);
  const lost = lostProblem(
    present.map((quota) => quota.target),
    targets,
    "Change it by less, or by hand.",
  );
  if (lost !== null) return { refused: lost };
  target.quota_targets = Object.fromEntries(present.map(({ id }, at) => [id, targets[at] ?? 0]));
  if (alsoRespondents && survey.respondents != null) {
    target.respondents = Math.max(1, respondentsWith(survey.respondents, present, quotaChange));
  }
  return { members: target };
}

type Known = Layered & { id: string };

/** Each quota's id and target; null when the service did not tell them all. */
function quotaTargets({ respondent_attributes: quotas }: Survey): Known[] | null {
  if (!quotas?.length) return null;
  const known = quotas.flatMap(({ quota_id: id, quota: target, qualifications }): Known[] =>
    id === null || target === null ? [] : [{ id, target, qualifications }],
  );
  return known.length === quotas.length ? known : null;
}

/** By so many each, or by a factor. */
type QuotaChange = number | Ratio;

function changedTargets(present: readonly Known[], by: QuotaChange): number[] {
  if (typeof by !== "number") return scaledInLayers(present, by);
  return present.map(({ target }) => Math.max(0, target + by));
}

/** Respondents who count in several layers of quotas are the same ones: the layer that changes most says how many. */
function respondentsWith(respondents: number, present: readonly Known[], by: QuotaChange): number {
  if (typeof by !== "number") return timesRatio(respondents, by);
  const after = changedTargets(present, by).map((target) => ({ target, qualifications: null }));
  const layers = layersOf(present);
  const before = layerSums(present, layers);
  const changes = layerSums(after, layers).map((sum, at) => sum - (before[at] ?? 0));
  return respondents + changes.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

const defined = (members: Target): Target =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Whether a survey has a value already, whatever its spelling. */
function sameMember(survey: Survey, name: keyof Target, value: unknown): boolean {
  if (name === "quota_targets") {
    const present = new Map(quotaTargets(survey)?.map((quota) => [quota.id, quota.target]));
    return Object.entries(value as Record<string, number | null>).every(([id, target]) => present.get(id) === target);
  }
  const present = survey[name];
  if (typeof present === "string" && typeof value === "string") return present.toLowerCase() === value.toLowerCase();
  return present === value;
}

function ruleProblem(survey: Survey, target: Target, now: number): string | null {
  const from = statusOf(survey.status);
  const to = statusOf(target.status ?? survey.status) ?? "Draft";
  const moved = from ? Object.values(statusProblem(from, to))[0] : undefined;
  if (moved) return moved;
  const end = readOutOfField(
    target.out_of_field_date ?? survey.out_of_field_date ?? "",
    target.out_of_field_timezone ?? survey.out_of_field_timezone ?? "",
  );
  if ("problem" in end) return end.problem;
  if (to !== "Live") return null;
  const byStarts = survey.calculation_type === "Survey Starts";
  const { field_details: details, respondent_attributes: quotas } = survey;
  const problems = liveProblems(
    {
      respondents: target.respondents ?? survey.respondents ?? 0,
      counted: (byStarts ? details?.survey_starts : details?.survey_completes) ?? 0,
      quotas: (quotas ?? []).map((quota) => ({
        quota: target.quota_targets?.[quota.quota_id ?? ""] ?? quota.quota ?? 0,
        counted: (byStarts ? quota.survey_starts : quota.survey_completes) ?? 0,
      })),
      outOfFieldAt: end.instant.getTime(),
      entryLink: survey.entry_link ?? "",
    },
    now,
  );
  return Object.values(problems)[0] ?? null;
}

const labels: Record<Member, string> = {
  status: "status",
  offered_price_per_complete: "price",
  out_of_field_date: "out of field",
  out_of_field_timezone: "time zone",
  traffic_control_limit_type: "pacing",
  respondents: "respondents",
};

/** "status Live → Paused, price $1.20 → $1.50". */
export function describeTarget(survey: Survey, { quota_targets: quotas, ...members }: Target): string {
  const shown = (name: Member, value: unknown) => {
    if (typeof value !== "number") return String(value ?? "unknown");
    return name === "offered_price_per_complete" ? `$${value.toFixed(2)}` : value.toLocaleString("en");
  };
  const words = (Object.keys(members) as Member[]).map(
    (name) => `${labels[name]} ${shown(name, survey[name])} → ${shown(name, members[name])}`,
  );
  if (quotas) words.push(describeQuotas(survey, quotas));
  return words.join(", ");
}

function describeQuotas(survey: Survey, quotas: Record<string, number | null>): string {
  const before = sumOf((quotaTargets(survey) ?? []).map(({ target }) => target));
  const after = sumOf((quotaTargets(survey) ?? []).map(({ id, target }) => quotas[id] ?? target));
  const count = Object.keys(quotas).length;
  const many = `${count.toLocaleString("en")} ${count === 1 ? "quota" : "quotas, together"}`;
  return `${many} ${before.toLocaleString("en")} → ${after.toLocaleString("en")}`;
}

/** The values that a target replaces: what undoing brings back. */
export function membersOf(survey: Survey, target: Target): Target {
  const { quota_targets: quotas, ...members } = target;
  const present = new Map(quotaTargets(survey)?.map(({ id, target }) => [id, target]));
  return {
    ...Object.fromEntries(Object.keys(members).map((name) => [name, survey[name as Member] ?? null])),
    ...(quotas && {
      quota_targets: Object.fromEntries(Object.keys(quotas).map((id) => [id, present.get(id) ?? null])),
    }),
  };
}

/** Whether a survey still has what a change left: only then may it be undone. */
export const stillHas = (survey: Survey, left: Target): boolean =>
  (Object.keys(left) as (keyof Target)[]).every((name) => sameMember(survey, name, left[name]));

/** The members to send: quotas as the whole list, because one that is not listed is removed. */
export function bodyOf(survey: Survey, { quota_targets: quotas, ...members }: Target): JsonObject {
  if (!quotas) return members;
  const list = (survey.respondent_attributes ?? []).map(({ quota_id, quota_name, quota, qualifications }) => ({
    quota_id,
    ...(quota_name !== null && { quota_name }),
    ...(qualifications !== null && { qualifications }),
    quota: quotas[quota_id ?? ""] ?? quota,
  }));
  return { ...members, respondent_attributes: list };
}
