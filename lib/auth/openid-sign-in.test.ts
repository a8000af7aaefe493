import { eq } from "drizzle-orm";
import { decodeJwt, decodeProtectedHeader, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import type { NextApiRequest, NextApiResponse } from "next";
import { cookies, headers } from "next/headers";
import { NextResponse } from "next/server";
import NextAuth from "next-auth";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { env, publicUrl } from "@/lib/env";
import { readAccounts } from "@/lib/gateway/own-account";
import { networkOf } from "@/lib/http/network";
import { forgetProcessWide } from "@/lib/process-wide";
import { db } from "@/lib/stores/postgres/client";
import { deleteIdentity } from "@/lib/stores/postgres/identities";
import { takeSlot } from "@/lib/stores/postgres/rate-limits";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { identities, people, sessions } from "@/lib/stores/postgres/schema/people";
import { unseal } from "@/lib/stores/postgres/sealed";
import { withOwnDatabase } from "@/lib/test-database";
import { CLIENT } from "@/lib/test-identities";
import { startIdentityProvider, type TestProvider } from "@/lib/test-identity-provider";
import { sessionHash } from "./open-session";
import { refusedStart } from "./openid-sign-in";
import { authOptions } from "./options";
import { signOutAddress } from "./sign-out-address";
import { requireViewer } from "./viewer";

withOwnDatabase();
const RESOURCE = "https://fieldwork.example/demand";
let provider: TestProvider;
beforeAll(async () => {
  provider = await startIdentityProvider({
    redirectTo: `${publicUrl()}/api/auth/callback/company`,
    afterSignOut: `${publicUrl()}/sign-in`,
    resource: RESOURCE,
  });
  return provider.close;
});

type Jar = Map<string, string>;
type Asked = { method: "GET" | "POST"; path: string[]; query?: Record<string, string>; body?: Record<string, string> };

/** One request of next-auth's, with the cookies of a browser, which keeps what is set. */
async function ask(jar: Jar, { method, path, query = {}, body = {} }: Asked) {
  const { cookies: present } = new NextResponse();
  for (const [name, value] of jar) present.set(name, value);
  vi.mocked(cookies).mockResolvedValue(present as unknown as Awaited<ReturnType<typeof cookies>>);
  vi.mocked(headers).mockResolvedValue(new Headers({ "x-client-address": "127.0.0.1" }) as never);
  const answer = { status: 200, location: "", json: {} as Record<string, string> };
  const set = (value: string[] | string) => {
    for (const line of [value].flat()) {
      const [, name = "", content = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (content === "") jar.delete(name);
      else jar.set(name, decodeURIComponent(content));
    }
  };
  const response = {
    getHeader: () => undefined,
    setHeader(name: string, value: string[] | string) {
      if (name.toLowerCase() === "set-cookie") set(value);
      if (name.toLowerCase() === "location") answer.location = String(value);
      return response;
    },
    status(code: number) {
      answer.status = code;
      return response;
    },
    json: (value: Record<string, string>) => Object.assign(answer, { json: value }),
    send: (text: string) => Object.assign(answer, { json: typeof text === "string" ? JSON.parse(text) : text }),
    end: () => {},
  };
  const request = { method, query: { ...query, nextauth: path }, body, cookies: Object.fromEntries(jar), headers: {} };
  // Safe: these are the parts of both that next-auth uses.
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, authOptions());
  return answer;
}

/** Begins a sign-in as the sign-in page does; gives the provider's address. */
async function begin(jar: Jar, callbackUrl = "/surveys?page=2"): Promise<string> {
  const { csrfToken = "" } = (await ask(jar, { method: "GET", path: ["csrf"] })).json;
  const body = { csrfToken, callbackUrl, json: "true" };
  return (await ask(jar, { method: "POST", path: ["signin", "company"], body })).json.url ?? "";
}

/** Goes through the provider's pages; gives the address of ours that it leads back to. */
async function throughProvider(address: string): Promise<URL> {
  const jar: Jar = new Map();
  let next = new URL(address);
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    next = new URL(reply.headers.get("location") ?? "", next);
    if (next.origin === new URL(publicUrl()).origin) return next;
  }
  throw new Error("The provider did not lead back.");
}

const finish = (jar: Jar, address: URL) =>
  ask(jar, { method: "GET", path: ["callback", "company"], query: Object.fromEntries(address.searchParams) });

