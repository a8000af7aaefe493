import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { meetPerson } from "./people";
import * as store from "./saved-views";

withOwnDatabase();

const LIST = "surveys";
const CONNECTION = "built-in";

const somebody = async () => {
  const email = `${randomUUID()}@views.test`;
  return (await meetPerson(db(), { connection: CONNECTION, email, name: email })).id;
};

/** Shares views of so many characters each with an account; null: keeps them to their maker. */
async function keepViews(personId: string, accountId: string | null, lengths: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const length of lengths) {
    const view = { connection: CONNECTION, accountId, personId, list: LIST, name: "View", query: "x".repeat(length) };
    ids.push((await store.insertView(db(), view)).id);
  }
  return ids;
}

const listedTo = async (personId: string, accountIds: string[]) =>
  (await store.listViews(db(), { connection: CONNECTION, personId, accountIds }, LIST)).map(({ id }) => id).sort();

const many = (count: number, length = 10) => Array.from({ length: count }, () => length);

describe("views that a person shares reach others' pages", () => {
  test("up to a number, the oldest of them, and their maker's own page all", async () => {
    const [maker, other, accountId] = [await somebody(), await somebody(), randomUUID()];
    const shared = await keepViews(maker, accountId, many(store.SHARED_LIMITS.person.views + 3));
    expect(await listedTo(other, [accountId])).toEqual(shared.slice(0, store.SHARED_LIMITS.person.views).sort());
    expect(await listedTo(maker, [accountId])).toEqual([...shared].sort());
  });

  test("up to a size, so that one person cannot make everybody's page a megabyte larger", async () => {
    const [maker, other, accountId] = [await somebody(), await somebody(), randomUUID()];
    await keepViews(maker, accountId, many(40, 8000));
    const [plain] = await keepViews(await somebody(), accountId, [100]);
    const listed = await store.listViews(
      db(),
      { connection: CONNECTION, personId: other, accountIds: [accountId] },
      LIST,
    );
    const characters = listed.reduce((sum, { query }) => sum + query.length, 0);
    expect(characters).toBeGreaterThan(0);
    expect(characters).toBeLessThanOrEqual(store.SHARED_LIMITS.account.characters);
    const ofMaker = listed.filter(({ id }) => id !== plain);
    expect(ofMaker).toHaveLength(Math.floor(store.SHARED_LIMITS.person.characters / 8000));
  });

  test("up to a number and a size of all people of the account together", async () => {
    const [other, accountId] = [await somebody(), randomUUID()];
    for (let maker = 0; maker < 5; maker += 1) await keepViews(await somebody(), accountId, many(45));
    expect(await listedTo(other, [accountId])).toHaveLength(store.SHARED_LIMITS.account.views);
  });

  test("and those of other accounts, and private ones, are nobody else's", async () => {
    const [maker, other, accountId] = [await somebody(), await somebody(), randomUUID()];
    const own = await keepViews(maker, null, many(2));
    const shared = await keepViews(maker, accountId, many(2));
    expect(await listedTo(other, [randomUUID()])).toEqual([]);
    expect(await listedTo(other, [])).toEqual([]);
    expect(await listedTo(maker, [])).toEqual([...own].sort());
    expect(await listedTo(maker, [accountId])).toEqual([...own, ...shared].sort());
  });
});

test("what is shared with an account in a list is measured, and what of it by one person", async () => {
  const [maker, other, accountId] = [await somebody(), await somebody(), randomUUID()];
  await keepViews(maker, accountId, [100, 20]);
  await keepViews(other, accountId, [3]);
  await keepViews(maker, null, [1000]);
  await keepViews(maker, randomUUID(), [1000]);
  expect(await store.measureSharedViews(db(), { connection: CONNECTION, accountId, list: LIST }, maker)).toEqual({
    person: { views: 2, characters: 120 },
    account: { views: 3, characters: 123 },
  });
  const nothing = { views: 0, characters: 0 };
  const elsewhere = { connection: CONNECTION, accountId: randomUUID(), list: LIST };
  expect(await store.measureSharedViews(db(), elsewhere, maker)).toEqual({ person: nothing, account: nothing });
});
