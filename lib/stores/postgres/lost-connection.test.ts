import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";

withOwnDatabase();

/** Without the patch in `patches/`, a query on a closed connection throws outside any caller and ends the process. */
test("a query on a lost connection is refused, and the pool opens another connection", async () => {
  const client = postgres(env.DATABASE_URL ?? "", { max: 1, backoff: () => 0, onnotice: () => {} });
  const failures: unknown[] = [];
  const lost = client.begin(async (transaction) => {
    const [{ pid } = { pid: 0 }] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await db().execute(sql`select pg_terminate_backend(${pid}::int, 5000)`);
    for (let asked = 0; asked < 20; asked += 1) {
      await transaction`select ${asked}::int`.catch((error: unknown) => failures.push(error));
      await turn();
    }
  });
  await expect(lost).rejects.toThrow();
  await expect.poll(() => failures.length).toBe(20);
  expect(failures.at(-1)).toMatchObject({ code: "CONNECTION_CLOSED" });
  for (let asked = 0; asked < 5; asked += 1) expect(await client`select ${asked}::int as n`).toEqual([{ n: asked }]);
  await client.end({ timeout: 1 });
});
