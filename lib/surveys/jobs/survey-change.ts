import * as z from "zod";
import { readOutOfField } from "@/lib/contracts/calendar/out-of-field";
import { quotaNumber, surveyPatchSchema } from "@/lib/contracts/interfaces/survey";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import {
  calculationTypes,
  deviceTypes,
  type SurveyStatus,
  surveyStatuses,
  trafficControlLimits,
} from "@/lib/contracts/interfaces/survey-fields";
import type { JsonObject } from "@/lib/contracts/lenient";
import type { SurveyChange } from "@/lib/contracts/ours/jobs";
import { type Layered, layerSums, layersOf } from "@/lib/contracts/rules/quota-layers";
import { liveProblems, spellAsDefined, spelling, statusProblem } from "@/lib/contracts/rules/survey-rules";
import { lostProblem, percentRatio, type Ratio, scaledInLayers, timesRatio } from "@/lib/surveys/quotas/scale-layers";

/**
 * What one change of many surveys means for one of them. Pure: previews, steps and undo all ask here. Null: unknown.
 * `quota_targets`: quota id to its target; quotas that are not in it keep theirs.
 */
export const targetSchema = z.object({
  status: z.string().nullish(),
  offered_price_per_complete: z.number().nullish(),
  out_of_field_date: z.string().nullish(),
  out_of_field_timezone: z.string().nullish(),
  traffic_control_limit_type: z.string().nullish(),
  respondents: z.number().nullish(),
  quota_targets: z.record(z.string(), z.number().nullable()).optional(),
});
export type Target = z.output<typeof targetSchema>;
type Member = Exclude<keyof Target, "quota_targets">;

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

/** What a change sets in a survey, or why it may not. */
type Planned = { members: Target } | { refused: string };

type ChangeName = Exclude<keyof SurveyChange, "respondents_too">;
type ChangeValue<Name extends ChangeName> = NonNullable<SurveyChange[Name]>;

/** One kind of change: what it does to a survey, and what the job that makes it is called. `many`: "3 surveys". */
type ChangeKind<Name extends ChangeName> = {
  plan: (survey: Survey, value: ChangeValue<Name>, change: SurveyChange) => Planned;
  title: (many: string, value: ChangeValue<Name>) => string;
};

const sets = (members: Target): Planned => ({ members });

/** In the order in which a change of several names its job. */
const changeKinds: { [Name in ChangeName]: ChangeKind<Name> } = {
  status: {
    plan: (_, status) => sets({ status }),
    title: (many, text) => {
      const status = statusOf(text);
      return status ? statusTitles[status](many) : `Set to ${text} ${many}`;
    },
  },
  offered_price_per_complete: {
    plan: (_, price) => sets({ offered_price_per_complete: price }),
    title: (many, price) => `Set the price of ${many} to $${price.toFixed(2)}`,
  },
  price_percent: {
    plan: priceByPercent,
    title: (many, percent) => `Change the price of ${many} by ${percent > 0 ? "+" : ""}${percent}%`,
  },
  out_of_field_date: {
    plan: (_, date) => sets({ out_of_field_date: date }),
    title: (many) => `Set the out-of-field date of ${many}`,
  },
  out_of_field_timezone: {
    plan: (_, zone) => sets({ out_of_field_timezone: zone }),
    title: (many) => `Set the out-of-field time zone of ${many}`,
  },
  traffic_control_limit_type: {
    plan: (_, pacing) => sets({ traffic_control_limit_type: pacing }),
    title: (many, pacing) => `Set the pacing of ${many} to ${pacing}`,
  },
  quotas_by: {
    plan: planQuotas,
    title: (many, by) => `${by > 0 ? "Raise" : "Lower"} the quotas of ${many} by ${Math.abs(by)}`,
  },
  quotas_percent: {
    plan: (survey, percent, change) => planQuotas(survey, percentRatio(percent), change),
    title: (many, percent) => `${percent > 0 ? "Raise" : "Lower"} the quotas of ${many} by ${Math.abs(percent)}%`,
  },
};
// Safe: the table has these keys alone.
const changeNames = Object.keys(changeKinds) as ChangeName[];

const statusTitles: Record<SurveyStatus, (many: string) => string> = {
  Draft: (many) => `Set to Draft ${many}`,
  Paused: (many) => `Pause ${many}`,
  Live: (many) => `Take live ${many}`,
  Complete: (many) => `Complete ${many}`,
};

/** "Pause 300 surveys": a change of several kinds is called by the first of them. */
export function changeTitle(change: SurveyChange, surveys: number): string {
  const many = surveys === 1 ? "1 survey" : `${surveys.toLocaleString("en")} surveys`;
  const titles = changeNames.map((name) => titleOf(name, change, many)).filter((title) => title !== null);
  return titles[0] ?? `Change ${many}`;
}

function titleOf<Name extends ChangeName>(name: Name, change: SurveyChange, many: string): string | null {
  const value = change[name];
  return value === undefined || value === null ? null : changeKinds[name].title(many, value);
}

