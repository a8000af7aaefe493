import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { SignedInContext } from "@/lib/gateway/call";
import { db } from "@/lib/stores/postgres/client";
import { meetPerson } from "@/lib/stores/postgres/people";
import { SHARED_LIMITS } from "@/lib/stores/postgres/saved-views";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { createView, deleteView, listViews, updateView } from "./saved-views";

withOwnDatabase();
const service = withDemandService();

const account = { id: randomUUID(), name: "One" };
beforeEach(() => {
  service.lists = { accounts: [account], users: [] };
});

async function signedIn(): Promise<SignedInContext<SessionViewer>> {
  const context = panelContext();
  const email = `${randomUUID()}@panel.test`;
  const { id } = await meetPerson(db(), { connection: "panel", email, name: "Somebody" });
  const viewer = { ...context.viewer, email, token: email, accounts: [account], personId: id } as SessionViewer;
  return { ...context, viewer };
}

const view = (accountId: string | null, query = "status=Live") => ({
  list: "trends" as const,
  name: "View",
  query,
  account_id: accountId,
});

const refusal = { code: "invalid", message: expect.stringMatching(/^The views of this list that you share with this/) };

test("a person shares so many views of a list with an account, and keeps more to themselves", async () => {
  const [maker, other] = [await signedIn(), await signedIn()];
  const shared = [];
  for (let at = 0; at < SHARED_LIMITS.person.views; at += 1) shared.push(await createView(maker, view(account.id)));
  await expect(createView(maker, view(account.id))).rejects.toMatchObject(refusal);
  const own = await createView(maker, view(null));
  await expect(updateView(maker, { id: own.id, account_id: account.id })).rejects.toMatchObject(refusal);
  expect((await listViews(maker, "trends")).views).toHaveLength(SHARED_LIMITS.person.views + 1);
  expect((await listViews(other, "trends")).views).toHaveLength(SHARED_LIMITS.person.views);
  await createView(other, view(account.id));
  // What is shared already is renamed all the same, and room that is made is used.
  await updateView(maker, { id: shared[0]?.id ?? "", name: "Another name" });
  await deleteView(maker, shared[0]?.id ?? "");
  await updateView(maker, { id: own.id, account_id: account.id });
});

test("what a person shares has a size, also when it grows later", async () => {
  const maker = await signedIn();
  const long = "x".repeat(8000);
  for (let at = 0; at < Math.floor(SHARED_LIMITS.person.characters / 8000); at += 1)
    await createView(maker, view(account.id, long));
  const small = await createView(maker, view(null, long));
  await expect(updateView(maker, { id: small.id, account_id: account.id })).rejects.toMatchObject(refusal);
  await expect(createView(maker, view(account.id, long))).rejects.toMatchObject(refusal);
  expect((await listViews(maker, "trends")).views.find(({ id }) => id === small.id)?.account_id).toBeNull();
});
