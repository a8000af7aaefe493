import { and, count, desc, eq, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Reason, Refusal } from "@/lib/contracts/terms/fielding";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { MOST_REFUSED } from "./fielding";
import { surveys } from "./schema/demand";
import { refusedReturns, responses, surveyPlaces } from "./schema/fielding";

/** Sessions of surveys as the people who run them see them. Whose survey it is, the caller has proven. */

/** A session's reason; what was reconciled since says so. */
const reason = sql<string | null>`case when ${responses.reconciliationStatus} is not null then 'reconciled'
  else ${responses.reason} end`;
const reasonKind = sql<Reason | null>`split_part(${reason}, ':', 1)`;

const columns = {
  rdud: responses.rdud,
  surveyId: responses.surveyId,
  supplier: responses.supplier,
  respondent: responses.respondent,
  test: responses.test,
  status: responses.status,
  reason: reason.as("shown_reason"),
  reconciliationStatus: responses.reconciliationStatus,
  reached: responses.reached,
  device: responses.device,
  hashResult: responses.hashResult,
  buyerCpi: responses.buyerCpi,
  qualificationAttributes: responses.qualificationAttributes,
  quotaIds: responses.quotaIds,
  startedAt: responses.startedAt,
  endedAt: responses.endedAt,
  expiresAt: responses.expiresAt,
  // Names in full: in a query of one table drizzle leaves a column's table out, and each would equal itself.
  refusedReturns: sql<number>`(select count(*)::int from refused_returns
    where refused_returns.survey_id = responses.survey_id and refused_returns.rdud = responses.rdud)`,
};

export type SessionFilter = {
  surveyId: string;
  /** `open`: sessions under way. */
  reasons?: readonly string[] | undefined;
  suppliers?: readonly string[] | undefined;
  tests?: "only" | "with" | undefined;
  search?: string | undefined;
  page: number;
  pageSize: number;
};

export type FieldSessionRow = Awaited<ReturnType<typeof listFieldSessions>>["sessions"][number];

/** One page of a survey's sessions, newest first. */
export async function listFieldSessions(connection: Connection, filter: SessionFilter) {
  const where = conditionsOf(filter);
  const [[total], sessions] = await Promise.all([
    connection.select({ total: count() }).from(responses).where(where),
    connection
      .select(columns)
      .from(responses)
      .where(where)
      .orderBy(desc(responses.startedAt), desc(responses.rdud))
      .limit(filter.pageSize)
      .offset((filter.page - 1) * filter.pageSize),
  ]);
  return { total: total?.total ?? 0, sessions };
}

function conditionsOf({
  surveyId,
  reasons,
  suppliers,
  tests,
  search,
}: Omit<SessionFilter, "page" | "pageSize">): SQL | undefined {
  const kinds = reasons?.filter((kind) => kind !== "open");
  const text = search?.trim();
  return and(
    eq(responses.surveyId, surveyId),
    tests === "with" ? undefined : eq(responses.test, tests === "only"),
    reasons &&
      or(
        kinds && kinds.length > 0 ? inArray(reasonKind, kinds as Reason[]) : undefined,
        reasons.includes("open") ? isNull(reason) : undefined,
      ),
    suppliers && inArray(responses.supplier, [...suppliers]),
    text ? or(eq(responses.rdud, text), eq(responses.respondent, text)) : undefined,
  );
}

/** The ids of all sessions that a filter finds, in the list's order. */
export async function listFieldSessionIds(
  connection: Connection,
  filter: Omit<SessionFilter, "page" | "pageSize">,
): Promise<string[]> {
  const rows = await connection
    .select({ rdud: responses.rdud })
    .from(responses)
    .where(conditionsOf(filter))
    .orderBy(desc(responses.startedAt), desc(responses.rdud));
  return rows.map(({ rdud }) => rdud);
}

/** The sessions of a survey that have these ids, in their order. */
export async function fieldSessionsById(connection: Connection, surveyId: string, rduds: readonly string[]) {
  const rows = await connection
    .select(columns)
    .from(responses)
    .where(and(eq(responses.surveyId, surveyId), inArray(responses.rdud, [...rduds])));
  const byId = new Map(rows.map((row) => [row.rdud, row]));
  return rduds.flatMap((rdud) => byId.get(rdud) ?? []);
}

/** A session of these accounts; null: there is none of this id. */
export async function findFieldSession(connection: Connection, accountIds: readonly string[], rdud: string) {
  if (accountIds.length === 0 || rdud.includes("\0")) return null;
  const [row] = await connection
    .select(columns)
    .from(responses)
    .innerJoin(surveys, eq(surveys.id, responses.surveyId))
    .where(and(eq(responses.rdud, rdud), inArray(surveys.accountId, [...accountIds])));
  return row ?? null;
}

