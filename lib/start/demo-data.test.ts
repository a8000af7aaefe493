import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { findKey, hashKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { suppliers } from "@/lib/stores/postgres/schema/fielding";
import { apiKeys } from "@/lib/stores/postgres/schema/keys";
import { seal, unseal } from "@/lib/stores/postgres/sealed";
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
    { ...key, interface: "fielding" },
    { ...key, interface: "quality", kind: "private" },
    { ...key, interface: "quality", kind: "public" },
    { ...key, interface: "fraud", kind: "private" },
    { ...key, interface: "fraud", kind: "publishable" },
  ]);
  const hash = hashKey("demo-activation-key");
  expect(await findKey(db(), "activation", hash)).toMatchObject({ accountId, accountName: "Demo Research" });

  await db().update(apiKeys).set({ revokedAt: new Date() }).where(eq(apiKeys.keyHash, hash));
  await again();
  expect(await findKey(db(), "activation", hash)).toBeNull();
});

test("a demo made before gets what its completes are signed with; a key that an admin set stays", async () => {
  const hashKeys = async () => {
    const rows = await db().select().from(accounts).orderBy(accounts.name);
    return rows.map(({ name, hashKey: sealed }) => [name, sealed && unseal(sealed)]);
  };
  await db().update(accounts).set({ hashKey: null });
  await again();
  expect(await hashKeys()).toEqual([
    ["Demo Research", "demo-hash-key"],
    ["Other Agency", null],
  ]);
  await db()
    .update(accounts)
    .set({ hashKey: seal("an own key") })
    .where(eq(accounts.name, "Demo Research"));
  await again();
  expect(await hashKeys()).toContainEqual(["Demo Research", "an own key"]);
});

test("a demo made before gets the suppliers that its sessions name, once", async () => {
  await addAccount("Demo", "manager@demo.test");
  await db().update(accounts).set({ name: "Not the demo" }).where(eq(accounts.name, "Demo"));
  await again();
  expect(await db().$count(suppliers)).toBe(0);
  await db().update(accounts).set({ name: "Demo Research (other)" }).where(eq(accounts.name, "Demo Research"));
  await db().update(accounts).set({ name: "Demo Research" }).where(eq(accounts.name, "Not the demo"));
  await again();
  await again();
  const codes = (await db().select().from(suppliers)).map(({ code }) => code);
  expect(codes.sort()).toEqual(["mosaic", "north", "river"]);
});
