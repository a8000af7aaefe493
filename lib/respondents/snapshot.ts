import "server-only";
import type { QualityVersion } from "@/lib/contracts/terms/quality";
import { shared } from "@/lib/gateway/believed";
import type { SignedInContext } from "@/lib/gateway/call";
import { finishDeletions } from "@/lib/gateway/delete-quality";
import { sessionsOfSurvey } from "@/lib/gateway/fielding";
import { changesOf, type QualitySurvey, qualitySurvey, reviewedSurvey } from "@/lib/gateway/quality";
import { scorePages } from "@/lib/gateway/quality-scores";
import { processWide } from "@/lib/process-wide";
import { latestChange } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { listReviews, type ReviewRow } from "@/lib/stores/postgres/respondent-reviews";
import { type ScoreTable, scoreTableBuilder } from "./score-table";
import { addSessions, type SessionTable } from "./session-table";

/** A survey's scores and sessions, all read at one moment, and its reviews as they are now. */
export type Snapshot = {
  survey: QualitySurvey;
  /** Null: the quality service does not know the survey. */
  scored: { version: QualityVersion; isStopped: boolean | null } | null;
  scores: ScoreTable;
  /** Null: another service fields the survey. */
  sessions: SessionTable | null;
  reviews: ReadonlyMap<string, ReviewRow>;
  readAt: Date;
};

/** What is read of services: the same for everybody to whom the survey is proven. */
type Read = Pick<Snapshot, "scored" | "scores" | "sessions" | "readAt">;
type Kept = { until: number; read: Promise<Read> };

/**
 * Pages share what was read for some times as long as reading took: a large survey is not read for each of them, and
 * whoever comes to a small one just after the worker has scored it sees that.
 */
const KEPT_TIMES = 5;
const MOST_KEPT_MS = 5000;
const MOST_KEPT = 12;
const kept = () => processWide("respondents.snapshots", () => new Map<string, Kept>());

/** Writes of respondents as the audit names them: the worker makes them too, and other instances. */
const CHANGES = [
  "updateRespondentsExcludedStatus",
  "deleteRespondents",
  "deleteSurvey",
  "deleteSurveys",
  "stopSurvey",
  "restartSurvey",
];

/** A change makes another key: what was read before it is read by nobody any more. */
async function keyOf(survey: QualitySurvey): Promise<string> {
  const { connection } = survey.context.viewer;
  const change = await latestChange(db(), { connection, accountId: survey.account.id, actions: CHANGES });
  return JSON.stringify([connection, survey.account.id, survey.id, changesOf(survey), change]);
}

/** The survey is proven to be the viewer's each time. */
export async function readSnapshot(context: SignedInContext, surveyId: string): Promise<Snapshot> {
  const survey = await qualitySurvey(context, { id: surveyId });
  const [read, reviews] = await Promise.all([readOnce(survey), listReviews(db(), reviewedSurvey(survey))]);
  return { survey, ...read, reviews: new Map(reviews.map((review) => [review.respondentId, review])) };
}

async function readOnce(survey: QualitySurvey): Promise<Read> {
  const key = await keyOf(survey);
  const present = kept().get(key);
  if (present && Date.now() < present.until) return present.read;
  // The oldest goes first: surveys are looked at one after another.
  for (const [oldest] of kept()) {
    if (kept().size < MOST_KEPT) break;
    kept().delete(oldest);
  }
  const begunAt = Date.now();
  const entry: Kept = { until: Number.POSITIVE_INFINITY, read: readServices(survey) };
  kept().delete(key);
  kept().set(key, entry);
  entry.read.then(
    () => {
      entry.until = Date.now() + Math.min(MOST_KEPT_MS, KEPT_TIMES * (Date.now() - begunAt));
    },
    () => {
      if (kept().get(key) === entry) kept().delete(key);
    },
  );
  return entry.read;
}

async function readServices(asked: QualitySurvey): Promise<Read> {
  // Others wait for the same: nobody of them can give it up.
  const survey = { ...asked, context: shared(asked.context) };
  const readAt = new Date();
  const [{ scored, scores }, sessions] = await Promise.all([readScores(survey), readSessions(survey)]);
  await finishDeletions(survey, scored && ((id) => scores.placeOf.has(id)));
  return { scored, scores, sessions, readAt };
}

async function readScores(survey: QualitySurvey): Promise<Pick<Read, "scored" | "scores">> {
  const builder = scoreTableBuilder();
  let scored: Read["scored"] = null;
  for await (const { version, isStopped, rows } of scorePages(survey)) {
    scored = { version, isStopped };
    builder.add(rows);
  }
  return { scored, scores: builder.table() };
}

async function readSessions({ context, id }: QualitySurvey): Promise<SessionTable | null> {
  const found = await sessionsOfSurvey(context, id);
  if (!found) return null;
  const table: SessionTable = { facts: new Map(), suppliers: found.suppliers };
  const lists = new Map<string, readonly string[]>();
  for await (const lines of found.lines) addSessions(table, lines, lists);
  return table;
}