/** Returns of a session that changed nothing, oldest first. */
export const refusedReturnsOf = (connection: Connection, surveyId: string, rdud: string) =>
  connection
    .select({ outcome: refusedReturns.outcome, refusal: refusedReturns.refusal, at: refusedReturns.at })
    .from(refusedReturns)
    .where(and(eq(refusedReturns.surveyId, surveyId), eq(refusedReturns.rdud, rdud)))
    .orderBy(refusedReturns.id)
    .limit(MOST_REFUSED);

const testsOf = (connection: Connection, surveyId: string) =>
  connection
    .select({ rdud: responses.rdud })
    .from(responses)
    .where(and(eq(responses.surveyId, surveyId), eq(responses.test, true)));

/** What a survey's sessions add up to, by reason, status and supplier; and what is counted beside. Tests count in nothing. */
export async function summarizeFieldSessions(connection: Connection, surveyId: string) {
  const ofSurvey = eq(responses.surveyId, surveyId);
  const [groups, refused, [beside]] = await Promise.all([
    connection
      .select({
        reason: reasonKind.as("kind"),
        status: responses.status,
        supplier: responses.supplier,
        sessions: sql<number>`count(*)::int`,
        starts: sql<number>`(count(*) filter (where ${responses.reached}))::int`,
        cost: sql<number>`coalesce(sum(${responses.buyerCpi}) filter (where ${responses.counted}), 0)::float8`,
      })
      .from(responses)
      .where(and(ofSurvey, eq(responses.test, false)))
      .groupBy(sql`1, 2, 3`)
      .orderBy(sql`1, 2, 3`),
    connection
      .select({ refusal: sql<Refusal>`${refusedReturns.refusal}`, returns: sql<number>`count(*)::int` })
      .from(refusedReturns)
      .where(and(eq(refusedReturns.surveyId, surveyId), notInArray(refusedReturns.rdud, testsOf(connection, surveyId))))
      .groupBy(refusedReturns.refusal)
      .orderBy(refusedReturns.refusal),
    connection
      .select({
        tests: sql<number>`(count(*) filter (where ${responses.test}))::int`,
        accepted: sql<number>`(count(*) filter (where ${responses.reconciliationStatus} = 'Accepted'
          and ${responses.status} <> 'complete' and not ${responses.test}))::int`,
      })
      .from(responses)
      .where(ofSurvey),
  ]);
  return { groups, refused, tests: beside?.tests ?? 0, accepted: beside?.accepted ?? 0 };
}

/** A survey of these accounts with when it went live and what respondents are checked for; null: it is none of theirs. */
export async function findSurveyChecks(connection: Connection, accountIds: readonly string[], surveyId: string) {
  if (!isUuid(surveyId) || accountIds.length === 0) return null;
  const [row] = await connection
    .select({
      ...{ id: surveys.id, accountId: surveys.accountId, wentLiveAt: surveys.wentLiveAt },
      ...{ checksDuplicates: surveyPlaces.checksDuplicates },
      ...{ fraudCheck: surveyPlaces.fraudCheck, fraudThreshold: surveyPlaces.fraudThreshold },
    })
    .from(surveys)
    .innerJoin(surveyPlaces, eq(surveyPlaces.surveyId, surveys.id))
    .where(and(eq(surveys.id, surveyId), inArray(surveys.accountId, [...accountIds])));
  return row ?? null;
}

export async function setSurveyChecks(
  transaction: Connection,
  surveyId: string,
  checks: Pick<typeof surveyPlaces.$inferSelect, "checksDuplicates" | "fraudCheck" | "fraudThreshold">,
): Promise<void> {
  await transaction.update(surveyPlaces).set(checks).where(eq(surveyPlaces.surveyId, surveyId));
}

/** Removes the test sessions of a survey, with their refused returns, and says how many there were. */
export async function removeTests(transaction: Connection, surveyId: string): Promise<number> {
  const tests = and(eq(responses.surveyId, surveyId), eq(responses.test, true));
  // In the statement itself: tests may be more than it takes parameters.
  const ids = transaction.select({ rdud: responses.rdud }).from(responses).where(tests);
  await transaction
    .delete(refusedReturns)
    .where(and(eq(refusedReturns.surveyId, surveyId), inArray(refusedReturns.rdud, ids)));
  const { count: removed } = await transaction.delete(responses).where(tests);
  return removed;
}
