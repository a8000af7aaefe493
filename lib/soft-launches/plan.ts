import { encodeSurvey, type Survey } from "@/lib/contracts/interfaces/survey-codec";
import { type SurveyStatus, surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";
import type {
  PlannedTarget,
  SoftLaunchChange,
  SoftLaunchPlan,
  SoftLaunchState,
} from "@/lib/contracts/ours/soft-launches";
import { largestLayer } from "@/lib/contracts/rules/quota-layers";
import { spelling, statusProblem } from "@/lib/contracts/rules/survey-rules";
import { WHOLE_SURVEY } from "@/lib/contracts/terms/soft-launches";
import { type Becoming, canUndo, isUnderWay, type Launch } from "./launch";
import {
  fromEntries,
  fullTargetsAfter,
  hasReached,
  hasStatus,
  isFull,
  type Present,
  presentTargets,
  type Targets,
  targetOf,
  targetsToSet,
} from "./targets";

/** What an action of a soft launch means for a survey as it is now: previews and the actions themselves ask here. */
export type Plan = Omit<SoftLaunchPlan, "revision" | "changed_at"> & {
  becoming: Becoming;
  /** The members to send; null: the survey is so already. */
  body: Record<string, unknown> | null;
};

type Asked = Pick<SoftLaunchChange, "action" | "share" | "targets" | "overwrite" | "status">;

/** `ownRules`: our own service's rules are known beforehand; another service says itself what it refuses. */
type Rules = { ownRules: boolean };

export function planOf(launch: Launch | null, survey: Survey, asked: Asked, { ownRules }: Rules): Plan {
  const present = presentTargets(survey);
  const refused = notPossible(launch, survey, asked, present);
  if (refused || (asked.action !== "start" && !launch)) return nothing(survey, asked, refused ?? NO_LAUNCH);
  const { share, from } = shareAfter(launch, asked);
  const full = fullAfter(launch, asked, present);
  const isWhole = asked.action === "launch" || asked.action === "stop";
  const wanted = isWhole ? full : targetsToSet({ share }, full);
  const targets = present.map((one) => plannedTarget(launch, asked, one, full, wanted));
  const reached = hasReached(withTargets(survey, targets));
  const { state, status } = outcomeOf(asked, survey, launch, reached);
  // What stays as somebody else set it is still not what was set here: it goes on being shown.
  const at = targets.map(({ id, after, kept }) => [id, (kept && launch && targetOf(launch.set, id)) || after] as const);
  const plan = { share, targets, status: { before: survey.status ?? null, after: status } };
  return {
    ...plan,
    notices: noticesOf(plan, asked, survey),
    problem: roomProblem(survey, targets, status, asked) ?? (ownRules ? statusRefusal(survey, status) : null),
    becoming: { state, share, from, full, at: fromEntries(at), status },
    body: bodyOf(survey, targets, status, asked),
  };
}

function shareAfter(launch: Launch | null, { action, share }: Asked): { share: number; from: number | null } {
  const present = launch?.share ?? 0;
  if (action === "start") return { share: share ?? 0, from: null };
  if (action === "extend") return { share: share ?? present, from: present };
  const isExtended = action === "undo" && launch && isUnderWay(launch) && launch.from !== null;
  return isExtended ? { share: launch.from ?? present, from: null } : { share: present, from: launch?.from ?? null };
}

const NO_LAUNCH = "This survey has no soft launch. Start one first.";

function nothing(survey: Survey, { share = 0 }: Asked, problem: string): Plan {
  const status = survey.status ?? null;
  return {
    share,
    targets: [],
    status: { before: status, after: status },
    notices: [],
    problem,
    becoming: { state: "stopped", share, from: null, full: {}, at: {}, status },
    body: null,
  };
}

function notPossible(launch: Launch | null, survey: Survey, asked: Asked, present: Present[]): string | null {
  if (launch?.writing) return "A change of this soft launch is being written. Look again in a moment.";
  const quotas = survey.respondent_attributes ?? [];
  if (quotas.length === 0) return "This survey has no quotas. Give it at least one first.";
  const nameless = quotas.find(({ quota_id }) => quota_id === null);
  if (nameless) return `The service gives the quota “${nameless.quota_name}” no id, so its target cannot be changed.`;
  const unknown = present.find(({ target }) => target === null || !Number.isSafeInteger(target) || target < 0);
  if (unknown) return `The service does not say the target of “${unknown.name}”, so no share of it can be set.`;
  return launchProblem(launch, survey, asked, present);
}

function launchProblem(launch: Launch | null, survey: Survey, asked: Asked, present: Present[]): string | null {
  if (asked.action === "start") return startProblem(launch, survey);
  if (asked.action === "undo") {
    return !launch || canUndo(launch) ? null : "There is no decision to undo: this soft launch goes on.";
  }
  if (launch && !isUnderWay(launch))
    return "This soft launch is over. Start a new one from a Draft or a Paused survey.";
  if (asked.action === "extend" && launch && (asked.share ?? 0) <= launch.share) {
    return `The share is ${launch.share}% now: extend to more.`;
  }
  const known = new Set(present.map(({ id }) => id));
  const stranger = Object.keys(asked.targets ?? {}).find((id) => !known.has(id));
  return stranger === undefined ? null : `${stranger} is not a quota of this survey any more. Read it again.`;
}

function startProblem(launch: Launch | null, survey: Survey): string | null {
  if (launch && isUnderWay(launch)) return `This survey has a soft launch already, at ${launch.share}%.`;
  if (hasStatus(survey, "Draft", "Paused")) return null;
  return `A soft launch starts from a Draft or a Paused survey; this one is ${survey.status ?? "of unknown status"}.`;
}

/** The full targets when it is done. A quota that was added elsewhere has what it was added with. */
function fullAfter(launch: Launch | null, { action, targets = {} }: Asked, present: Present[]): Targets {
  const kept = action === "start" ? {} : (launch?.full ?? {});
  const edited = action === "retarget" ? targets : {};
  const each = present.map(
    ({ id, target }) => [id, targetOf(edited, id) ?? targetOf(kept, id) ?? target ?? 0] as const,
  );
  return fullTargetsAfter({ full: kept }, fromEntries(each));
}

function plannedTarget(
  launch: Launch | null,
  { action, targets = {}, overwrite }: Asked,
  present: Present,
  full: Targets,
  wanted: Targets,
): PlannedTarget {
  const { id, name, counted } = present;
  const before = present.target ?? 0;
  const set = action === "start" ? before : launch && targetOf(launch.set, id);
  const edited = action === "retarget" && targetOf(targets, id) !== undefined;
  const isElsewhere = set !== null && set !== undefined && set !== before;
  const isAdded = set === undefined;
  const chosen = overwrite.includes(id);
  const kept = isElsewhere && !chosen;
  const untouched = kept || (action === "retarget" ? !edited && !chosen : isAdded && !chosen);
  const after = untouched ? before : (targetOf(wanted, id) ?? before);
  return {
    id,
    name,
    full: targetOf(full, id) ?? before,
    before,
    after,
    counted,
    kept,
    changed_elsewhere: isElsewhere,
    full_at_once: isFull({ target: after, counted }),
  };
}

function outcomeOf(
  { action, status }: Asked,
  survey: Survey,
  launch: Launch | null,
  reached: boolean,
): { state: SoftLaunchState; status: string | null } {
  const now = survey.status ?? null;
  if (action === "start" || action === "extend") return { state: "running", status: "Live" };
  if (action === "launch") return { state: "launched", status: "Live" };
  if (action === "stop") return { state: "stopped", status: status ?? (hasStatus(survey, "Live") ? "Paused" : now) };
  if (action === "undo") {
    // Back to where the decision was asked for, or to collecting what is still missing.
    const paused = hasStatus(survey, "Complete") ? now : "Paused";
    return reached ? { state: "reached", status: paused } : { state: "running", status: "Live" };
  }
  return { state: launch?.state ?? "running", status: now };
}

function withTargets(survey: Survey, targets: readonly PlannedTarget[]): Survey {
  const after = fromEntries(targets.map((target) => [target.id, target.after]));
  const quotas = survey.respondent_attributes?.map((quota) => ({
    ...quota,
    quota: targetOf(after, quota.quota_id ?? "") ?? quota.quota,
  }));
  const respondents = targetOf(after, WHOLE_SURVEY) ?? survey.respondents ?? null;
  return { ...survey, status: null, respondents, respondent_attributes: quotas ?? null };
}

/** One PATCH: the quotas as a whole list where one changes, because those left out of it are removed. */
function bodyOf(survey: Survey, targets: readonly PlannedTarget[], status: string | null, asked: Asked): Plan["body"] {
  const isMeantLive = status === "Live" && asked.action !== "retarget";
  const moved = targets.filter(({ before, after }) => before !== after);
  const { respondents, respondent_attributes } = withTargets(survey, targets);
  const part: Partial<Survey> = {
    ...(moved.some(({ id }) => id === WHOLE_SURVEY) && { respondents }),
    ...(moved.some(({ id }) => id !== WHOLE_SURVEY) && { respondent_attributes }),
    // Said also where it is so already: somebody may pause the survey in between.
    ...(status !== null && (isMeantLive || !hasStatus(survey, status)) && { status }),
  };
  return Object.keys(part).length > 0 ? encodeSurvey(part, "flat") : null;
}

/** A survey that goes live needs somebody to collect. */
function roomProblem(
  survey: Survey,
  targets: readonly PlannedTarget[],
  status: string | null,
  { action }: Asked,
): string | null {
  if (status !== "Live" || action === "retarget" || action === "undo") return null;
  const after = withTargets(survey, targets);
  if (!hasReached(after)) return null;
  if (action === "launch") return "Everything is collected already: there is nothing left to launch. Stop it instead.";
  const [whole] = presentTargets(after);
  if (!whole || !isFull(whole)) return "Every quota has collected its share already. Choose a larger share.";
  return `${whole.target} respondents is this share, and ${whole.counted} are collected already. Choose a larger share.`;
}

function statusRefusal(survey: Survey, to: string | null): string | null {
  const [from, next] = [survey.status, to].map((word) => spelling(surveyStatuses, word ?? "") as SurveyStatus);
  return from && next ? (statusProblem(from, next).status ?? null) : null;
}

function noticesOf(
  { targets, status }: Pick<Plan, "targets" | "status">,
  { action }: Asked,
  { respondent_attributes }: Survey,
): string[] {
  const [whole, ...quotas] = targets;
  const kept = targets.filter((target) => target.kept);
  const full = quotas.filter((quota) => quota.full_at_once && quota.after < quota.full);
  const asks = new Map(respondent_attributes?.map(({ quota_id, qualifications }) => [quota_id, qualifications]));
  // Quotas by one question beside those by another are for the same respondents: only one of the two counts.
  const sum = largestLayer(quotas.map(({ id, after }) => ({ target: after, qualifications: asks.get(id) ?? null })));
  const beyond = whole !== undefined && sum > whole.after && (action === "start" || action === "extend");
  return [
    ...someOf(
      kept.map(({ name, before }) => `“${name}” was changed elsewhere to ${before}: it stays so.`),
      (more) => `${more} more were changed elsewhere: they stay so.`,
    ),
    ...(status.after === "Live"
      ? someOf(
          full.map(({ name, counted, after }) => `“${name}” is full at once: ${counted} of ${after} are collected.`),
          (more) => `${more} more quotas are full at once.`,
        )
      : []),
    ...(beyond
      ? [`The quotas come to ${sum} rounded up, the respondents to ${whole.after}: whichever is in first ends it.`]
      : []),
  ];
}

const MOST_NAMED = 5;

/** The first few sentences, and one for the rest. */
function someOf(sentences: string[], rest: (more: number) => string): string[] {
  const more = sentences.length - MOST_NAMED;
  return more > 0 ? [...sentences.slice(0, MOST_NAMED), rest(more)] : sentences;
}
