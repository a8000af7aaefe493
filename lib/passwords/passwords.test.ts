import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { sessionHash } from "@/lib/auth/open-session";
import { makeLink } from "@/lib/auth/password-links";
import { signIn } from "@/lib/auth/sign-in";
import { env } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import { hashPassword } from "@/lib/stores/postgres/passwords";
import { accounts, passwordLinks, users } from "@/lib/stores/postgres/schema/accounts";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { sessions } from "@/lib/stores/postgres/schema/people";
import { insertUser } from "@/lib/stores/postgres/users";
import { withOwnDatabase } from "@/lib/test-database";
import { linkIn, withMailServer } from "@/lib/test-mail-server";
import { requestLink } from "./request-link";
import { lookUpLink, setPassword } from "./set-password";

withOwnDatabase();
const mail = withMailServer();

const FIRST = "seven green bottles";
const SECOND = "eight brown bottles";
const client = { requestId: "r", clientAddress: "192.0.2.7", userAgent: null, formerSession: undefined };

let email = "";
let userId = "";
beforeEach(async () => {
  email = `${crypto.randomUUID()}@panel.example`;
  const [account] = await db().insert(accounts).values({ name: email }).returning();
  const user = { email, name: "Jo Summers", passwordHash: await hashPassword(FIRST) };
  userId = (await insertUser(db(), { ...user, accountId: account?.id ?? "" })) ?? "";
});

const signInWith = (password: string) => signIn({ connection: "built-in", email, password }, client);
const newLink = async () => (await makeLink(db(), userId, "reset")).address.split("#")[1] ?? "";
const GONE = "This link was used already or has expired. Ask an admin of your account for a new one.";
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error));

test("a link sets a password once, ends sessions, tokens and other links, and is traced", async () => {
  const session = await signInWith(FIRST);
  const [link, other] = [await newLink(), await newLink()];
  expect(await lookUpLink(link)).toMatchObject({ email, name: "Jo Summers", purpose: "reset" });
  expect(await setPassword(link, SECOND, "r")).toEqual({ email });
  expect(
    await db()
      .select()
      .from(sessions)
      .where(eq(sessions.idHash, sessionHash(session))),
  ).toEqual([]);
  await expect(signInWith(FIRST)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await signInWith(SECOND)).toBeTruthy();
  for (const used of [link, other]) {
    await expect(setPassword(used, FIRST, "r")).rejects.toThrow(GONE);
    await expect(lookUpLink(used)).rejects.toMatchObject({ code: "not_found" });
  }
  const traces = await db()
    .select()
    .from(audit)
    .where(and(eq(audit.thingId, userId), eq(audit.action, "setPassword")));
  expect(traces).toMatchObject([{ who: email, outcome: "done", after: { email } }]);
});

test("of one link used twice at once, one sets the password", async () => {
  const link = await newLink();
  const ends = await Promise.allSettled([setPassword(link, FIRST, "r"), setPassword(link, SECOND, "r")]);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(ends.flatMap((end) => (end.status === "rejected" ? [codeOf(end.reason)] : []))).toEqual(["not_found"]);
});

test("a password that is guessed too easily leaves the link good and the password as it was", async () => {
  const link = await newLink();
  await expect(setPassword(link, "password!2024", "r")).rejects.toMatchObject({
    fields: { password: "This is a common password. Choose another one." },
  });
  await expect(setPassword(link, "Jo.Summers-2026".replace(".", ""), "r")).rejects.toMatchObject({ code: "invalid" });
  expect(await signInWith(FIRST)).toBeTruthy();
  await setPassword(link, SECOND, "r");
});

test("an expired link, one of nobody and one of a disabled user are none", async () => {
  const [expired, disabled] = [await newLink(), await newLink()];
  await db()
    .update(passwordLinks)
    .set({ expiresAt: new Date(Date.now() - 1000) });
  for (const link of [expired, "nonsense"]) await expect(lookUpLink(link)).rejects.toThrow(GONE);
  await db()
    .update(passwordLinks)
    .set({ expiresAt: new Date(Date.now() + 60_000) });
  expect(await lookUpLink(disabled)).toMatchObject({ email });
  await db().update(users).set({ disabledAt: new Date() }).where(eq(users.id, userId));
  await expect(setPassword(disabled, SECOND, "r")).rejects.toThrow(GONE);
});

test("the text of a link is stored nowhere", async () => {
  const link = await newLink();
  expect(JSON.stringify(await db().select().from(passwordLinks))).not.toContain(link);
});

test("whoever asks is sent a link that works, at most three in an hour", async () => {
  for (let time = 0; time < 5; time += 1) requestLink(email, "r");
  await expect.poll(() => mail.messages).toHaveLength(3);
  const [message = ""] = mail.messages;
  expect(message).toMatch(new RegExp(`^To: Jo Summers <${email}>`, "m"));
  expect(message).toMatch(/^From: Fieldwork <no-reply@fieldwork.example>/m);
  expect(message).toContain("3 hours");
  await setPassword(linkIn(message), SECOND, "r");
  expect(await signInWith(SECOND)).toBeTruthy();
});

test("nobody is sent anything who is no user, or disabled", async () => {
  await db().update(users).set({ disabledAt: new Date() }).where(eq(users.id, userId));
  requestLink(email, "r");
  requestLink("nobody@panel.example", "r");
  const counted = async () => {
    const { rateLimits } = await import("@/lib/stores/postgres/schema/mechanisms");
    const rows = await db().select().from(rateLimits).where(eq(rateLimits.key, "password-links:nobody@panel.example"));
    return rows.length;
  };
  await expect.poll(counted).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(mail.messages).toEqual([]);
  expect(await db().select().from(passwordLinks).where(eq(passwordLinks.userId, userId))).toEqual([]);
});

test("links lead to the installation's own address, and their text stands where no server is sent it", async () => {
  const { address } = await makeLink(db(), userId, "invitation");
  expect(address).toMatch(/^http:\/\/localhost:\d+\/set-password#[\w-]{43}$/);
  expect(env.PUBLIC_URL).toBeUndefined();
});