/** A whole sign-in; gives where it ended. */
async function signIn(jar: Jar = new Map()) {
  const { location } = await finish(jar, await throughProvider(await begin(jar)));
  return { location, sessionId: jar.get("session") };
}

const refusalOf = (location: string) => new URL(location, publicUrl()).searchParams.get("refusal");

function configure(more: Record<string, unknown> = {}): void {
  process.env.NEXTAUTH_URL = publicUrl();
  env.IDENTITY_PROVIDERS = JSON.stringify([
    {
      ...{ kind: "openid", name: "company", title: "Company account", issuer: provider.issuer },
      ...{ clientId: CLIENT.id, clientSecret: CLIENT.secret, parameters: { resource: RESOURCE } },
      ...{ audience: RESOURCE, domains: ["x.example"], ...more },
    },
  ]);
  // What a process reads once, a test changes.
  for (const name of ["identity providers", "openid configurations", "identity provider keys", "providers left alone"])
    forgetProcessWide(name);
}

let count = 0;
async function addUser(email: string): Promise<{ userId: string; accountId: string }> {
  count += 1;
  const [account] = await db()
    .insert(accounts)
    .values({ name: `Account ${count}` })
    .returning();
  const [user] = await db().insert(users).values({ email, name: email, passwordHash: "none" }).returning();
  if (!(account && user)) throw new Error("Not written.");
  await db().insert(memberships).values({ userId: user.id, accountId: account.id });
  return { userId: user.id, accountId: account.id };
}

/** Somebody whom nobody here knows yet, signed in by the provider next. */
function newcomer(more: Record<string, unknown> = {}): { sub: string; email: string } {
  count += 1;
  const person = { sub: `subject-${count}`, email: `person-${count}@x.example` };
  provider.person = { ...person, email_verified: true, name: `Person ${count}`, ...more };
  return person;
}

beforeEach(() => {
  provider.reset();
  configure();
});

