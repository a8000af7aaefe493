import "server-only";
import type { Survey } from "@/lib/contracts/survey-codec";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/soft-launches";
import { type Launch, settled } from "./launch";

/** Between what is stored of a soft launch and its rules. */
export const launchOf = ({ state, share, fullTargets, setTargets }: store.SoftLaunchRow): Launch => ({
  state,
  share,
  full: fullTargets,
  set: setTargets.at,
  from: setTargets.from ?? null,
  writing: setTargets.writing ?? null,
});

/** What a soft launch has become, as members of its row: the token is kept while somebody has to look at the survey. */
export function membersOf({ state, share, full, set, from }: Launch, before: store.SoftLaunchRow) {
  return {
    state,
    share,
    fullTargets: { ...full },
    setTargets: { at: { ...set }, from },
    ...(state !== "running" && { token: null }),
    reachedAt: state === "reached" ? (before.reachedAt ?? new Date()) : null,
  };
}

/** Longer than any change takes, clocks included that differ a little. */
const GRACE_MS = 5000;

/** The change under way was interrupted: whoever wrote it has had all the time that a write has. */
const isInterrupted = (context: SignedInContext, { setTargets, updatedAt }: store.SoftLaunchRow): boolean =>
  setTargets.writing !== undefined &&
  updatedAt.getTime() + connectionOf(context.viewer).timeoutMs + GRACE_MS < Date.now();

/**
 * What became of a change that was interrupted is read off the survey. `byItsWriter`: he knows that his change has
 * ended, and need not wait. Gives the row as it then is.
 */
export async function settleLaunch(
  context: SignedInContext,
  row: store.SoftLaunchRow,
  survey: Survey,
  byItsWriter = false,
): Promise<store.SoftLaunchRow> {
  if (!row.setTargets.writing || !(byItsWriter || isInterrupted(context, row))) return row;
  const launch = settled(launchOf(row), survey);
  const problem = launch.state === "stopped" && row.setTargets.writing.state === "running" ? NEVER_STARTED : null;
  return (await store.updateSoftLaunch(db(), row, { ...membersOf(launch, row), problem })) ?? row;
}

const NEVER_STARTED = "It was interrupted before the survey was changed: its targets and its status are as they were.";
