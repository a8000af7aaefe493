import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SoftLaunchState } from "@/lib/contracts/ours/soft-launches";
import { hasStatus, presentTargets, type Targets, targetOf, targetsToSet } from "./targets";

/** A soft launch as it is kept: the rules of its life, apart from where it is stored. */
export type Launch = {
  state: SoftLaunchState;
  share: number;
  full: Targets;
  /** What was set at the survey. */
  set: Targets;
  /** The share before it was extended; null: it was not, or that is undone. */
  from: number | null;
  /** A change under way, and what becomes of the soft launch once the survey has it. */
  writing: Becoming | null;
};

export type Becoming = {
  state: SoftLaunchState;
  share: number;
  full: Targets;
  at: Targets;
  from: number | null;
  /** The survey's status then. */
  status: string | null;
};

export const isUnderWay = ({ state }: Pick<Launch, "state">): boolean => state === "running" || state === "reached";

/**
 * What an interrupted change left: the survey shows whether it came to it, because a change is one write. Where no
 * target moves, its status tells.
 */
export function settled(launch: Launch, survey: Survey): Launch {
  const { writing } = launch;
  if (!writing) return launch;
  return hasHappened(launch.set, writing, survey) ? become(writing) : { ...launch, writing: null };
}

/** Whether there is a decision that can be undone: the one that ended it, or the one that extended it. */
export const canUndo = (launch: Pick<Launch, "state" | "from">): boolean => !isUnderWay(launch) || launch.from !== null;

export const become = ({ state, share, full, at, from }: Becoming): Launch => ({
  from,
  state,
  share,
  full,
  set: at,
  writing: null,
});

function hasHappened(set: Targets, { at, status }: Becoming, survey: Survey): boolean {
  const moving = presentTargets(survey).filter(({ id }) => targetOf(set, id) !== targetOf(at, id));
  if (moving.some(({ id, target }) => target === targetOf(at, id))) return true;
  if (moving.some(({ id, target }) => target === targetOf(set, id))) return false;
  return status !== null && hasStatus(survey, status);
}

/** Whether all that stands at the survey is this soft launch's share of its full targets, and nothing else. */
export function standsAtShare(launch: Pick<Launch, "share" | "full">, survey: Survey): boolean {
  const share = targetsToSet(launch, launch.full);
  const present = presentTargets(survey);
  const isShare = present.every(({ id, target }) => target !== null && target === targetOf(share, id));
  return isShare && present.some(({ id, target }) => target !== targetOf(launch.full, id));
}