function targetOf(survey: Survey, change: SurveyChange): Planned {
  const members: Target = {};
  for (const name of changeNames) {
    const planned = planOf(name, survey, change);
    if ("refused" in planned) return planned;
    Object.assign(members, planned.members);
  }
  return { members };
}

function planOf<Name extends ChangeName>(name: Name, survey: Survey, change: SurveyChange): Planned {
  const value = change[name];
  return value === undefined || value === null ? sets({}) : changeKinds[name].plan(survey, value, change);
}

function priceByPercent({ offered_price_per_complete: price }: Survey, percent: number): Planned {
  if (price == null) return { refused: "Its present price is not known, so it cannot change by a percentage." };
  // In whole cents, as prices are written; a price never reaches zero.
  const cents = Math.max(1, timesRatio(Math.round(price * 100), percentRatio(percent)));
  return sets({ offered_price_per_complete: cents / 100 });
}

function planQuotas(
  survey: Survey,
  by: QuotaChange,
  { respondents_too: alsoRespondents = true }: SurveyChange,
): Planned {
  const present = quotaTargets(survey);
  if (!present) return { refused: "Its quotas are not known whole, so their targets cannot be changed." };
  const targets = changedTargets(present, by);
  const lost = lostProblem(
    present.map((quota) => quota.target),
    targets,
    "Change it by less, or by hand.",
  );
  if (lost !== null) return { refused: lost };
  const quotas = { quota_targets: Object.fromEntries(present.map(({ id }, at) => [id, targets[at] ?? 0])) };
  if (!alsoRespondents || survey.respondents == null) return sets(quotas);
  return sets({ ...quotas, respondents: Math.max(1, respondentsWith(survey.respondents, present, by)) });
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

/** The values that our own service knows. */
const ownLists = {
  statuses: [...surveyStatuses],
  calculation_types: [...calculationTypes],
  traffic_control_limits: [...trafficControlLimits],
  device_compatibilities: [...deviceTypes],
};

function unknownValues({ status, traffic_control_limit_type: pacing }: Target): Record<string, string> {
  const named = { status: status ?? undefined, traffic_control_limit_type: pacing ?? undefined };
  return spellAsDefined(named, ownLists).problems;
}

/** What our own service refuses of a change whichever survey it is for: sentences by the change's members. */
export function changeProblems(change: SurveyChange): Record<string, string> {
  // What is left out stands at every survey, where it is valid.
  const { out_of_field_date: date = "2031-01-01", out_of_field_timezone: zone = "Coordinated Universal Time" } = change;
  const end = readOutOfField(date, zone);
  return { ...unknownValues(change), ...("problem" in end && { [end.field]: end.problem }) };
}

/** A number beyond what our own service takes, in the words in which it refuses the survey's new state. */
function limitProblem({ respondent_attributes: quotas }: Survey, target: Target): string | null {
  const { respondents, offered_price_per_complete: price } = surveyPatchSchema.shape;
  const numbers = [
    { read: respondents.safeParse(target.respondents ?? undefined), place: "" },
    { read: price.safeParse(target.offered_price_per_complete ?? undefined), place: "" },
    ...(target.quota_targets ? (quotas ?? []) : []).map(({ quota_id: id, quota }, at) => ({
      read: quotaNumber.safeParse(target.quota_targets?.[id ?? ""] ?? quota),
      place: `Quota ${at + 1}: `,
    })),
  ];
  const first = numbers.find(({ read }) => !read.success);
  return first ? `${first.place}${first.read.error?.issues[0]?.message}` : null;
}

/** In the order in which our own service finds them. */
function ruleProblem(survey: Survey, target: Target, now: number): string | null {
  const beyond = limitProblem(survey, target) ?? Object.values(unknownValues(target))[0];
  if (beyond) return beyond;
  const end = readOutOfField(
    target.out_of_field_date ?? survey.out_of_field_date ?? "",
    target.out_of_field_timezone ?? survey.out_of_field_timezone ?? "",
  );
  if ("problem" in end) return end.problem;
  const from = statusOf(survey.status);
  const to = statusOf(target.status ?? survey.status) ?? "Draft";
  const moved = from ? Object.values(statusProblem(from, to))[0] : undefined;
  if (moved) return moved;
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

/** The survey as a target leaves it. */
export const withTarget = (survey: Survey, { quota_targets: quotas, ...members }: Target): Survey => ({
  ...survey,
  ...members,
  ...(quotas && {
    respondent_attributes:
      survey.respondent_attributes?.map((quota) => ({
        ...quota,
        quota: quotas[quota.quota_id ?? ""] ?? quota.quota,
      })) ?? null,
  }),
});

/** The members to send: quotas as the whole list, because one that is not listed is removed. */
export function bodyOf(survey: Survey, target: Target): JsonObject {
  const { quota_targets: quotas, ...members } = target;
  if (!quotas) return members;
  const list = (withTarget(survey, target).respondent_attributes ?? []).map(
    ({ quota_id, quota_name, quota, qualifications }) => ({
      quota_id,
      ...(quota_name !== null && { quota_name }),
      ...(qualifications !== null && { qualifications }),
      quota,
    }),
  );
  return { ...members, respondent_attributes: list };
}
