import { and, asc, eq, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { checkReplies } from "./schema/checks";

/** What services said of respondents whom people checked. Whose account it is, the caller has proven. */
type Of = { connection: string; accountId: string; surveyNumber: string; sessionId: string };

export type CheckReply = typeof checkReplies.$inferSelect;

/** Keeps a reply; one of the same session, and of the same question of it, takes its place. */
export async function saveCheckReply(
  transaction: Connection,
  kept: Omit<typeof checkReplies.$inferInsert, "at">,
): Promise<void> {
  const { read, reply, who } = kept;
  const { connection, accountId, surveyNumber, sessionId, kind, questionId } = checkReplies;
  await transaction
    .insert(checkReplies)
    .values(kept)
    .onConflictDoUpdate({
      target: [connection, accountId, surveyNumber, sessionId, kind, questionId],
      set: { read, reply: reply ?? null, who, at: sql`clock_timestamp()` },
    });
}

const MOST_REPLIES = 100;

/** All replies of a session: the search, and a review for each question. */
export const listCheckReplies = (
  database: Connection,
  { connection, accountId, surveyNumber, sessionId }: Of,
): Promise<CheckReply[]> =>
  database
    .select()
    .from(checkReplies)
    .where(
      and(
        eq(checkReplies.connection, connection),
        eq(checkReplies.accountId, accountId),
        eq(checkReplies.surveyNumber, surveyNumber),
        eq(checkReplies.sessionId, sessionId),
      ),
    )
    .orderBy(asc(checkReplies.kind), asc(checkReplies.questionId))
    .limit(MOST_REPLIES);

const FORGOTTEN_AT_ONCE = 5000;

/** Removes replies and evidence older than so many days, some thousands at once; says how many. Verdicts and scores stay. */
export async function forgetCheckReplies(database: Connection, days: number): Promise<number> {
  const rows = await database.execute(sql`
    update check_replies set reply = null,
      read = case when read ? 'findings' then read || '{"findings": null}'::jsonb else read end
    where ctid in (
      select ctid from check_replies
      where reply is not null and at < clock_timestamp() - make_interval(days => ${days}::int)
      order by at limit ${FORGOTTEN_AT_ONCE})
    returning 1`);
  return rows.length;
}
