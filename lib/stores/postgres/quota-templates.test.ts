import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import * as store from "./quota-templates";

withOwnDatabase();

const quotas = [{ quota_name: "Men", quota: 10, qualifications: [{ question_id: 2, allowed_option_ids: [1] }] }];

/** A template of an account that no other test uses. */
const wanted = (members: { accountId?: string; name?: string; connection?: string } = {}) => ({
  connection: "built-in",
  accountId: randomUUID(),
  name: "Census",
  countryCode: "US",
  quotas,
  who: "a@b.test",
  ...members,
});
const readerOf = ({ connection, accountId }: { connection: string; accountId: string }) => ({
  connection,
  accountIds: [accountId],
});

describe("quota templates", () => {
  test("are kept with their quotas and listed by name without them", async () => {
    const first = wanted({ name: "beta" });
    const kept = await store.insertQuotaTemplate(db(), first);
    await store.insertQuotaTemplate(db(), { ...first, name: "Alpha" });
    expect(await store.findQuotaTemplate(db(), readerOf(first), kept.id)).toMatchObject({ name: "beta", quotas });
    const listed = await store.listQuotaTemplates(db(), readerOf(first));
    expect(listed.map(({ name, quotaCount }) => [name, quotaCount])).toEqual([
      ["Alpha", 1],
      ["beta", 1],
    ]);
    expect(listed[0]).not.toHaveProperty("quotas");
    const { templates, bytes } = await store.measureQuotaTemplates(db(), readerOf(first));
    expect(templates).toBe(2);
    expect(bytes).toBeGreaterThan(2 * JSON.stringify(quotas).length);
    expect(await store.measureQuotaTemplates(db(), readerOf(wanted()))).toEqual({ templates: 0, bytes: 0 });
  });

  test("are nobody's but their account's, on their connection", async () => {
    const mine = wanted();
    const { id } = await store.insertQuotaTemplate(db(), mine);
    for (const other of [
      { connection: "built-in", accountIds: [randomUUID()] },
      { connection: "elsewhere", accountIds: [mine.accountId] },
      { connection: "built-in", accountIds: [] },
    ]) {
      expect(await store.findQuotaTemplate(db(), other, id)).toBeNull();
      expect(await store.listQuotaTemplates(db(), other)).toEqual([]);
    }
    expect(await store.findQuotaTemplate(db(), readerOf(mine), "no id")).toBeNull();
  });

  test("have names that differ in more than case, within an account", async () => {
    const mine = wanted({ name: "Census" });
    await store.insertQuotaTemplate(db(), mine);
    await expect(store.insertQuotaTemplate(db(), { ...mine, name: "CENSUS" })).rejects.toThrow();
    expect(await store.findQuotaTemplateNamed(db(), mine, "cENSUS")).toMatchObject({ name: "Census" });
    await store.insertQuotaTemplate(db(), wanted({ name: "Census" }));
  });

  test("are changed and deleted; what is gone cannot be changed", async () => {
    const mine = wanted();
    const { id } = await store.insertQuotaTemplate(db(), mine);
    expect(await store.updateQuotaTemplate(db(), id, { name: "Other", who: "c@d.test" })).toMatchObject({
      name: "Other",
      who: "c@d.test",
      quotaCount: 1,
    });
    await store.deleteQuotaTemplate(db(), id);
    expect(await store.updateQuotaTemplate(db(), id, { who: "c@d.test" })).toBeNull();
  });

  test("get one name from those who give it at once", async () => {
    const account = wanted();
    const save = () =>
      db().transaction(async (transaction) => {
        await store.lockTemplateNames(transaction, account);
        if (await store.findQuotaTemplateNamed(transaction, account, account.name)) return false;
        await store.insertQuotaTemplate(transaction, account);
        return true;
      });
    const saved = await Promise.all(Array.from({ length: 5 }, save));
    expect(saved.filter(Boolean)).toHaveLength(1);
  });
});
