import { and, eq, gte, sql } from "drizzle-orm";
import type { WhenUnanswered } from "@/lib/contracts/terms/checks";
import type { Connection } from "./client";
import { unansweredChecks } from "./schema/checks";

/** Checks at entry that another service did not answer. Whose account it is, the caller has proven. */
type Account = { connection: string; accountId: string };
type Session = Account & { surveyNumber: string; sessionId: string };

export type UnansweredCheck = typeof unansweredChecks.$inferSelect;

const ofAccount = ({ connection, accountId }: Account) =>
  and(eq(unansweredChecks.connection, connection), eq(unansweredChecks.accountId, accountId));

/** Of two checks of a session that were not answered the later one counts. */
export async function saveUnansweredCheck(
  database: Connection,
  check: Omit<typeof unansweredChecks.$inferInsert, "at">,
): Promise<void> {
  const { connection, accountId, surveyNumber, sessionId } = unansweredChecks;
  const { problem, respondent } = check;
  await database
    .insert(unansweredChecks)
    .values(check)
    .onConflictDoUpdate({
      target: [connection, accountId, surveyNumber, sessionId],
      set: { problem, respondent, at: sql`clock_timestamp()` },
    });
}

/** Null: the session was answered for at entry, or was not checked then. */
export async function findUnansweredCheck(
  database: Connection,
  { surveyNumber, sessionId, ...account }: Session,
): Promise<UnansweredCheck | null> {
  const [row] = await database
    .select()
    .from(unansweredChecks)
    .where(
      and(
        ofAccount(account),
        eq(unansweredChecks.surveyNumber, surveyNumber),
        eq(unansweredChecks.sessionId, sessionId),
      ),
    );
  return row ?? null;
}

export type UnansweredCounts = Record<WhenUnanswered, number> & { lastAt: Date | null };

/** How many respondents were let in and turned away without an answer in the last so many days. */
export async function countUnansweredChecks(
  database: Connection,
  account: Account,
  days: number,
): Promise<UnansweredCounts> {
  const rows = await database
    .select({
      respondent: unansweredChecks.respondent,
      checks: sql<number>`count(*)::int`,
      lastAt: sql<string>`max(${unansweredChecks.at})`,
    })
    .from(unansweredChecks)
    .where(
      and(ofAccount(account), gte(unansweredChecks.at, sql`clock_timestamp() - make_interval(days => ${days}::int)`)),
    )
    .groupBy(unansweredChecks.respondent);
  const countOf = (respondent: WhenUnanswered) => rows.find((row) => row.respondent === respondent)?.checks ?? 0;
  const times = rows.map(({ lastAt }) => new Date(lastAt).getTime());
  return {
    "let in": countOf("let in"),
    "turn away": countOf("turn away"),
    lastAt: times.length === 0 ? null : new Date(Math.max(...times)),
  };
}
