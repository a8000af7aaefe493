import { expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { SignedInContext } from "@/lib/gateway/call";
import { signToken } from "@/lib/service/demand/sign-token";
import { listAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { insertSession, listSessions, meetPerson } from "@/lib/stores/postgres/people";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { identities } from "@/lib/stores/postgres/schema/people";
import { BUILT_IN } from "@/lib/stores/postgres/users";
import { usualSettings } from "@/lib/tables/format";
import { withOwnDatabase } from "@/lib/test-database";
import { listPeople, removeIdentity } from "./people";

withOwnDatabase();

const newAccount = async (name: string) => {
  const [account] = await db().insert(accounts).values({ name }).returning();
  return { id: account?.id ?? "", name };
};

type Account = { id: string; name: string };

/** A user of these accounts, as they act in a session of theirs. */
async function member(name: string, of: Account[]): Promise<SignedInContext<SessionViewer>> {
  const email = `${name}@x.example`;
  const [user] = await db().insert(users).values({ email, name, passwordHash: "none" }).returning();
  if (!user) throw new Error("The user was not written.");
  await db()
    .insert(memberships)
    .values(of.map(({ id }) => ({ userId: user.id, accountId: id })));
  const { id: personId } = await meetPerson(db(), { connection: BUILT_IN, email, name });
  const { token } = await signToken(user, Date.now());
  const viewer: SessionViewer = {
    ...{ connection: BUILT_IN, email, name, token, personId },
    role: "admin",
    accounts: of,
    sessionHash: "",
    expiresAt: "",
    settings: usualSettings,
  };
  return { viewer, requestId: "r", origin: "page" };
}

const ISSUER = "https://id.example";

async function addIdentity({ viewer }: SignedInContext<SessionViewer>, issuer = ISSUER): Promise<string> {
  const { personId, email } = viewer;
  const [row] = await db()
    .insert(identities)
    .values({ connection: BUILT_IN, issuer, subject: `of ${email}`, personId, email })
    .returning();
  return row?.id ?? "";
}

const addSession = async ({ viewer }: SignedInContext<SessionViewer>, idHash: string, identityId: string | null) =>
  insertSession(db(), {
    ...{ idHash, identityId, personId: viewer.personId, accounts: [], token: Buffer.from("t") },
    expiresAt: new Date(Date.now() + 60_000),
  });

test("an admin sees a colleague's identities and removes one: its sessions end, the others go on", async () => {
  const account = await newAccount("Ours");
  const [admin, colleague] = [await member("admin", [account]), await member("colleague", [account])];
  const [first, second] = [await addIdentity(colleague), await addIdentity(colleague, "https://other.example")];
  await addSession(colleague, "by the first", first);
  await addSession(colleague, "by the second", second);
  await addSession(colleague, "by password", null);

  const { people } = await listPeople(admin, { search: "colleague" });
  expect(people[0]?.identities.map(({ id, subject, email }) => [id, subject, email])).toEqual([
    [first, "of colleague@x.example", "colleague@x.example"],
    [second, "of colleague@x.example", "colleague@x.example"],
  ]);
  const left = await removeIdentity(admin, first);
  expect(left.identities.map(({ id }) => id)).toEqual([second]);
  const sessions = await listSessions(db(), colleague.viewer.personId);
  expect(sessions.map(({ idHash }) => idHash).sort()).toEqual(["by password", "by the second"]);

  const scope = { connection: BUILT_IN, accountIds: [account.id], email: "", seesUnassigned: false };
  const entries = await listAudit(db(), { ...scope, things: null, seen: null }, { limit: 10 });
  expect(entries.map(({ action, who, before }) => [action, who, before])).toEqual([
    [
      "removeIdentity",
      "admin@x.example",
      { email: "colleague@x.example", issuer: ISSUER, subject: "of colleague@x.example" },
    ],
  ]);
});

test("another account's identity is as unknown as none, and one of a shared colleague stays", async () => {
  const [ours, theirs] = [await newAccount("One"), await newAccount("Two")];
  const [admin, stranger] = [await member("one", [ours]), await member("two", [theirs])];
  const shared = await member("both", [ours, theirs]);
  const [foreign, kept] = [await addIdentity(stranger), await addIdentity(shared)];
  for (const id of [foreign, "no id", crypto.randomUUID()])
    await expect(removeIdentity(admin, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(removeIdentity(admin, kept)).rejects.toThrow(/is also in an account that you are not in/);
  expect((await db().select().from(identities)).map(({ id }) => id)).toEqual(expect.arrayContaining([foreign, kept]));
});
