import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { may, roleOf } from "@/lib/contracts/rules/permissions";
import { env } from "@/lib/env";
import type { SignedInContext } from "@/lib/gateway/call";
import { ServiceDown } from "@/lib/gateway/errors";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { endOpposedSteps } from "@/lib/stores/postgres/opposed-jobs";
import { findPerson } from "@/lib/stores/postgres/people";
import { unseal } from "@/lib/stores/postgres/sealed";
import { traced } from "@/lib/traces";
import { findKind, JobStopped, type Kind, type Kinds, opposed, type Settled, StepEnded, StepHalted } from "./kind";
import { oppositionOf, readInput, readStep, UnreadableJob } from "./stored-job";

const RENEW_EVERY_MS = 5000;
/** Concurrent steps of one job: enough to use a service's rate limit while replies travel. */
const AT_ONCE = 4;
const MOST_ATTEMPTS = 5;
/** After so many workers died during a step, the step fails. */
const MOST_ENDED_WORKERS = 20;

/**
 * Runs a job as far as it goes: to its end, to a pause, or until the person who started it has to sign in again. On
 * `signal`, running steps are finished and the rest waits for the next worker.
 */
export async function runJob(
  job: store.JobRow,
  { kinds, holder, signal }: { kinds: Kinds; holder: string; signal: AbortSignal },
): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(() => {
    store.keepJobLease(db(), job.id, holder).then(
      (kept) => kept || lost.abort(),
      (error: unknown) => logger.warn({ err: error }, "a job's lease could not be renewed"),
    );
  }, RENEW_EVERY_MS);
  const run: Run = {
    job,
    lost,
    stop: AbortSignal.any([signal, lost.signal]),
    lease: { jobId: job.id, holder },
    signedOut: false,
    stopped: false,
    unseen: false,
    down: false,
  };
  try {
    const kind = findKind(kinds, job.kind);
    if (kind) await carryOut(run, kind);
    else await endUnreadable(run, new UnreadableJob(`There is no kind of job called “${job.kind}”.`));
    if (run.stopped) await store.pauseJob(db(), job.id, holder);
    const state = run.signedOut ? "signed out" : signal.aborted ? "waiting" : undefined;
    if (!lost.signal.aborted) await store.leaveJob(db(), job.id, holder, { state, rests: run.unseen || run.down });
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  } finally {
    clearInterval(renewal);
  }
}

type Run = {
  job: store.JobRow;
  lease: { jobId: string; holder: string };
  /** Another worker has the job, or this one cannot go on with it. */
  lost: AbortController;
  stop: AbortSignal;
  signedOut: boolean;
  /** A step required that no other runs. */
  stopped: boolean;
  /** A step could not be checked now. */
  unseen: boolean;
  /** The service that the steps call does not respond: the job rests for a moment. */
  down: boolean;
};

/** A run with its kind and the input that all its steps share. */
type KnownRun<Input, Step, Before, After> = Run & { kind: Kind<Input, Step, Before, After>; input: Input };

async function carryOut<Input, Step, Before, After>(run: Run, kind: Kind<Input, Step, Before, After>): Promise<void> {
  let input: Input;
  try {
    input = readInput(kind, run.job);
  } catch (error) {
    return endUnreadable(run, error);
  }
  // The same object, so that all parts see each other's changes to the run.
  const work = Object.assign(run, { kind, input });
  await settleInterrupted(work);
  await endOpposed(work);
  await takeAllSteps(work);
}

/** No worker of this release can run the job: its open steps end with a message. */
async function endUnreadable(run: Run, error: unknown): Promise<void> {
  logger.error({ err: error, jobId: run.job.id }, "a job cannot be read");
  for (const item of await store.itemsIn(db(), run.job.id, ["running", "waiting"])) {
    await write(run, item.key, unreadable(item));
  }
}

/** What was begun may have taken effect. */
const unreadable = ({ state, before }: store.JobItemRow): store.ItemChange =>
  state === "running" || before !== null
    ? { state: "uncertain", message: `${UNREADABLE} ${NOT_KNOWN}` }
    : { state: "failed", message: UNREADABLE };

const UNREADABLE = "Another release of this product stored this step, and this one cannot read it. Start it anew.";

/** Stores the outcome of a step; a worker that has lost the job stores nothing and stops. */
async function write(run: Run, key: string, change: store.ItemChange): Promise<void> {
  if (await store.updateItem(db(), run.lease, key, change)) return;
  run.lost.abort();
  throw new LeaseLost("Another worker has this job.");
}

class LeaseLost extends Error {}

/**
 * First checks the steps that a killed worker left running, so that nothing is done twice. Of a cancelled job also
 * those that were begun and wait for a retry: nobody else finds out what they did.
 */
