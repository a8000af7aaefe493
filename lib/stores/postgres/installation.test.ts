import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { hasOtherSecret, noteSecret } from "./installation";
import { installation } from "./schema/mechanisms";

withOwnDatabase();

test("the first secret becomes the database's, and another one is told from it", async () => {
  env.APP_SECRET = "first secret, first secret, first secret";
  expect(await hasOtherSecret(db())).toBe(false);
  await noteSecret(db());
  await noteSecret(db());
  expect(await hasOtherSecret(db())).toBe(false);
  env.APP_SECRET = "other secret, other secret, other secret";
  expect(await hasOtherSecret(db())).toBe(true);
  await noteSecret(db());
  expect(await hasOtherSecret(db())).toBe(true);
  const rows = await db().select().from(installation);
  expect(JSON.stringify(rows)).not.toContain("secret, ");
});

test("a database from before it was noted is nobody's yet", async () => {
  await db()
    .transaction(async (transaction) => {
      await transaction.execute(sql`drop table installation`);
      expect(await hasOtherSecret(transaction)).toBe(false);
      transaction.rollback();
    })
    .catch(() => {});
});
