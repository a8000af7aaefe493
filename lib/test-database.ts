import { beforeAll, inject } from "vitest";
import { env } from "@/lib/env";
import { closeDatabase } from "@/lib/stores/postgres/client";

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