async function settleInterrupted<Input, Step, Before, After>(run: KnownRun<Input, Step, Before, After>): Promise<void> {
  const isCancelled = run.job.state === "cancelled";
  const open = await store.itemsIn(db(), run.job.id, isCancelled ? ["running", "waiting"] : ["running"]);
  for (const item of open.filter(({ state, before }) => state === "running" || before !== null)) {
    const settled = await settle(run, item);
    const isEndless = settled.state === "waiting" && item.attempts >= MOST_ENDED_WORKERS;
    await write(run, item.key, isEndless ? { state: "failed", message: ENDLESS } : settled);
    if (run.signedOut || run.stop.aborted) return;
  }
}

/** A sign-in wakes waiting jobs, whatever was begun meanwhile: they go on only where no other job does the opposite. */
async function endOpposed<Input, Step, Before, After>(run: KnownRun<Input, Step, Before, After>): Promise<void> {
  const { job, lease, stop, signedOut } = run;
  const opposes = oppositionOf(run.kind, run.input);
  if (!opposes || stop.aborted || signedOut || job.state === "cancelled") return;
  await endOpposedSteps(db(), { ...job, holder: lease.holder }, opposes, opposed);
}

async function settle<Input, Step, Before, After>(
  run: KnownRun<Input, Step, Before, After>,
  item: store.JobItemRow,
): Promise<store.ItemChange> {
  const { kind, input } = run;
  const isCancelled = run.job.state === "cancelled";
  try {
    const ended = isCancelled ? "cancelled" : item.state === "running" ? "killed" : "failed";
    const settled = await kind.settle(await contextOf(run), readStep(kind, item), ended, input);
    return settledAs(settled, item, { keepsBegun: kind.goesOn === true && !isCancelled });
  } catch (error) {
    if (error instanceof UnreadableJob) return unreadable(item);
    // A cancelled job waits for no sign-in, and a role that was taken away does not come back by waiting.
    const isForGood = error instanceof StepEnded || (isCancelled && isSignedOut(error));
    if (isForGood) return { state: "uncertain", message: NOT_LOOKED_AT };
    if (isSignedOut(error)) run.signedOut = true;
    else run.unseen = true;
    // It stays as it is, and the next run checks again; for a cancelled job only a limited number of times.
    if (!isCancelled) return { state: "running" };
    if (item.attempts >= MOST_ENDED_WORKERS) return { state: "uncertain", message: NOT_SEEN };
    return { state: "running", attempts: item.attempts + 1 };
  }
}

function settledAs<Before>(
  outcome: Settled<Before>,
  { after }: store.JobItemRow,
  { keepsBegun = false } = {},
): store.ItemChange {
  if (typeof outcome === "object" && "left" in outcome) {
    return { state: "cancelled", before: outcome.left, after: null, message: outcome.words };
  }
  if (outcome === "done") return { state: "done", after: after ?? null };
  if (outcome === "not done") return { state: "waiting", ...(!keepsBegun && { before: null }) };
  return { state: "uncertain", message: typeof outcome === "object" ? outcome.unknown : INTERRUPTED };
}

const INTERRUPTED =
  "The job was interrupted at this step, and somebody has changed it since: check whether it is as it should be.";

/** How long after a step's last failure it is checked: the cause may pass. */
const LAST_LOOK_MS = 1600;

const NOT_KNOWN = "It is not known whether this took effect all the same: check whether it is as it should be.";

const ENDLESS =
  "The job was interrupted at this step again and again: it may be too large for the memory of this machine. Add memory, or make the step smaller.";

const NOT_SEEN =
  "The job was cancelled at this step, and it is not known whether the step took effect: check whether it is as it should be.";

const NOT_LOOKED_AT =
  "The job was interrupted at this step, and whoever started it no longer has access: check whether it is as it should be.";

