import type { SurveyChange } from "@/lib/contracts/jobs";
import { readOutOfField } from "@/lib/contracts/out-of-field";
import type { Survey } from "@/lib/contracts/survey-codec";
import { type SurveyStatus, surveyStatuses } from "@/lib/contracts/survey-fields";
import { liveProblems, spelling, statusProblem } from "@/lib/contracts/survey-rules";

/** What one change of many surveys means for one of them. Pure: previews, steps and undo all ask here. */
export type Target = Partial<
  Pick<Survey, "status" | "offered_price_per_complete" | "out_of_field_date" | "out_of_field_timezone">
>;

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

function targetOf(survey: Survey, change: SurveyChange): { members: Target } | { refused: string } {
  const { price_percent, ...members } = change;
  if (price_percent === undefined) return { members: defined(members) };
  const price = survey.offered_price_per_complete;
  if (price == null) return { refused: "Its present price is not known, so it cannot change by a percentage." };
  // In whole cents, as prices are written; a price never reaches zero.
  const raised = Math.max(1, Math.round(Math.round(price * 100) * (1 + price_percent / 100))) / 100;
  return { members: { ...defined(members), offered_price_per_complete: raised } };
}

const defined = (members: Target): Target =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Whether a survey has a value already, whatever its spelling. */
function sameMember(survey: Survey, name: keyof Target, value: unknown): boolean {
  const present = survey[name];
  if (typeof present === "string" && typeof value === "string") return present.toLowerCase() === value.toLowerCase();
  return present === value;
}

function ruleProblem(survey: Survey, target: Target, now: number): string | null {
  const from = spelling(surveyStatuses, survey.status ?? "") as SurveyStatus | undefined;
  const to = (spelling(surveyStatuses, target.status ?? survey.status ?? "") ?? "Draft") as SurveyStatus;
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
      respondents: survey.respondents ?? 0,
      counted: (byStarts ? details?.survey_starts : details?.survey_completes) ?? 0,
      quotas: (quotas ?? []).map((quota) => ({
        quota: quota.quota ?? 0,
        counted: (byStarts ? quota.survey_starts : quota.survey_completes) ?? 0,
      })),
      outOfFieldAt: end.instant.getTime(),
      entryLink: survey.entry_link ?? "",
    },
    now,
  );
  return Object.values(problems)[0] ?? null;
}

const labels: Record<keyof Target, string> = {
  status: "status",
  offered_price_per_complete: "price",
  out_of_field_date: "out of field",
  out_of_field_timezone: "time zone",
};

/** "status Live → Paused, price $1.20 → $1.50". */
export function describeTarget(survey: Survey, target: Target): string {
  const shown = (name: keyof Target, value: unknown) =>
    name === "offered_price_per_complete" && typeof value === "number"
      ? `$${value.toFixed(2)}`
      : String(value ?? "unknown");
  return (Object.keys(target) as (keyof Target)[])
    .map((name) => `${labels[name]} ${shown(name, survey[name])} → ${shown(name, target[name])}`)
    .join(", ");
}

/** The values that a target replaces: what undoing brings back. */
export function membersOf(survey: Survey, target: Target): Target {
  return Object.fromEntries(Object.keys(target).map((name) => [name, survey[name as keyof Target] ?? null]));
}

/** Whether a survey still has what a change left: only then may it be undone. */
export const stillHas = (survey: Survey, left: Target): boolean =>
  (Object.keys(left) as (keyof Target)[]).every((name) => sameMember(survey, name, left[name]));
