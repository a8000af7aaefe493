import "server-only";
import { type ReadTextScores, type ReadVerdict, readTextScores } from "@/lib/contracts/interfaces/fraud-replies";
import { MOST_SESSIONS } from "@/lib/contracts/terms/checks";
import { type CheckState, fraudCheckNames, NO_FAILURE } from "@/lib/contracts/terms/fraud";
import { activationAccount } from "@/lib/stores/postgres/activation-accounts";
import { db } from "@/lib/stores/postgres/client";
import { findFraudAccount } from "@/lib/stores/postgres/fraud";
import * as store from "@/lib/stores/postgres/fraud-records";
import { together } from "./scoring/checked";
import { findingsOf } from "./scoring/verdict";

/** What other parts of the product read of the built-in fraud checks. That the account is the caller's, they have proven. */
export type Account = { connection: string; accountId: string };
type Session = Account & { surveyNumber: string; sessionId: string };

export type StoredCheck = {
  verdict: ReadVerdict;
  at: Date;
  /** The person's other sessions and this one, oldest first. */
  sessions: store.PersonSession[];
};

/** The verdict on a session from all searches of it, by whomever; null: it was not searched for. */
export async function findStoredCheck({
  connection,
  accountId,
  surveyNumber,
  sessionId,
}: Session): Promise<StoredCheck | null> {
  const account = await activationAccount(db(), { connection, accountId });
  const found = await store.findCheckedSession(db(), { account, surveyNumber, sessionId });
  if (!found) return null;
  const of = { account, accountId, record: found.record, limit: MOST_SESSIONS };
  const [sessions, { platforms }] = await Promise.all([
    store.sessionsOfPerson(db(), of),
    findFraudAccount(db(), account),
  ]);
  const { results, failureReason, duplicateScore, threatScore } = found;
  const country = results.country?.state ?? "not checked";
  return {
    at: found.searchedAt,
    sessions,
    verdict: {
      failure_reason: failureReason,
      fails: failureReason !== NO_FAILURE,
      risk: together([duplicateScore, threatScore]),
      duplicate_score: duplicateScore,
      threat_score: threatScore,
      country_code: found.countryCode,
      country_mismatch: country === "not checked" ? null : country === "found",
      initial_session: found.initialSession,
      destination: platforms.find(({ id }) => id === found.platformId)?.name ?? null,
      checks: Object.fromEntries(
        fraudCheckNames.map((check): [string, CheckState] => [check, results[check]?.state ?? "not checked"]),
      ),
      findings: findingsOf(results),
    },
  };
}

export type StoredReview = { questionId: string; scores: ReadTextScores; at: Date };

/** What was reviewed of a session's open answers, by whomever. */
export async function listReviews({ connection, accountId, ...session }: Session): Promise<StoredReview[]> {
  const account = await activationAccount(db(), { connection, accountId });
  const reviews = await store.listStoredReviews(db(), { account, ...session });
  return reviews.flatMap(({ scores: score, ...review }) => {
    const scores = readTextScores({ results: [{ score }] });
    return scores ? [{ ...review, scores }] : [];
  });
}

type Days = { from: string; to: string };

/** How many sessions were searched for on each UTC day, by supplier and failure reason. */
export async function countReasons({ connection, accountId }: Account, days: Days): Promise<store.ReasonCount[]> {
  const account = await activationAccount(db(), { connection, accountId });
  return store.countReasons(db(), { account, accountId, ...days });
}
