import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { findKey, hashKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { accounts, apiKeys, memberships, users } from "@/lib/stores/postgres/schema";
import { withOwnDatabase } from "@/lib/test-database";
import { seedDemoWhenEmpty } from "./demo-data";

withOwnDatabase();

async function addAccount(name: string, email: string): Promise<string> {
  const [account] = await db().insert(accounts).values({ name }).returning();
  const [user] = await db().insert(users).values({ email, name: email, passwordHash: "none" }).returning();
  if (!account || !user) throw new Error("Nothing was inserted.");
  await db().insert(memberships).values({ accountId: account.id, userId: user.id });
  return account.id;
}

const again = () => seedDemoWhenEmpty(env.DATABASE_URL ?? "");

test("a demo made before gets its key once; one that was revoked stays so, and nobody else's account has one", async () => {
  const accountId = await addAccount("Demo Research", "admin@demo.test");
  await addAccount("Other Agency", "somebody@example.test");
  expect(await again()).toBe(false);
  expect(await again()).toBe(false);
  const keys = await db().select().from(apiKeys);
  const key = { name: "Demo", accountId, connection: "built-in", who: "admin@demo.test" };
  expect(keys).toMatchObject([
    { ...key, interface: "activation" },
    { ...key, interface: "analysis" },
    { ...key, interface: "pivot" },
  ]);
  const hash = hashKey("demo-activation-key");
  expect(await findKey(db(), "activation", hash)).toMatchObject({ accountId, accountName: "Demo Research" });

  await db().update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.keyHash, hash));
  await again();
  expect(await findKey(db(), "activation", hash)).toBeNull();
});
