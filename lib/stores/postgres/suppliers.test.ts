import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { liveSurvey } from "@/lib/test-fielding";
import { db } from "./client";
import { responses } from "./schema/fielding";
import { hasSupplier, insertSupplier, listSuppliers, lockSupplier } from "./suppliers";

withOwnDatabase();

const add = async (accountId: string, code: string) => {
  const supplier = await insertSupplier(db(), { accountId, code, name: code.toUpperCase(), endLinks: {} });
  if (!supplier) throw new Error("There is one already.");
  return supplier;
};

async function session(surveyId: string, supplier: string | null, isTest = false): Promise<void> {
  await db()
    .insert(responses)
    .values({
      ...{ rdud: crypto.randomUUID(), surveyId, status: "complete", buyerCpi: 1, qualificationAttributes: [] },
      ...{ quotaIds: [], startedAt: new Date(), supplier, respondent: crypto.randomUUID() },
      test: isTest,
    });
}

test("suppliers are counted by their own account's sessions, also where another account has the same code", async () => {
  const [ours, theirs] = [await liveSurvey(), await liveSurvey()];
  const [b, a] = [await add(ours.accountId, "b"), await add(ours.accountId, "a")];
  await add(theirs.accountId, "a");
  for (const supplier of ["a", "a", "b", null]) await session(ours.surveyId, supplier);
  await session(theirs.surveyId, "a");
  await session(ours.surveyId, "a", true);
  const listed = async (accountIds: string[]) =>
    (await listSuppliers(db(), accountIds)).map(({ code, sessions }) => [code, sessions]);
  expect(await listed([ours.accountId])).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
  expect(await listed([ours.accountId, theirs.accountId])).toHaveLength(3);
  expect(await listed([])).toEqual([]);
  expect(await listed(["no uuid"])).toEqual([]);
  expect(await lockSupplier(db(), [ours.accountId], a.id)).toMatchObject({ code: "a", sessions: 2 });
  expect(await lockSupplier(db(), [theirs.accountId], b.id)).toBeNull();
  expect(await hasSupplier(db(), ours.accountId, "b")).toBe(true);
  expect(await hasSupplier(db(), theirs.accountId, "b")).toBe(false);
  expect(await insertSupplier(db(), { accountId: ours.accountId, code: "a", name: "A", endLinks: {} })).toBeNull();
});