/** Ends when none of its steps is running, even if one of them throws: until then the job belongs to this run. */
async function takeAllSteps<Input, Step, Before, After>(run: KnownRun<Input, Step, Before, After>): Promise<void> {
  const taken = Array.from({ length: run.kind.inOrder ? 1 : AT_ONCE }, () =>
    takeSteps(run).catch((error: unknown) => {
      run.lost.abort();
      throw error;
    }),
  );
  const ended = await Promise.allSettled(taken);
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

async function takeSteps<Input, Step, Before, After>(run: KnownRun<Input, Step, Before, After>): Promise<void> {
  while (!run.stop.aborted && !run.signedOut && !run.stopped && !run.down) {
    const item = await store.claimItem(db(), run.job.id, run.lease.holder);
    if (!item) return;
    const described = { name: `step of ${run.job.kind}`, kind: "internal" as const };
    await write(run, item.key, await traced(described, () => takeStep(run, item)));
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});

/** Carries one step out and says how it ended. */
async function takeStep<Input, Step, Before, After>(
  run: KnownRun<Input, Step, Before, After>,
  row: store.JobItemRow,
): Promise<store.ItemChange> {
  const { kind, input, job } = run;
  let words: string | null = null;
  let noted: unknown = row.before;
  try {
    const item = readStep(kind, row);
    const context = await contextOf(run);
    const settled = item.before === null ? "not done" : await kind.settle(context, item, "failed", input);
    if (settled !== "not done") return settledAs(settled, item);
    const begin = async (before: Before | null, message: string) => {
      words = message;
      noted = before;
      await write(run, item.key, { before, message });
    };
    const mayGoOn = async () => {
      if (run.stop.aborted || !(await store.isRunning(db(), job.id))) return false;
      await contextOf(run); // their role may have been taken away meanwhile
      return true;
    };
    const after = await kind.step(context, item, begin, { input, personId: job.personId, mayGoOn });
    return { state: "done", after, message: words };
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof UnreadableJob) {
      logger.error({ err: error, jobId: job.id }, "a step cannot be read");
      return unreadable(row.before === null ? { ...row, state: "waiting" } : row);
    }
    // A pause is not a failed attempt.
    if (error instanceof StepHalted) return { state: "waiting", attempts: row.attempts - 1 };
    if (error instanceof StepEnded) {
      const { state, message } = error;
      return { state, message, ...(state === "cancelled" && { before: null }) };
    }
    if (error instanceof JobStopped) {
      run.stopped = true;
      return { state: "uncertain", message: error.message };
    }
    if (isSignedOut(error)) {
      run.signedOut = true;
      return { state: "waiting" };
    }
    // Nothing was sent: no attempt is used up, and the job goes on when the service responds again.
    if (error instanceof ServiceDown) {
      run.down = true;
      return { state: "waiting", attempts: row.attempts - 1, ...(noted === null && { message: error.message }) };
    }
    return afterFailure(run, { ...row, before: noted }, error);
  }
}

/**
 * Retries temporary failures a few times, and refusals never. What a step recorded when it began stays: it may have
 * taken effect all the same, which is checked before the retry.
 */
async function afterFailure<Input, Step, Before, After>(
  run: KnownRun<Input, Step, Before, After>,
  item: store.JobItemRow,
  error: unknown,
): Promise<store.ItemChange> {
  const wasBegun = item.before !== null;
  if (!(error instanceof AppError)) {
    logger.error({ err: error, jobId: run.job.id, key: item.key }, "a step failed");
    return wasBegun ? afterLastAttempt(run, item, UNEXPECTED) : { state: "failed", message: UNEXPECTED };
  }
  const passing = error.code === "busy" || error.code === "unavailable" || error.code === "conflict";
  if (passing && item.attempts < MOST_ATTEMPTS) {
    // The cause of the failure has a moment to pass.
    await pause(50 * 2 ** item.attempts, run.stop);
    return { state: "waiting", ...(!wasBegun && { message: error.message }) };
  }
  if (passing && wasBegun) return afterLastAttempt(run, item, error.message);
  if (error.code === "uncertain") return { state: "uncertain", message: error.message };
  return { state: passing ? "failed" : "refused", message: error.message };
}

/**
 * Checks whether a step happened whose attempts are used up. Where that cannot be checked, the step has failed, and a
 * retry checks first.
 */
async function afterLastAttempt<Input, Step, Before, After>(
  run: KnownRun<Input, Step, Before, After>,
  item: store.JobItemRow,
  message: string,
): Promise<store.ItemChange> {
  await pause(LAST_LOOK_MS, run.stop);
  try {
    const settled = await run.kind.settle(await contextOf(run), readStep(run.kind, item), "given up", run.input);
    if (settled === "not done") return { state: "failed", message };
    if (settled === "done") return settledAs(settled, item);
    const words = typeof settled === "object" && "unknown" in settled ? settled.unknown : NOT_KNOWN;
    return { state: "uncertain", message: `${message} ${words}` };
  } catch (error) {
    if (isSignedOut(error)) {
      run.signedOut = true;
      return { state: "waiting" };
    }
    logger.warn({ err: error, jobId: run.job.id, key: item.key }, "a step that was given up could not be looked at");
    return { state: "failed", message: `${message} ${NOT_KNOWN}` };
  }
}

const isSignedOut = (error: unknown) => error instanceof AppError && error.code === "unauthenticated";

/** The job's owner as they are now: their role may have changed. Throws `unauthenticated` when the token has ended. */
async function contextOf<Input, Step, Before, After>({
  job,
  kind,
}: Pick<KnownRun<Input, Step, Before, After>, "job" | "kind">): Promise<SignedInContext> {
  const person = await findPerson(db(), job.personId);
  const token = job.token && unseal(job.token);
  if (!person || !token) throw new AppError("unauthenticated", "Sign in to continue.");
  const role = roleOf(person.role, person.email, env.ADMIN_EMAILS);
  if (!may(role, kind.permission))
    throw new StepEnded("refused", "The role of who started this does not allow it any more.");
  const viewer = { connection: job.connection, email: person.email, name: person.name, role, accounts: [], token };
  return { viewer, requestId: job.id, origin: "job" };
}
