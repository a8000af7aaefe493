import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { JsonObject } from "@/lib/contracts/lenient";
import type { SoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";
import { WHOLE_SURVEY } from "@/lib/contracts/terms/soft-launches";
import { isUnderWay } from "./launch";
import { presentTargets, reducedTarget, targetOf } from "./targets";

/**
 * A survey under a soft launch as people edit it: its targets are the full ones, since those are meant; what stands
 * at the service for now is shown beside them. A target that was changed elsewhere is shown as it is there.
 */
function withFullTargets(survey: Survey, launch: SoftLaunch | null): Survey {
  const full = heldTargets(launch, survey);
  if (full.size === 0) return survey;
  const whole = full.get(WHOLE_SURVEY);
  return {
    ...survey,
    ...(whole && { respondents: whole.full }),
    respondent_attributes:
      survey.respondent_attributes?.map((quota) => {
        const target = quota.quota_id === null ? undefined : full.get(quota.quota_id);
        return target ? { ...quota, quota: target.full } : quota;
      }) ?? null,
  };
}

type Target = SoftLaunch["targets"][number];

/** The targets that the soft launch holds: those that stand at the survey just as they were set. */
function heldTargets(launch: SoftLaunch | null, survey: Survey): ReadonlyMap<string, Target> {
  if (!launch || !isUnderWay(launch)) return new Map();
  const present = new Map(presentTargets(survey).map(({ id, target }) => [id, target]));
  const held = launch.targets.filter(({ id, set, changed_elsewhere }) => !changed_elsewhere && present.get(id) === set);
  return new Map(held.map((target) => [target.id, target]));
}

/**
 * Why a save has to wait, null when it need not: a change of the soft launch is under way, or one came between reading
 * the survey and reading the soft launch. What is a share and what is full cannot be told apart then.
 */
export function waitsFor(survey: Survey, launch: SoftLaunch | null): string | null {
  if (!launch) return null;
  if (launch.writing) return BEING_WRITTEN;
  if (!isUnderWay(launch)) return null;
  const seen = new Map(launch.targets.map(({ id, present }) => [id, present]));
  const targets = presentTargets(survey);
  const isOneState = targets.length === seen.size && targets.every(({ id, target }) => seen.get(id) === target);
  return isOneState ? null : BEING_WRITTEN;
}

const BEING_WRITTEN = "A change of this soft launch is being written. Save again in a moment.";

/** What saving comes to: a PATCH of the survey (null: none is needed), and full targets to set at the soft launch. */
export type LaunchSave = {
  patch: (JsonObject & { id: string }) | null;
  /** Quota id, or the survey's own, to its full target. */
  targets: Record<string, number>;
  /** The quotas that the PATCH adds, with their full targets. */
  added: AddedQuota[];
};

type AddedQuota = { name: string; qualifications: unknown; full: number };
type SentQuota = { quota_id: string | null; quota_name?: string; quota?: number; qualifications?: unknown };

/**
 * A PATCH that was made of full targets, as the service has to be told: its quotas keep the targets that stand there,
 * a new one gets its share, and what was changed goes to the soft launch, which sets the shares of it. `fresh`: the
 * survey that the PATCH was made against, as it is at the service.
 */
export function splitSave(body: JsonObject & { id: string }, launch: SoftLaunch | null, fresh: Survey): LaunchSave {
  if (!launch || !isUnderWay(launch)) return { patch: body, targets: {}, added: [] };
  const held = heldTargets(launch, fresh);
  const targets: Record<string, number> = {};
  const added: AddedQuota[] = [];
  const { respondents, respondent_attributes, ...rest } = body;
  const whole = held.get(WHOLE_SURVEY);
  if (typeof respondents === "number" && whole) targets[WHOLE_SURVEY] = respondents;
  const quotas = Array.isArray(respondent_attributes)
    ? (respondent_attributes as SentQuota[]).map((quota) => {
        if (quota.quota_id === null) {
          const full = quota.quota ?? 0;
          added.push({ name: quota.quota_name ?? "", qualifications: quota.qualifications, full });
          return { ...quota, quota: reducedTarget(full, launch.share) };
        }
        const target = held.get(quota.quota_id);
        if (!target || quota.quota === undefined) return quota;
        if (quota.quota !== target.full) targets[quota.quota_id] = quota.quota;
        return { ...quota, quota: target.set };
      })
    : null;
  const patch = {
    ...rest,
    ...(respondents !== undefined && !whole && { respondents }),
    ...(quotas && { respondent_attributes: quotas }),
  };
  return { patch: Object.keys(patch).length > 1 ? patch : null, targets, added };
}

/** The full targets of quotas that a save has added, by the ids that the service gave them, in whatever order. */
export function addedTargets(before: Survey, after: Survey, added: readonly AddedQuota[]): Record<string, number> {
  const known = new Set(before.respondent_attributes?.map(({ quota_id }) => quota_id));
  const fresh = (after.respondent_attributes ?? []).filter(({ quota_id }) => quota_id !== null && !known.has(quota_id));
  const targets: Record<string, number> = {};
  const left = added.filter((one) => {
    const asked = audienceOf(one.name, one.qualifications);
    const at = fresh.findIndex(({ quota_name, qualifications }) => audienceOf(quota_name, qualifications) === asked);
    const [found] = at < 0 ? [] : fresh.splice(at, 1);
    if (found) targets[found.quota_id ?? ""] = one.full;
    return !found;
  });
  // One that the service wrote another way is the one that is left.
  const [mine, theirs] = [left[0], fresh[0]];
  if (mine && theirs && left.length === 1 && fresh.length === 1) targets[theirs.quota_id ?? ""] = mine.full;
  return targets;
}

type WrittenQualification = { question_id: unknown; allowed_option_ids: unknown[] };

/** A quota's name and who belongs to it, whatever the order of its questions and options. */
function audienceOf(name: string | null | undefined, qualifications: unknown): string {
  const each = ((qualifications ?? []) as WrittenQualification[]).map(({ question_id, allowed_option_ids }) =>
    canonicalJson([String(question_id), [...new Set(allowed_option_ids.map(String))].sort()]),
  );
  return canonicalJson([(name ?? "").trim(), ...each.sort()]);
}

type DraftTarget = { quota_id: string | null; quota: number | "" };

/**
 * Whether a quota that a draft adds is the one that stands there, as far as their targets tell: a save that was cut
 * short has added it with its share, and not yet set its full target.
 */
export const isShareOf =
  (launch: SoftLaunch | null) =>
  (mine: Pick<DraftTarget, "quota">, theirs: Pick<DraftTarget, "quota">): boolean =>
    launch !== null &&
    isUnderWay(launch) &&
    typeof mine.quota === "number" &&
    theirs.quota === reducedTarget(mine.quota, launch.share);

/** Quotas of a draft with these full targets, by quota id. */
export const withTargetsOf = <Quota extends DraftTarget>(
  quotas: readonly Quota[],
  targets: Record<string, number>,
): Quota[] =>
  quotas.map((quota) => {
    const full = quota.quota_id === null ? undefined : targetOf(targets, quota.quota_id);
    return full === undefined || full === quota.quota ? quota : { ...quota, quota: full };
  });

type Loaded = { survey: Survey; revision: string };

/** A survey as it is edited. Another state of its soft launch is another state of it, as another revision is. */
export function asEdited({ survey, revision }: Loaded, launch: SoftLaunch | null): Loaded {
  if (!launch || !isUnderWay(launch)) return { survey, revision };
  return { survey: withFullTargets(survey, launch), revision: `${revision} ${launch.share} ${launch.changed_at}` };
}

/** The service's own revision of a survey as it is edited. */
export const servedRevision = ({ revision }: Pick<Loaded, "revision">): string => revision.split(" ")[0] ?? "";

/** Quota id to what stands at the service for now, while it collects a share. */
export const targetsNow = (launch: SoftLaunch | null): ReadonlyMap<string, number> =>
  new Map(
    launch && isUnderWay(launch)
      ? launch.targets
          .filter(({ changed_elsewhere, added_elsewhere }) => !changed_elsewhere && !added_elsewhere)
          .map(({ id, present, set }) => [id, present ?? set])
      : [],
  );
