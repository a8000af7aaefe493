import { sql } from "drizzle-orm";
import { beforeAll, inject } from "vitest";
import { env } from "@/lib/env";
import { type Connection, closeDatabase, db } from "@/lib/stores/postgres/client";

/** Gives the test file that calls this a migrated database of its own, as the one that `db()` opens. */
export function withOwnDatabase(): void {
  beforeAll(async () => {
    const reply = await fetch(`${inject("storeDispenser")}/database`);
    const text = await reply.text();
    if (!reply.ok) throw new Error(text);
    env.DATABASE_URL = text;
    env.APP_SECRET ??= "only for tests, only for tests, only for tests";
    return closeDatabase;
  });
}

/** Returns when another connection waits for a lock of this transaction; throws when `call` ends without having waited. */
export async function untilBlocked(transaction: Connection, call: Promise<unknown>): Promise<void> {
  const [own] = await transaction.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  call.then(end, end);
  for (;;) {
    const waiting = await db().execute(
      sql`select from pg_stat_activity where ${own?.pid}::int = any(pg_blocking_pids(pid))`,
    );
    if (waiting.length > 0) return;
    if (hasEnded) throw new Error("It did not wait for the transaction.");
  }
}
