import type { JsonObject } from "@/lib/contracts/lenient";
import { type SoftLaunch, WHOLE_SURVEY } from "@/lib/contracts/soft-launches";
import type { Survey } from "@/lib/contracts/survey-codec";
import { isUnderWay } from "./launch";
import { reducedTarget } from "./targets";

/**
 * A survey under a soft launch as people edit it: its targets are the full ones, since those are meant; what stands
 * at the service for now is shown beside them. A target that was changed elsewhere is shown as it is there.
 */
function withFullTargets(survey: Survey, launch: SoftLaunch | null): Survey {
  const full = fullByQuota(launch);
  if (full.size === 0) return survey;
  const whole = full.get(WHOLE_SURVEY);
  return {
    ...survey,
    ...(whole && survey.respondents === whole.set && { respondents: whole.full }),
    respondent_attributes:
      survey.respondent_attributes?.map((quota) => {
        const target = full.get(quota.quota_id ?? WHOLE_SURVEY);
        return target && quota.quota_id !== null && quota.quota === target.set
          ? { ...quota, quota: target.full }
          : quota;
      }) ?? null,
  };
}

type Target = SoftLaunch["targets"][number];

/** The targets that the soft launch holds; none when there is none under way. */
const fullByQuota = (launch: SoftLaunch | null): ReadonlyMap<string, Target> =>
  new Map(
    launch && isUnderWay(launch)
      ? launch.targets
          .filter((target) => !target.changed_elsewhere && !target.added_elsewhere)
          .map((target) => [target.id, target])
      : [],
  );

/** What saving comes to: a PATCH of the survey (null: none is needed), and full targets to set at the soft launch. */
export type LaunchSave = {
  patch: (JsonObject & { id: string }) | null;
  /** Quota id, or the survey's own, to its full target. */
  targets: Record<string, number>;
  /** Full targets of quotas that the PATCH adds, in its order. */
  added: number[];
};

type SentQuota = { quota_id: string | null; quota?: number };

/**
 * A PATCH that was made of full targets, as the service has to be told: its quotas keep the targets that stand there,
 * a new one gets its share, and what was changed goes to the soft launch, which sets the shares of it.
 */
export function splitSave(body: JsonObject & { id: string }, launch: SoftLaunch | null): LaunchSave {
  const full = fullByQuota(launch);
  if (!launch || full.size === 0) return { patch: body, targets: {}, added: [] };
  const targets: Record<string, number> = {};
  const added: number[] = [];
  const { respondents, respondent_attributes, ...rest } = body;
  const whole = full.get(WHOLE_SURVEY);
  if (typeof respondents === "number" && whole) targets[WHOLE_SURVEY] = respondents;
  const quotas = Array.isArray(respondent_attributes)
    ? (respondent_attributes as SentQuota[]).map((quota) => {
        if (quota.quota_id === null) {
          added.push(quota.quota ?? 0);
          return { ...quota, quota: reducedTarget(quota.quota ?? 0, launch.share) };
        }
        const target = full.get(quota.quota_id);
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

/** The full targets of quotas that a save has added, by the ids that the service gave them. */
export function addedTargets(before: Survey, after: Survey, added: readonly number[]): Record<string, number> {
  const known = new Set(before.respondent_attributes?.map(({ quota_id }) => quota_id));
  const fresh = (after.respondent_attributes ?? []).filter(({ quota_id }) => quota_id !== null && !known.has(quota_id));
  if (fresh.length !== added.length) return {};
  return Object.fromEntries(fresh.map(({ quota_id }, at) => [quota_id ?? "", added[at] ?? 0]));
}

type Loaded = { survey: Survey; revision: string };

/** A survey as it is edited. Another state of its soft launch is another state of it, as another revision is. */
export function asEdited({ survey, revision }: Loaded, launch: SoftLaunch | null): Loaded {
  if (!launch || !isUnderWay(launch)) return { survey, revision };
  return { survey: withFullTargets(survey, launch), revision: `${revision} ${launch.share} ${launch.changed_at}` };
}

/** Quota id to what stands at the service for now, while it collects a share. */
export const targetsNow = (launch: SoftLaunch | null): ReadonlyMap<string, number> =>
  new Map([...fullByQuota(launch)].map(([id, { present, set }]) => [id, present ?? set]));
