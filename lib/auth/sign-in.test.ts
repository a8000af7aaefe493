import { randomBytes, scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readAccounts } from "@/lib/gateway/own-account";
import { db } from "@/lib/stores/postgres/client";
import { hashPassword } from "@/lib/stores/postgres/passwords";
import { dropUpstreamToken, findUpstreamToken } from "@/lib/stores/postgres/people";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { people, sessions } from "@/lib/stores/postgres/schema/people";
import { unseal } from "@/lib/stores/postgres/sealed";
import { withOwnDatabase } from "@/lib/test-database";
import { withDemandService } from "@/lib/test-demand-service";
import { sessionHash } from "./open-session";
import { signIn } from "./sign-in";
import { requireViewer } from "./viewer";

withOwnDatabase();
const service = withDemandService();

const client = { requestId: "r", clientAddress: "127.0.0.1", userAgent: null, formerSession: undefined };

test("a session has all accounts and a name, however few the service lists at once", async () => {
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

test("a kept token stands in while the service issues none, for whoever has its password", async () => {
  service.lists = { accounts: [{ id: "1", name: "One" }], users: [] };
  service.tokens.left = 1;
  const credentials = { connection: "panel", email: "often@panel.test", password: "p" };
  const first = await signIn(credentials, client);
  expect(service.tokens.left).toBe(0);
  expect(await signIn(credentials, client)).not.toBe(first);
  await expect(signIn({ ...credentials, password: "another" }, client)).rejects.toMatchObject({ code: "busy" });
});

test("an old password does not sign in, and the token that it got is dropped", async () => {
  service.lists = { accounts: [{ id: "1", name: "One" }], users: [] };
  service.password = "old";
  const credentials = { connection: "panel", email: "changed@panel.test" };
  const signInWith = (password: string) => signIn({ ...credentials, password }, client);
  await signInWith("old");
  service.password = "new";
  await expect(signInWith("old")).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await findUpstreamToken(db(), credentials)).toBeNull();
  // Nor later, when the service judges no password at all because it issues no more tokens.
  service.password = null;
  service.tokens.left = 0;
  await expect(signInWith("old")).rejects.toMatchObject({ code: "busy" });
});

test("a password that was never right leaves the kept token to whoever has the right one", async () => {
  service.lists = { accounts: [{ id: "1", name: "One" }], users: [] };
  service.password = "right";
  const credentials = { connection: "panel", email: "guessed@panel.test" };
  await signIn({ ...credentials, password: "right" }, client);
  await expect(signIn({ ...credentials, password: "guess" }, client)).rejects.toMatchObject({
    code: "unauthenticated",
  });
  expect(await findUpstreamToken(db(), credentials)).not.toBeNull();
});

describe("at the built-in service", () => {
  const email = "somebody@built-in.test";
  const signInWith = (password: string) => signIn({ connection: "built-in", email, password }, client);
  const changePassword = async (password: string) =>
    db()
      .update(users)
      .set({ passwordHash: await hashPassword(password), passwordMark: null })
      .where(eq(users.email, email));

  test("a token is used again, and ends with its password, with every session that carries it", async () => {
    const [account] = await db().insert(accounts).values({ name: "Built-in" }).returning();
    const [user] = await db()
      .insert(users)
      .values({ email, name: "Somebody", passwordHash: await hashPassword("the first password") })
      .returning();
    await db()
      .insert(memberships)
      .values({ userId: user?.id ?? "", accountId: account?.id ?? "" });
    const keptToken = async () =>
      unseal((await findUpstreamToken(db(), { connection: "built-in", email }))?.token ?? Buffer.of());
    const session = await signInWith("the first password");
    const token = await keptToken();
    await signInWith("the first password");
    expect(await keptToken()).toBe(token);

    // As it was hashed by earlier releases: signing in renews it, and what was issued before goes on.
    const salt = randomBytes(16);
    const key = scryptSync("the first password", salt, 32, { N: 16, r: 8, p: 1 });
    const passwordHash = ["scrypt", 4, 8, 1, salt.toString("base64url"), key.toString("base64url")].join("$");
    await db().update(users).set({ passwordHash }).where(eq(users.email, email));
    const former = await requireViewer(await signInWith("the first password"));
    await dropUpstreamToken(db(), { connection: "built-in", email });
    await signInWith("the first password");
    const stored = await db().select({ hash: users.passwordHash }).from(users).where(eq(users.email, email));
    expect(stored).toEqual([{ hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
    expect(await readAccounts({ viewer: former, requestId: "r", origin: "page" })).toMatchObject([
      { name: "Built-in" },
    ]);

    await changePassword("the second password");
    const viewer = await requireViewer(session);
    const context = { viewer, requestId: "r", origin: "page" as const };
    await expect(readAccounts(context)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(signInWith("the first password")).rejects.toMatchObject({ code: "unauthenticated" });
    const after = { viewer: await requireViewer(await signInWith("the second password")), requestId: "r" };
    expect(await readAccounts({ ...after, origin: "page" })).toMatchObject([{ name: "Built-in" }]);
  });
});
