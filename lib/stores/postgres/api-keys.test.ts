import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import * as store from "./api-keys";
import { db } from "./client";
import { apiKeys } from "./schema/keys";

withOwnDatabase();

/** A key of an account that no other test uses. */
function wanted(members: { accountId?: string; connection?: string; name?: string } = {}) {
  const { text, ...kept } = store.newKey("activation");
  const row = {
    interface: "activation" as const,
    connection: "built-in",
    accountId: randomUUID(),
    accountName: "Somebody",
    name: "Panel",
    who: "a@b.test",
    ...kept,
    ...members,
  };
  return { text, row };
}
const readerOf = ({ connection, accountId }: { connection: string; accountId: string }) => ({
  connection,
  accountIds: [accountId],
});

describe("keys", () => {
  test("are long, random, and kept as their hash and beginning alone", () => {
    const texts = Array.from({ length: 100 }, () => store.newKey("activation"));
    for (const { text, keyHash, begins } of texts) {
      expect(text).toMatch(/^fw_activation_[0-9A-Za-z]{40}$/);
      expect(keyHash).toBe(createHash("sha256").update(text).digest("hex"));
      expect(text.startsWith(begins)).toBe(true);
      expect(begins).toHaveLength("fw_activation_".length + 4);
    }
    expect(new Set(texts.map(({ text }) => text)).size).toBe(100);
    expect(new Set(texts.flatMap(({ text }) => [...text.slice(14)])).size).toBe(62);
  });

  test("are private unless another kind is asked for, which their text then names", async () => {
    const open = store.newKey("activation", "public");
    expect(open).toMatchObject({
      kind: "public",
      text: expect.stringMatching(/^fw_activation_public_[0-9A-Za-z]{40}$/),
    });
    expect(store.newKey("activation").kind).toBe("private");
    const { kind: _, ...withoutKind } = wanted().row;
    expect((await store.insertKey(db(), withoutKind)).kind).toBe("private");
    const { row } = wanted();
    const { text: _text, ...stored } = open;
    await store.insertKey(db(), { ...row, ...stored });
    expect(await store.findKey(db(), "activation", open.keyHash)).toMatchObject({ kind: "public" });
  });

  test("are found by their text, by the interface they are for", async () => {
    const { text, row } = wanted();
    const created = await store.insertKey(db(), row);
    const found = await store.findKey(db(), "activation", store.hashKey(text));
    expect(found).toMatchObject({
      id: created.id,
      connection: "built-in",
      accountId: row.accountId,
      keyHash: row.keyHash,
    });
    expect(await store.findKey(db(), "other" as "activation", row.keyHash)).toBeNull();
    expect(await store.findKey(db(), "activation", text)).toBeNull();
    expect(await store.findKey(db(), "activation", store.hashKey(`${text} `))).toBeNull();
    expect(created).not.toHaveProperty("keyHash");
  });

  test("are listed to their account alone, the newest first", async () => {
    const { row } = wanted({ name: "first" });
    await store.insertKey(db(), row);
    await store.insertKey(db(), wanted({ accountId: row.accountId, name: "second" }).row);
    const listed = await store.listKeys(db(), readerOf(row));
    expect(listed.map(({ name }) => name)).toEqual(["second", "first"]);
    for (const each of listed) expect(each).not.toHaveProperty("keyHash");
    expect(await store.countKeys(db(), readerOf(row))).toBe(2);
    const others = [
      { connection: "built-in", accountIds: [randomUUID()] },
      { ...readerOf(row), connection: "x" },
    ];
    for (const other of [...others, { connection: "built-in", accountIds: [] }]) {
      expect(await store.listKeys(db(), other)).toEqual([]);
    }
  });

  test("are revoked once, at once, by their account alone", async () => {
    const { row } = wanted();
    const { id } = await store.insertKey(db(), row);
    const others = [
      { connection: "built-in", accountIds: [randomUUID()] },
      { ...readerOf(row), connection: "x" },
    ];
    for (const other of others) expect(await store.revokeKey(db(), other, id)).toBeNull();
    expect(await store.revokeKey(db(), readerOf(row), "no id")).toBeNull();
    expect(await store.findKey(db(), "activation", row.keyHash)).not.toBeNull();

    expect(await store.revokeKey(db(), readerOf(row), id)).toMatchObject({ id, name: "Panel" });
    expect(await store.revokeKey(db(), readerOf(row), id)).toBeNull();
    expect(await store.findKey(db(), "activation", row.keyHash)).toBeNull();
    expect(await store.listKeys(db(), readerOf(row))).toEqual([]);
  });

  test("note their use at most once a minute", async () => {
    const { row } = wanted();
    const { id } = await store.insertKey(db(), row);
    const used = async () => {
      const [found] = await db().select({ at: apiKeys.lastUsedAt }).from(apiKeys).where(eq(apiKeys.id, id));
      return found?.at ?? null;
    };
    const usedAt = (at: Date) => db().update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id));
    expect(await used()).toBeNull();
    await store.touchKey(db(), { id, lastUsedAt: null });
    expect(Math.abs(Date.now() - ((await used())?.getTime() ?? 0))).toBeLessThan(30_000);

    const lately = new Date(Date.now() - 30_000);
    await usedAt(lately);
    // Also for one who read the row before another's note.
    await store.touchKey(db(), { id, lastUsedAt: null });
    expect(await used()).toEqual(lately);

    const before = new Date(Date.now() - 90_000);
    await usedAt(before);
    await store.touchKey(db(), { id, lastUsedAt: before });
    expect((await used())?.getTime()).toBeGreaterThan(lately.getTime());
  });
});