test("a verified e-mail of an allowed domain links its user once; from then on the subject decides", async () => {
  const { sub, email } = newcomer();
  const { accountId } = await addUser(email);
  const first = await signIn();
  expect(first.location).toBe(`${publicUrl()}/surveys?page=2`);
  const viewer = await requireViewer(first.sessionId);
  expect(viewer).toMatchObject({ email, accounts: [{ id: accountId }] });
  // What the session calls the demand interface with is the provider's own token.
  expect(JSON.parse(Buffer.from(viewer.token.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
    ...{ iss: provider.issuer, aud: RESOURCE, sub },
  });
  const entries = await db().select().from(audit).where(eq(audit.who, email));
  expect(entries.map(({ action, accountId: of, after }) => [action, of, after])).toEqual([
    ["linkIdentity", accountId, { email, issuer: provider.issuer, subject: sub }],
  ]);

  provider.person = { sub, email: "renamed@elsewhere.example", email_verified: false };
  const again = await requireViewer((await signIn()).sessionId);
  expect(again.personId).toBe(viewer.personId);
  const [identity] = await db().select().from(identities).where(eq(identities.subject, sub));
  expect(identity?.email).toBe("renamed@elsewhere.example");
});

test.each([
  ["no-email", { email: undefined }],
  ["unverified-email", { email_verified: false }],
  ["unverified-email", { email_verified: undefined }],
  ["other-domain", { email: "person@x.example.evil.example" }],
  ["other-domain", { email: "person@sub.x.example" }],
  ["no-user", {}],
])("who cannot be told is not signed in (%s), and nothing is written", async (refusal, claims) => {
  const { email } = newcomer(claims);
  const before = await db().$count(identities);
  const { location, sessionId } = await signIn();
  expect([refusalOf(location), sessionId]).toEqual([refusal, undefined]);
  expect(location).toMatch(/^\/sign-in\?refusal=[a-z-]+&provider=company&reference=[0-9a-f-]{36}$/);
  expect(await db().$count(identities)).toBe(before);
  expect(await db().$count(people, eq(people.email, email))).toBe(0);
});

test("a disabled user is not signed in, linked or not", async () => {
  const { email } = newcomer();
  await addUser(email);
  const { sessionId } = await signIn();
  await db().update(users).set({ disabledAt: new Date() }).where(eq(users.email, email));
  expect(refusalOf((await signIn()).location)).toBe("disabled");
  // Nor do calls go on with the token that the session holds.
  const viewer = await requireViewer(sessionId);
  await expect(readAccounts({ viewer, requestId: "r", origin: "page" })).rejects.toMatchObject({
    code: "unauthenticated",
  });
});

test("an address that was given to somebody else does not open the former owner's account", async () => {
  const { email } = newcomer();
  await addUser(email);
  await signIn();
  provider.person = { sub: "another", email, email_verified: true };
  const { location, sessionId } = await signIn();
  expect([refusalOf(location), sessionId]).toEqual(["other-identity", undefined]);
});

test("groups decide role and accounts at each sign-in; a missing claim changes nothing, an empty one does", async () => {
  const [ours, theirs] = await db()
    .insert(accounts)
    .values([{ name: "Panel team" }, { name: "Kept" }])
    .returning();
  const groups = { claim: "groups", roles: { boss: "admin", crew: "manager" }, accounts: { panel: "Panel team" } };
  configure({ groups });
  const { email } = newcomer({ groups: ["panel", "crew", "boss"] });
  const first = await requireViewer((await signIn()).sessionId);
  expect(first).toMatchObject({ role: "admin", accounts: [{ id: ours?.id }] });
  const [user] = await db().select().from(users).where(eq(users.email, email));
  await db()
    .insert(memberships)
    .values({ userId: user?.id ?? "", accountId: theirs?.id ?? "" });

  const next = async (claims: object) => {
    provider.person = { ...provider.person, groups: undefined, ...claims };
    const { role, accounts: of } = await requireViewer((await signIn()).sessionId);
    return [role, of.map(({ name }) => name).sort()];
  };
  expect(await next({})).toEqual(["admin", ["Kept", "Panel team"]]);
  expect(await next({ groups: [1, 2] })).toEqual(["admin", ["Kept", "Panel team"]]);
  expect(await next({ groups: "crew" })).toEqual(["manager", ["Kept"]]);
  expect(await next({ groups: [] })).toEqual(["analyst", ["Kept"]]);
  const entries = await db().select().from(audit).where(eq(audit.who, email)).orderBy(audit.id);
  expect(entries.map(({ action }) => action)).toEqual([
    ...["createUser", "linkIdentity", "changeRole"],
    ...["updateUser", "changeRole", "changeRole"],
  ]);
});

test("without an audience our own token stands in, and ends with the identity", async () => {
  configure({ audience: undefined });
  const { email, sub } = newcomer();
  await addUser(email);
  const viewer = await requireViewer((await signIn()).sessionId);
  const context = { viewer, requestId: "r", origin: "page" as const };
  expect(await readAccounts(context)).toHaveLength(1);
  const [identity] = await db().select().from(identities).where(eq(identities.subject, sub));
  await deleteIdentity(db(), identity?.id ?? "");
  await expect(readAccounts(context)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("a sign-in makes a session of its own: one that was planted before ends, and is not taken over", async () => {
  const { email } = newcomer();
  await addUser(email);
  const planted = (await signIn()).sessionId ?? "";
  const { sessionId } = await signIn(new Map([["session", planted]]));
  expect(sessionId).not.toBe(planted);
  await expect(requireViewer(planted)).rejects.toMatchObject({ code: "unauthenticated" });
  const rows = await db()
    .select()
    .from(sessions)
    .where(eq(sessions.idHash, sessionHash(sessionId ?? "")));
  expect(rows).toHaveLength(1);
});

test("the provider's answer is of no use in another browser, twice, or with another state", async () => {
  const { email } = newcomer();
  await addUser(email);
  const jar: Jar = new Map();
  const answer = await throughProvider(await begin(jar));
  const stranger: Jar = new Map();
  expect((await finish(stranger, answer)).location).toMatch(/error=OAuthCallback/);
  const forged = new URL(answer);
  forged.searchParams.set("state", "forged");
  const copy = new Map(jar);
  expect(refusalOf((await finish(copy, forged)).location)).toBe("refused");
  const again = new Map(jar);
  expect((await finish(jar, answer)).location).toBe(`${publicUrl()}/surveys?page=2`);
  expect(refusalOf((await finish(again, answer)).location)).toBe("refused");
  expect([stranger, copy, again].map((each) => each.get("session"))).toEqual([undefined, undefined, undefined]);
});

test.each(["https://evil.example/", "//evil.example", "http://localhost.evil.example/", "/\\evil.example"])(
  "a sign-in that is to lead to %s leads to the start page",
  async (callbackUrl) => {
    const { email } = newcomer();
    await addUser(email);
    const jar: Jar = new Map();
    const { location } = await finish(jar, await throughProvider(await begin(jar, callbackUrl)));
    expect(location).toBe(`${publicUrl()}/surveys`);
  },
);

test("a provider that is away, or goes away on the way, signs nobody in and says so", async () => {
  const { email } = newcomer();
  await addUser(email);
  const jar: Jar = new Map();
  const answer = await throughProvider(await begin(jar));
  provider.mode = "away";
  expect((await finish(jar, answer)).location).toMatch(/error=OAuthCallback/);
  expect(await begin(new Map())).toMatch(/error=OAuthSignin/);
  expect(jar.get("session")).toBeUndefined();
});

test("a provider that never answers is given up, and signs nobody in", async () => {
  const { email } = newcomer();
  await addUser(email);
  const jar: Jar = new Map();
  const answer = await throughProvider(await begin(jar));
  provider.mode = "silent";
  const ends: [afterMs: number, end: AbortController][] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((afterMs) => {
    const end = new AbortController();
    ends.push([afterMs, end]);
    return end.signal;
  });
  try {
    const finished = finish(jar, answer);
    await expect.poll(() => provider.calls).toContain("POST /token");
    expect(new Set(ends.map(([afterMs]) => afterMs))).toEqual(new Set([5000]));
    for (const [, end] of ends) end.abort(new DOMException("The operation timed out.", "TimeoutError"));
    expect(refusalOf((await finished).location)).toBe("away");
  } finally {
    timeout.mockRestore();
  }
  expect(jar.get("session")).toBeUndefined();
});

/** What an ID token says with other members, signed as it is not allowed to be, or by its provider. */
type Signing = "its provider" | "another key" | "nobody" | "our secret";
async function altered(token: string, members: JWTPayload, by: Signing): Promise<string> {
  const claims = { ...decodeJwt(token), ...members };
  const { kid = "" } = decodeProtectedHeader(token);
  if (by === "nobody") return new UnsecuredJWT(claims).encode();
  const sign = (alg: string, key: Parameters<SignJWT["sign"]>[0]) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);
  if (by === "our secret") return sign("HS256", new TextEncoder().encode(CLIENT.secret));
  return sign("RS256", by === "another key" ? (await generateKeyPair("RS256")).privateKey : provider.key);
}

const seconds = (ms: number) => Math.floor((Date.now() + ms) / 1000);

test.each<[string, JWTPayload, Signing]>([
  ["signed by another key", {}, "another key"],
  ["signed by nobody", {}, "nobody"],
  ["signed by the secret that we have of it", {}, "our secret"],
  ["for another client", { aud: "another" }, "its provider"],
  ["of another issuer", { iss: "https://id.elsewhere.example" }, "its provider"],
  ["of another sign-in", { nonce: "another" }, "its provider"],
  ["that has ended", { iat: seconds(-20 * 60_000), exp: seconds(-10 * 60_000) }, "its provider"],
  ["that never ends", { exp: undefined }, "its provider"],
  ["that names nobody", { sub: undefined }, "its provider"],
])("an ID token %s signs nobody in", async (_, members, by) => {
  const { email } = newcomer();
  await addUser(email);
  provider.idToken = (token) => altered(token, members, by);
  const { location, sessionId } = await signIn();
  expect([refusalOf(location), sessionId]).toEqual(["refused", undefined]);
  expect(await db().$count(people, eq(people.email, email))).toBe(0);
});

test("an ID token that is signed anew by its provider, and says the same, signs in", async () => {
  const { email } = newcomer();
  await addUser(email);
  provider.idToken = (token) => altered(token, {}, "its provider");
  expect((await signIn()).sessionId).toBeDefined();
});

test("a provider that rotates its keys goes on signing people in, and its new tokens are taken", async () => {
  const { email } = newcomer();
  await addUser(email);
  await signIn();
  await provider.restart("second");
  // Keys are looked for again at most every ten seconds.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15_000 });
  try {
    const viewer = await requireViewer((await signIn()).sessionId);
    expect(await readAccounts({ viewer, requestId: "r", origin: "page" })).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [-4, "/surveys?page=2"],
  [4, "/surveys?page=2"],
  [-11, "refused"],
])("a provider whose clock is %i minutes ahead leads to %s", async (minutes, end) => {
  const { email } = newcomer();
  await addUser(email);
  provider.aheadMs = minutes * 60_000;
  const { location } = await signIn();
  expect(refusalOf(location) ?? location.replace(publicUrl(), "")).toBe(end);
});

/** Somebody signed in, whose session's token ends in so many seconds. */
async function signedIn(lastsSeconds: number) {
  const { email } = newcomer();
  await addUser(email);
  const { sessionId = "" } = await signIn();
  const of = eq(sessions.idHash, sessionHash(sessionId));
  const set = (values: Partial<typeof sessions.$inferInsert>) => db().update(sessions).set(values).where(of);
  const read = async () => (await db().select().from(sessions).where(of))[0];
  const endIn = (seconds: number) => set({ tokenExpiresAt: new Date(Date.now() + seconds * 1000) });
  await endIn(lastsSeconds);
  provider.calls = [];
  return { sessionId, set, read, endIn, token: unseal((await read())?.token ?? Buffer.alloc(0)) };
}

const refreshes = () => provider.calls.filter((call) => call === "POST /token").length;

test("a token that is about to end is renewed once, however many ask at the same time", async () => {
  const { sessionId, token, endIn } = await signedIn(300);
  expect((await requireViewer(sessionId)).token).toBe(token);
  expect(refreshes()).toBe(0);
  await endIn(30);
  const viewers = await Promise.all(Array.from({ length: 8 }, () => requireViewer(sessionId)));
  const [renewed, ...others] = new Set(viewers.map((viewer) => viewer.token));
  expect([others, refreshes()]).toEqual([[], 1]);
  expect(renewed).not.toBe(token);
  // The refresh token was replaced as well.
  await endIn(-1);
  expect((await requireViewer(sessionId)).token).not.toBe(renewed);
  expect(refreshes()).toBe(2);
});

test.each(["away", "failing"] as const)(
  "a provider that is %s leaves a token until it ends; then the session waits",
  async (mode) => {
    const { sessionId, token, endIn, read } = await signedIn(30);
    provider.mode = mode;
    expect((await requireViewer(sessionId)).token).toBe(token);
    await endIn(-1);
    const away = {
      code: "unavailable",
      message: "Company account does not answer at the moment. Try again in a moment.",
    };
    const before = refreshes();
    await expect(requireViewer(sessionId)).rejects.toMatchObject(away);
    // For a moment it is left alone.
    expect(refreshes()).toBe(before);
    expect(await read()).toBeDefined();
    provider.mode = "usual";
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6000 });
    try {
      expect((await requireViewer(sessionId)).token).not.toBe(token);
    } finally {
      vi.useRealTimers();
    }
  },
);

test("a session whose provider gives no further token ends", async () => {
  const used = await signedIn(30);
  const { refreshToken } = (await used.read()) ?? {};
  await requireViewer(used.sessionId);
  // A refresh token works once.
  await used.set({ refreshToken: refreshToken ?? null, tokenExpiresAt: new Date() });
  await expect(requireViewer(used.sessionId)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await used.read()).toBeUndefined();
  const without = await signedIn(30);
  await without.set({ refreshToken: null });
  await expect(requireViewer(without.sessionId)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("a sign-out leads to where the provider ends its own session, and to nowhere while it is away", async () => {
  const { sessionId } = await signedIn(300);
  const viewer = await requireViewer(sessionId);
  const { address } = await signOutAddress(viewer);
  const url = new URL(address ?? "");
  expect(url.origin).toBe(provider.issuer);
  expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${publicUrl()}/sign-in`);
  expect((await fetch(url, { redirect: "manual" })).status).toBe(200);
  configure();
  provider.mode = "away";
  expect(await signOutAddress(viewer)).toEqual({ address: null });
});

test("a client begins no more sign-ins by a provider than it may finish, and is told so on the sign-in page", async () => {
  vi.mocked(headers).mockResolvedValue(new Headers({ "x-client-address": "192.0.2.7" }) as never);
  const starts = await Promise.all(Array.from({ length: 10 }, () => refusedStart("company")));
  expect(starts).toEqual(Array(10).fill(null));
  // As many more as it may begin in the time that anybody would wait.
  const ask = { key: `sign-in:${networkOf("192.0.2.7")}`, limit: 10, windowMs: 1000, maxWaitMs: 60_000 };
  for (let taken = 0; taken < 100; taken += 1) expect(await takeSlot(db(), ask)).toMatchObject({ granted: true });
  expect(refusalOf((await refusedStart("company")) ?? "")).toBe("busy");
});
