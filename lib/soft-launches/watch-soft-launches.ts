import "server-only";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { may, roleOf } from "@/lib/contracts/rules/permissions";
import { env } from "@/lib/env";
import type { SignedInContext } from "@/lib/gateway/call";
import { surveysById } from "@/lib/gateway/surveys-by-id";
import { changeSurvey } from "@/lib/gateway/write-survey";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import { findPerson } from "@/lib/stores/postgres/people";
import { unseal } from "@/lib/stores/postgres/sealed";
import * as store from "@/lib/stores/postgres/soft-launches";
import { SIGN_IN_AGAIN, settleLaunch } from "./kept-launch";
import { hasReached, hasStatus } from "./targets";

const EVERY_MS = 15_000 / env.WORKER_SPEED;
/** Looked at in one round. */
const MOST = 500;
/** Read before they are looked at, which they are no later than so many reads allow. */
const AT_ONCE = 100;

/** A round waits no longer for a person's service: the others' surveys are due again. */
const PATIENCE_MS = 5000;

/** Whose surveys are being looked at, by this worker, from a round that may be over. */
const lookedAt = new Set<string>();

type Round = { everyMs?: number; patienceMs?: number };

/**
 * Looks at the surveys of the soft launches that are due, up to a hundred of a person's at a time, and pauses those
 * that have their share. Every step may be repeated: killed anywhere, the next look comes to the same. A person whose
 * service is slow is waited for by nobody else, and left out of the rounds until it has answered.
 */
export async function watchSoftLaunches({ everyMs = EVERY_MS, patienceMs = PATIENCE_MS }: Round = {}): Promise<void> {
  const due = await store.takeDueSoftLaunches(db(), { everyMs, most: MOST, except: [...lookedAt] });
  const people = [...new Set(due.map(({ personId }) => personId))].filter((id) => !lookedAt.has(id));
  const looks = Promise.all(people.map((id) => lookFor(id, due)));
  // Its rejection is this round's while that lasts, and nobody's afterwards.
  looks.catch((error: unknown) => logger.warn({ err: error }, "soft launches could not be looked at"));
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([looks, patience]).finally(() => clearTimeout(timer));
}

async function lookFor(id: string, due: store.SoftLaunchRow[]): Promise<void> {
  lookedAt.add(id);
  try {
    await watchOfPerson(due.filter(({ personId }) => personId === id));
  } finally {
    lookedAt.delete(id);
  }
}

async function watchOfPerson(rows: store.SoftLaunchRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    await watchSome(some).catch((error: unknown) => noteProblem(some, error));
  }
}

async function watchSome(rows: store.SoftLaunchRow[]): Promise<void> {
  const context = await contextOf(rows);
  const ids = rows.map(({ surveyId }) => surveyId);
  const found = await surveysById(context, ids, { alone: true });
  const surveys = new Map(found.map((survey) => [survey.id, survey]));
  for (const row of rows) {
    await look(context, row, surveys.get(row.surveyId)).catch((error: unknown) => noteProblem([row], error));
  }
}

const GONE = "The survey could not be found any more.";

/** One survey: an interrupted change is settled; what has its share is paused, and waits for a decision. */
async function look(context: SignedInContext, row: store.SoftLaunchRow, survey: Survey | undefined): Promise<void> {
  if (!survey) return store.noteLook(db(), [row], { problem: GONE });
  const present = await settleLaunch(context, row, survey);
  if (present.setTargets.writing) return;
  if (present.state !== "running") return giveUpWaiting(present);
  if (row.problem !== null) await store.noteLook(db(), [row], { problem: null });
  if (!hasReached(survey)) return;
  await pause(context, survey.id);
  // Whoever decided meanwhile has made it another state: then it is not this one that was reached.
  await store.updateSoftLaunch(db(), present, { state: "reached", reachedAt: new Date(), token: null, problem: null });
}

/** A start that was given up may come late; one that has not by now does not. */
const LATEST_MS = 60 * 60_000;

async function giveUpWaiting(row: store.SoftLaunchRow): Promise<void> {
  if (row.updatedAt.getTime() + LATEST_MS > Date.now()) return;
  await store.noteLook(db(), [row], { problem: row.problem, forgetToken: true });
}

/** Pauses the survey if it is live and has its share still; one that the service has completed stays so. */
async function pause(context: SignedInContext, id: string): Promise<void> {
  await changeSurvey(context, id, async (now) =>
    hasStatus(now, "Live") && hasReached(now) ? { status: "Paused" } : null,
  );
}

/** Who started these, as he is now: his role may have changed since. */
async function contextOf(rows: store.SoftLaunchRow[]): Promise<SignedInContext> {
  const newest = rows.reduce((a, b) => (a.updatedAt > b.updatedAt ? a : b));
  const person = await findPerson(db(), newest.personId);
  const token = newest.token && unseal(newest.token);
  if (!person || !token) throw new AppError("unauthenticated", SIGN_IN_AGAIN);
  const role = roleOf(person.role, person.email, env.ADMIN_EMAILS);
  if (!may(role, "surveys:write")) throw new AppError("forbidden", NOT_ALLOWED);
  const { connection, email, name } = person;
  return {
    viewer: { connection, email, name, role, accounts: [], token },
    requestId: crypto.randomUUID(),
    origin: "job",
  };
}

const NOT_ALLOWED =
  "The role of who decided last does not allow changing surveys any more. Somebody else has to decide.";

async function noteProblem(rows: store.SoftLaunchRow[], error: unknown): Promise<void> {
  // Changed while it was looked at: the next look sees how it is then.
  if (error instanceof AppError && error.code === "conflict") return;
  const isSignedOut = error instanceof AppError && error.code === "unauthenticated";
  if (!(error instanceof AppError)) logger.error({ err: error }, "a soft launch could not be looked at");
  const problem = isSignedOut ? SIGN_IN_AGAIN : error instanceof AppError ? error.message : UNEXPECTED;
  await store.noteLook(db(), rows, { problem, forgetToken: isSignedOut });
}
