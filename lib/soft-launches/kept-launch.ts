import "server-only";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/soft-launches";
import { type Launch, settled, standsAtShare } from "./launch";
import { hasStatus, targetsToSet } from "./targets";

/** Between what is stored of a soft launch and its rules. */
export const launchOf = ({ state, share, fullTargets, setTargets }: Kept): Launch => ({
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
  if (cameLate(row, survey)) return adopt(row);
  if (!row.setTargets.writing || !(byItsWriter || isInterrupted(context, row))) return row;
  const launch = settled(launchOf(row), survey);
  const neverStarted = launch.state === "stopped" && row.setTargets.writing.state === "running";
  // The service may still come to it: the token is kept for a while, to see that.
  const late = neverStarted ? { problem: NEVER_STARTED, token: row.token } : { problem: null };
  return (await store.updateSoftLaunch(db(), row, { ...membersOf(launch, row), ...late })) ?? row;
}

const NEVER_STARTED = "It was interrupted before the survey was changed: its targets and its status are as they were.";

export const SIGN_IN_AGAIN = "The sign-in that looks after it has ended. Sign in to continue.";

type Kept = Pick<store.SoftLaunchRow, "state" | "share" | "fullTargets" | "setTargets" | "problem">;

const hasNeverStarted = ({ state, problem, setTargets }: Kept) =>
  state === "stopped" && problem === NEVER_STARTED && !setTargets.writing;

/** A start that was given up, and that the service carried out after all. */
export const cameLate = (row: Kept, survey: Survey): boolean =>
  hasNeverStarted(row) && hasStatus(survey, "Live") && standsAtShare(launchOf(row), survey);

async function adopt(row: store.SoftLaunchRow): Promise<store.SoftLaunchRow> {
  const { share, full } = launchOf(row);
  const setTargets = { at: { ...targetsToSet({ share }, full) }, from: null };
  const problem = row.token ? null : SIGN_IN_AGAIN;
  return (await store.updateSoftLaunch(db(), row, { state: "running", setTargets, problem })) ?? row;
}

/** Why a start would take a share for the full targets: a former one came late. Null: it would not. */
export const shareTakenAsFull = (row: Kept, survey: Survey): string | null =>
  hasNeverStarted(row) && standsAtShare(launchOf(row), survey)
    ? `What stands at this survey is ${row.share}% of its targets: an interrupted start came late. Set its full targets first.`
    : null;
