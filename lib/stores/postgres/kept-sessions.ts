import { and, asc, desc, eq, inArray, isNotNull, not, sql } from "drizzle-orm";
import type { ProjectKey } from "./answer-sets";
import type { Connection } from "./client";
import { answerRevisions, answerSets } from "./schema/answers";
import { BUILT_IN } from "./users";

/** Which projects keep their sessions in their answers, and how far those are in them. */

/** Sets whose sessions are imported by themselves, but for those into which somebody imports at this moment. */
export async function setsKeepingSessions(connection: Connection) {
  const { id, connection: of, accountId, projectId } = answerSets;
  const isWritten = sql`exists (select from answer_revisions v where v.answer_set = ${answerSets.id}
    and v.state = 'writing' and coalesce(v.held_at, clock_timestamp()) > clock_timestamp() - interval '1 minute'
    and v.created_at > clock_timestamp() - interval '12 hours')`;
  return connection
    .select({ id, connection: of, accountId, projectId })
    .from(answerSets)
    .where(and(eq(answerSets.keepsSessions, true), not(isWritten)))
    .orderBy(asc(answerSets.createdAt), asc(answerSets.id));
}

export async function setKeepsSessions(transaction: Connection, id: string, keepsSessions: boolean): Promise<void> {
  const kept = { keepsSessions, sessionsProblem: null };
  await transaction.update(answerSets).set(kept).where(eq(answerSets.id, id));
}

/** Switches it on for the project of a built-in survey, unless somebody has switched it or imported answers before. */
export async function keepSessionsUnlessChosen(connection: Connection, surveyId: string): Promise<void> {
  await connection.execute(sql`
    insert into answer_sets (connection, account_id, project_id, keeps_sessions)
    select ${BUILT_IN}, account_id::text, project_id::text, true from surveys where id = ${surveyId}
    on conflict do nothing`);
}

export async function noteSessionsProblem(connection: Connection, id: string, problem: string | null): Promise<void> {
  await connection
    .update(answerSets)
    .set({ sessionsProblem: problem })
    .where(and(eq(answerSets.id, id), sql`${answerSets.sessionsProblem} is distinct from ${problem}`));
}

/**
 * The newest import of a project's sessions, also one that was undone; null: there is none. `isOverwritten`: a file was
 * imported since that may have taken the place of whole responses.
 */
export async function findImportedSessions(connection: Connection, project: ProjectKey) {
  const { state, sessionsState, rows, visibleAt } = answerRevisions;
  const [found] = await connection
    .select({
      ...{ state, sessionsState, rows, visibleAt },
      isOverwritten: sql<boolean>`exists (select from answer_revisions w where w.answer_set = ${answerSets.id}
        and w.id > ${answerRevisions.id} and w.state = 'visible' and w.mode in ('append', 'replace'))`,
    })
    .from(answerRevisions)
    .innerJoin(answerSets, eq(answerSets.id, answerRevisions.answerSet))
    .where(
      and(
        eq(answerSets.connection, project.connection),
        eq(answerSets.accountId, project.accountId),
        eq(answerSets.projectId, project.projectId),
        isNotNull(sessionsState),
        inArray(state, ["visible", "undone"]),
      ),
    )
    .orderBy(desc(answerRevisions.id))
    .limit(1);
  return found ?? null;
}
