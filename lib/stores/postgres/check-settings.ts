import { and, eq, sql } from "drizzle-orm";
import { USUALLY, type WhenUnanswered } from "@/lib/contracts/terms/checks";
import type { Connection } from "./client";
import { checkSettings } from "./schema/checks";

type Account = { connection: string; accountId: string };

export type Decided = { whenUnanswered: WhenUnanswered; who: string; at: Date };

const of = ({ connection, accountId }: Account) =>
  and(eq(checkSettings.connection, connection), eq(checkSettings.accountId, accountId));

/** What an account decided; null: nothing. */
export async function findCheckSettings(database: Connection, account: Account): Promise<Decided | null> {
  const [row] = await database.select().from(checkSettings).where(of(account));
  return row ?? null;
}

/** Whether respondents are let in while their check does not answer. */
export const whenUnansweredOf = async (database: Connection, account: Account): Promise<WhenUnanswered> =>
  (await findCheckSettings(database, account))?.whenUnanswered ?? USUALLY;

export async function saveCheckSettings(
  transaction: Connection,
  { connection, accountId, whenUnanswered, who }: Account & Omit<Decided, "at">,
): Promise<void> {
  await transaction
    .insert(checkSettings)
    .values({ connection, accountId, whenUnanswered, who })
    .onConflictDoUpdate({
      target: [checkSettings.connection, checkSettings.accountId],
      set: { whenUnanswered, who, at: sql`clock_timestamp()` },
    });
}
