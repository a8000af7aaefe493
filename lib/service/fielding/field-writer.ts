import "server-only";
import { type EntryFailure, statusOf } from "@/lib/contracts/terms/fielding";
import { NO_FAILURE } from "@/lib/contracts/terms/fraud";
import { tooManyRequests } from "@/lib/http/problem";
import { inBatches } from "@/lib/in-batches";
import { processWide } from "@/lib/process-wide";
import { activationAccount } from "@/lib/stores/postgres/activation-accounts";
import { checkEntrants, type SurveyEntrant } from "@/lib/stores/postgres/activation-entrants";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/fielding";
import { BUILT_IN } from "@/lib/stores/postgres/users";
import { failureAtEntry } from "../fraud/check-at-entry";
import { compiledField } from "./compiled-field";
import { hourStart } from "./decide";
import {
  type Ask,
  type CheckedEntrant,
  type EntryAsk,
  type EntryChecks,
  type EntryResult,
  FieldBatch,
  type ReturnAsk,
  type ReturnResult,
} from "./field-batch";

/**
 * The one writer of a survey's sessions in this process. Entries and returns of a survey are taken up to fifty at once
 * into one transaction that locks the survey first: they are decided in memory, one after the other, written with one
 * statement for each kind, committed, and only then answered. Other processes wait for the lock, so the database decides.
 */
const MOST_AT_ONCE = 50;
const MOST_WAITING = 2000;
const MOST_IN_ALL = 10_000;

const writer = () =>
  processWide("fielding.writer", () =>
    inBatches<Ask, EntryResult | ReturnResult>({
      most: MOST_AT_ONCE,
      mostWaiting: MOST_WAITING,
      mostInAll: MOST_IN_ALL,
      refusal: () => tooManyRequests(1000),
      run: (surveyId, asks) => db().transaction((transaction) => carryOut(transaction, surveyId, asks)),
    }),
  );

/** Enters a respondent, and answers when it is committed. @throws AppError busy when too many wait already */
export async function enterSurvey(surveyId: string, ask: Omit<EntryAsk, "kind">): Promise<EntryResult> {
  // Safe: an entry is answered with what becomes of an entry.
  return (await writer()(surveyId, { kind: "entry", ...ask })) as EntryResult;
}

/** Ends a session of a survey with the outcome of its return. @throws AppError busy when too many wait already */
export async function returnToSurvey(surveyId: string, ask: Omit<ReturnAsk, "kind">): Promise<ReturnResult> {
  // Safe: a return is answered with what becomes of a return.
  return (await writer()(surveyId, { kind: "return", ...ask })) as ReturnResult;
}

async function carryOut(transaction: Connection, surveyId: string, asks: Ask[]) {
  const entries = asks.filter((ask) => ask.kind === "entry");
  const read = async () =>
    store.lockField(transaction, {
      survey: surveyId,
      rduds: asks.filter((ask) => ask.kind === "return").map(({ rdud }) => rdud),
      suppliers: entries.map(({ supplier }) => supplier),
      respondents: entries.map(({ respondent }) => respondent),
      ids: entries.length,
    });
  let locked = await read();
  if (locked?.hasExpired) {
    await store.expireSessions(transaction, surveyId);
    locked = await read();
  }
  if (!locked) return asks.map((): EntryResult | ReturnResult => ({ kind: "unknown" }));
  const compiled = await compiledField(transaction, locked.field);
  const batch = new FieldBatch(locked, compiled, await hourOf(transaction, locked));
  const checks = await checkAtEntry(transaction, locked.field, batch.entrantsToCheck(entries));
  const results = asks.map((ask) => (ask.kind === "entry" ? batch.enter(ask, checks) : batch.return(ask)));
  await store.writeField(transaction, surveyId, batch.writes());
  for (const [place, ask] of asks.entries()) {
    const result = results[place];
    if (ask.kind !== "return" || !ask.sender || result?.kind !== "end") continue;
    await addAudit(transaction, ask.sender, {
      accountId: locked.field.account_id,
      action: "returnSession",
      thing: "responses",
      thingId: ask.rdud,
      before: { survey_id: surveyId, status: "in progress" },
      after: { survey_id: surveyId, status: result.session.outcome && statusOf[result.session.outcome] },
      outcome: "done",
    });
  }
  const detail = batch.filledBecause();
  if (detail) {
    await store.completeSurvey(transaction, { surveyId, requestId: asks[0]?.requestId ?? "", detail });
  }
  return results;
}

/**
 * Duplicates first; the fraud check looks at the others, one after the other, so that each sees those before. Whom
 * another service has looked at, ours does not.
 */
async function checkAtEntry(
  transaction: Connection,
  field: store.LockedField,
  entrants: readonly CheckedEntrant[],
): Promise<EntryChecks> {
  const failures = new Map<string, EntryFailure>();
  if (entrants.length === 0) return { duplicates: new Set(), failures };
  const account = await activationAccount(db(), { connection: BUILT_IN, accountId: field.account_id });
  const duplicates = field.checks_duplicates
    ? await checkEntrants(transaction, { account, surveyNumber: field.id, entrants })
    : new Set<string>();
  if (field.fraud_check === "off") return { duplicates, failures };
  for (const { verdict, ...entrant } of entrants.filter(({ sessionId }) => !duplicates.has(sessionId))) {
    const { failure } = verdict ?? (await ownVerdict(transaction, { field, account, entrant }));
    if (field.fraud_check === "require" && failure !== null) failures.set(entrant.sessionId, failure);
  }
  return { duplicates, failures };
}

type Entering = { field: store.LockedField; account: number; entrant: SurveyEntrant };

async function ownVerdict(transaction: Connection, { field, account, entrant }: Entering) {
  const reason = await failureAtEntry(transaction, {
    ...{ accountId: field.account_id, account, surveyNumber: field.id, countryCode: field.country_code, ...entrant },
  });
  return { failure: reason === NO_FAILURE ? null : reason };
}

/** The hour of pacing under way: the one that was counted, or counted now from the sessions. */
async function hourOf(
  transaction: Connection,
  { field, now }: NonNullable<Awaited<ReturnType<typeof store.lockField>>>,
) {
  const startedAt = hourStart((field.went_live_at ?? now).getTime(), now.getTime());
  if (field.hour_started_at?.getTime() === startedAt) {
    return { startedAt, countedBefore: field.counted_before, admitted: field.admitted };
  }
  const figures = await store.countHour(transaction, { surveyId: field.id, startedAt: new Date(startedAt) });
  const countedBefore = field.calculation_type === "Completes" ? figures.completes : figures.starts;
  return { startedAt, countedBefore, admitted: figures.admitted };
}
