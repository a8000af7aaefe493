import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/stores/postgres/client";
import { people, sessions } from "@/lib/stores/postgres/schema";
import { withOwnDatabase } from "@/lib/test-database";
import { withDemandService } from "@/lib/test-demand-service";
import { sessionHash, signIn } from "./sign-in";

withOwnDatabase();
const service = withDemandService();

const client = { requestId: "r", clientAddress: "127.0.0.1", userAgent: null, formerSession: undefined };

test("who signs in has all accounts and a name, however few the service lists at once", async () => {
  const accounts = Array.from({ length: 120 }, (_, at) => ({ id: `${at}`, name: `Account ${at}` }));
  const users = accounts.map(({ id }) => ({ id, name: `User ${id}`, email: `user-${id}@Panel.test` }));
  service.lists = { accounts, users };
  const session = await signIn({ connection: "panel", email: "user-119@panel.test", password: "p" }, client);
  const [found] = await db()
    .select({ accounts: sessions.accounts, name: people.name })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(eq(sessions.idHash, sessionHash(session)));
  expect(found).toEqual({ accounts, name: "User 119" });
  // Asked again, though it was asked a moment ago: a sign-in goes by what holds now.
  service.lists.accounts = accounts.slice(0, 2);
  const next = await signIn({ connection: "panel", email: "user-119@panel.test", password: "p" }, client);
  const [now] = await db()
    .select({ accounts: sessions.accounts })
    .from(sessions)
    .where(eq(sessions.idHash, sessionHash(next)));
  expect(now?.accounts).toHaveLength(2);
});

test.each([
  ["an hour", 60, 2],
  ["ten minutes, once the service issues no more", 10, 1],
])("a token of %s is used again by whoever has the password", async (_, minutes, left) => {
  service.lists = { accounts: [{ id: "1", name: "One" }], users: [] };
  service.tokens = { left, lastMs: minutes * 60_000 };
  const credentials = { connection: "panel", email: `of-${minutes}-minutes@panel.test`, password: "p" };
  const first = await signIn(credentials, client);
  expect(await signIn(credentials, client)).not.toBe(first);
  expect(service.tokens.left).toBe(left - 1);
  service.tokens.left = 0;
  await expect(signIn({ ...credentials, password: "another" }, client)).rejects.toMatchObject({ code: "busy" });
});
