import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import { env } from "@/lib/env";
import type { SignedInContext } from "@/lib/gateway/call";
import { signToken } from "@/lib/service/demand/sign-token";
import { db } from "@/lib/stores/postgres/client";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { people } from "@/lib/stores/postgres/schema/people";
import { insertUser } from "@/lib/stores/postgres/users";
import { withOwnDatabase } from "@/lib/test-database";
import { linkIn, withMailServer } from "@/lib/test-mail-server";
import { createPasswordLink, inviteUser } from "./invitations";
import { listPeople } from "./people";

withOwnDatabase();
const mail = withMailServer();

type Context = SignedInContext<SessionViewer>;

async function addAccount(name: string): Promise<string> {
  const [row] = await db().insert(accounts).values({ name }).returning();
  return row?.id ?? "";
}

async function adminOf(...accountIds: string[]): Promise<Context> {
  const email = `${crypto.randomUUID()}@b.test`;
  const user = { email, name: "Admin", passwordHash: "-" };
  const id = (await insertUser(db(), { ...user, accountId: accountIds[0] ?? "" })) ?? "";
  for (const accountId of accountIds.slice(1)) await db().insert(memberships).values({ userId: id, accountId });
  const { token } = await signToken({ id, passwordHash: "-" }, Date.now());
  const session = { personId: crypto.randomUUID(), sessionHash: "h", expiresAt: "", settings: {} };
  const viewer = { connection: "built-in", email, name: "Admin", role: "admin", accounts: [], token, ...session };
  return { viewer: viewer as unknown as SessionViewer, requestId: "r", origin: "page" };
}

const somebody = () => ({ email: `${crypto.randomUUID()}@new.example`, name: "New Person" });

let ours = "";
let theirs = "";
let admin: Context;
beforeAll(async () => {
  [ours, theirs] = [await addAccount("Ours"), await addAccount("Theirs")];
  admin = await adminOf(ours);
});

test("who is invited is a user of the account with the role, and gets a link by e-mail", async () => {
  const person = somebody();
  const reply = await inviteUser(admin, { ...person, role: "manager" });
  expect(reply).toMatchObject({ email: person.email, sent: true, link: null, problem: null });
  expect(linkIn(mail.messages[0])).toMatch(/^[\w-]{43}$/);
  const { people: listed } = await listPeople(admin, { search: person.email });
  expect(listed).toMatchObject([{ ...person, role: "manager", has_password: false, password_refusal: null }]);
  const [user] = await db().select().from(users).where(eq(users.email, person.email));
  const traces = await db()
    .select()
    .from(audit)
    .where(eq(audit.thingId, user?.id ?? ""));
  expect(traces).toMatchObject([
    { action: "inviteUser", accountId: ours, who: admin.viewer.email, after: { ...person, role: "manager" } },
  ]);
  expect(JSON.stringify(traces)).not.toContain(linkIn(mail.messages[0]));
});

test("where the mail server takes no message, the admin is shown the link and told why", async () => {
  mail.refuses = true;
  const reply = await inviteUser(admin, { ...somebody(), role: "analyst" });
  expect(reply).toMatchObject({ sent: false, problem: expect.stringContaining("did not take the message") });
  expect(reply.link).toMatch(/\/set-password#[\w-]{43}$/);
});

test("where no e-mail is configured, the admin is shown the link", async () => {
  const { SMTP_URL } = env;
  env.SMTP_URL = undefined;
  try {
    const reply = await inviteUser(admin, { ...somebody(), role: "analyst" });
    expect(reply).toMatchObject({ sent: false, link: expect.stringContaining("#"), problem: null });
  } finally {
    env.SMTP_URL = SMTP_URL;
  }
});

describe("an invitation is refused, and nothing is changed,", () => {
  test("for whoever is a user already, here or in another account", async () => {
    const person = somebody();
    await insertUser(db(), { ...person, passwordHash: "-", accountId: theirs });
    await expect(inviteUser(admin, { ...person, role: "admin" })).rejects.toMatchObject({
      fields: { email: expect.stringContaining("is a user already") },
    });
    expect(await db().select().from(people).where(eq(people.email, person.email))).toEqual([]);
    expect(mail.messages).toEqual([]);
  });

  test("to an account that is not the admin's", async () => {
    const person = somebody();
    await expect(inviteUser(admin, { ...person, role: "analyst", account_id: theirs })).rejects.toMatchObject({
      code: "invalid",
    });
    expect(await db().select().from(users).where(eq(users.email, person.email))).toEqual([]);
  });
});

describe("a link for a new password", () => {
  test("is sent to a user of the account", async () => {
    const person = somebody();
    await insertUser(db(), { ...person, passwordHash: "-", accountId: ours });
    expect(await createPasswordLink(admin, { email: person.email })).toMatchObject({ sent: true });
    expect(mail.messages[0]).toContain("3 hours");
  });

  test("is not found for a user of another account, as for nobody", async () => {
    const person = somebody();
    await insertUser(db(), { ...person, passwordHash: "-", accountId: theirs });
    for (const email of [person.email, "nobody@new.example"]) {
      await expect(createPasswordLink(admin, { email })).rejects.toMatchObject({ code: "not_found" });
    }
    expect(mail.messages).toEqual([]);
  });

  test("is refused for a user who is also in an account that is not the admin's", async () => {
    const person = somebody();
    const id = (await insertUser(db(), { ...person, passwordHash: "-", accountId: ours })) ?? "";
    await db().insert(memberships).values({ userId: id, accountId: theirs });
    await expect(createPasswordLink(admin, { email: person.email })).rejects.toMatchObject({ code: "forbidden" });
    const both = await adminOf(ours, theirs);
    expect(await createPasswordLink(both, { email: person.email })).toMatchObject({ sent: true });
  });
});
