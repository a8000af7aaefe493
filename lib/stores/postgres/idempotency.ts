import { and, eq, getTableColumns, lt, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { idempotentReplies } from "./schema/demand";

type Key = { userId: string; operation: string; key: string };

/** By the database's clock, which wrote the time down. */
const ageMs = sql`extract(epoch from now() - ${idempotentReplies.createdAt}) * 1000`.mapWith(Number);

type Earlier = typeof idempotentReplies.$inferSelect & { ageMs: number };

/**
 * Claims a key within the transaction of the write that it stands for. A second request with the key waits here
 * until the first one's transaction ends: then it finds that one's reply, or the key free again.
 */
export async function claimKey(transaction: Connection, key: Key, bodyHash: string): Promise<Earlier | null> {
  const [claimed] = await transaction
    .insert(idempotentReplies)
    .values({ ...key, bodyHash, status: 0, reply: null })
    .onConflictDoNothing()
    .returning({ key: idempotentReplies.key });
  if (claimed) return null;
  const [earlier] = await transaction
    .select({ ...getTableColumns(idempotentReplies), ageMs })
    .from(idempotentReplies)
    .where(matches(key));
  // Released between the two: it is free again.
  return earlier ?? claimKey(transaction, key, bodyHash);
}

export async function keepReply(transaction: Connection, key: Key, status: number, reply: unknown): Promise<void> {
  await transaction.update(idempotentReplies).set({ status, reply }).where(matches(key));
}

/** Lets a key be used again: what it stood for was not carried out. */
export async function releaseKey(connection: Connection, key: Key): Promise<void> {
  await connection.delete(idempotentReplies).where(matches(key));
}

const matches = ({ userId, operation, key }: Key) =>
  and(eq(idempotentReplies.userId, userId), eq(idempotentReplies.operation, operation), eq(idempotentReplies.key, key));

/** Keys are kept for a day. */
export async function forgetOldKeys(connection: Connection): Promise<void> {
  await connection.delete(idempotentReplies).where(lt(idempotentReplies.createdAt, sql`now() - interval '1 day'`));
}
