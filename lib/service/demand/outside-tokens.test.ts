import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { env } from "@/lib/env";
import { db } from "@/lib/stores/postgres/client";
import { insertIdentity } from "@/lib/stores/postgres/identities";
import { meetPerson } from "@/lib/stores/postgres/people";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { BUILT_IN } from "@/lib/stores/postgres/users";
import { withOwnDatabase } from "@/lib/test-database";
import { authenticate } from "./tokens";

withOwnDatabase();

const AUDIENCE = "https://fieldwork.example/demand";
type Key = { kid: string; secret: CryptoKey; jwk: object };

/** A provider's description and keys, and nothing else of it. */
let server: Server;
let issuer = "";
let published: Key[] = [];
let isAway = false;
let asked = 0;

async function newKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { kid, secret: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    if (isAway) return request.socket.destroy();
    const isKeys = request.url === "/keys";
    if (isKeys) asked += 1;
    const description = {
      ...{ issuer, jwks_uri: `${issuer}/keys`, response_types_supported: ["code"] },
      ...{ authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    };
    const body = isKeys ? { keys: published.map(({ jwk }) => jwk) } : description;
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env.IDENTITY_PROVIDERS = JSON.stringify([
    {
      kind: "openid",
      name: "company",
      title: "Company",
      issuer,
      clientId: "us",
      audience: AUDIENCE,
      domains: ["x.example"],
    },
    {
      kind: "openid",
      name: "web",
      title: "Web",
      issuer: "https://web.example",
      clientId: "us",
      domains: ["x.example"],
    },
  ]);
  published = [await newKey("first")];
});
afterAll(() => server.close());
beforeEach(() => {
  isAway = false;
  vi.useRealTimers();
});

let count = 0;
async function newUser(): Promise<{ email: string; userId: string }> {
  count += 1;
  const email = `user-${count}@x.example`;
  const [account] = await db()
    .insert(accounts)
    .values({ name: `Account ${count}` })
    .returning();
  const [user] = await db().insert(users).values({ email, name: email, passwordHash: "none" }).returning();
  if (!(account && user)) throw new Error("Not written.");
  await db().insert(memberships).values({ userId: user.id, accountId: account.id });
  return { email, userId: user.id };
}

type Made = { claims?: JWTPayload; key?: Key | undefined; kid?: string; ends?: string };

function tokenOf({ claims = {}, key = published[0], kid, ends = "5 minutes" }: Made): Promise<string> {
  if (!key) throw new Error("There is a key.");
  return new SignJWT({ iss: issuer, aud: AUDIENCE, sub: "subject", email_verified: true, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: kid ?? key.kid })
    .setIssuedAt()
    .setExpirationTime(ends)
    .sign(key.secret);
}

const call = (token: string) => authenticate(new Request("http://here", { headers: { authorization: token } }));
const UNAUTHENTICATED = { code: "unauthenticated" };

test("a provider's token names the user of its verified e-mail, and whoever its subject is linked to first", async () => {
  const [user, linked] = [await newUser(), await newUser()];
  const { email } = user;
  expect(await call(await tokenOf({ claims: { email: email.toUpperCase() } }))).toMatchObject(user);
  const person = await meetPerson(db(), { connection: BUILT_IN, email: linked.email, name: "Linked" });
  const identity = { connection: BUILT_IN, issuer, subject: "linked", personId: person.id, email: null };
  await insertIdentity(db(), identity);
  expect(await call(await tokenOf({ claims: { sub: "linked", email } }))).toMatchObject(linked);
  expect(await call(await tokenOf({ claims: { sub: "linked" } }))).toMatchObject(linked);
  // Another subject with the address of somebody who is linked is nobody.
  await expect(call(await tokenOf({ claims: { email: linked.email } }))).rejects.toMatchObject(UNAUTHENTICATED);
});

test("a token that does not name a user for certain is refused", async () => {
  const { email } = await newUser();
  for (const claims of [
    {},
    { email, email_verified: false },
    { email, email_verified: undefined },
    { email: "user@elsewhere.example" },
    { email: "nobody@x.example" },
    { email, sub: "" },
  ])
    await expect(call(await tokenOf({ claims })), JSON.stringify(claims)).rejects.toMatchObject(UNAUTHENTICATED);
});

test("forged, expired and unsigned tokens, other keys, audiences and issuers are refused", async () => {
  const { email } = await newUser();
  const claims = { email };
  const good = await tokenOf({ claims });
  await call(good);
  const [header = "", payload = "", signature = ""] = good.split(".");
  const altered = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), sub: "x" }),
  );
  const other = await newKey("other");
  const symmetric = new SignJWT({ iss: issuer, aud: AUDIENCE, sub: "s", email_verified: true, ...claims })
    .setProtectedHeader({ alg: "HS256", kid: "first" })
    .setExpirationTime("5 minutes")
    .sign(Buffer.from(JSON.stringify(published[0]?.jwk)));
  const unsigned = new UnsecuredJWT({ iss: issuer, aud: AUDIENCE, sub: "s", email_verified: true, ...claims });
  const tokens = {
    altered: `${header}.${altered.toString("base64url")}.${signature}`,
    cut: `${header}.${payload}.`,
    bearer: `Bearer ${good}`,
    expired: await tokenOf({ claims, ends: "-6 minutes" }),
    early: await tokenOf({ claims: { ...claims, nbf: Math.floor(Date.now() / 1000) + 600 } }),
    none: unsigned.setExpirationTime("5 minutes").encode(),
    symmetric: await symmetric,
    otherKey: await tokenOf({ claims, key: other }),
    otherKeyByName: await tokenOf({ claims, key: other, kid: "first" }),
    otherAudience: await tokenOf({ claims: { ...claims, aud: "https://elsewhere.example" } }),
    idToken: await tokenOf({ claims: { ...claims, aud: "us" } }),
    noAudience: await tokenOf({ claims: { ...claims, aud: undefined } }),
    otherIssuer: await tokenOf({ claims: { ...claims, iss: "https://evil.example" } }),
    ours: await tokenOf({ claims: { ...claims, iss: "fieldwork" } }),
    // This provider's tokens are for nobody here: it names no audience.
    withoutAudience: await tokenOf({ claims: { ...claims, iss: "https://web.example" } }),
  };
  for (const [name, token] of Object.entries(tokens))
    await expect(call(token), name).rejects.toMatchObject(UNAUTHENTICATED);
});

test("clocks may differ by five minutes", async () => {
  const { email } = await newUser();
  await call(await tokenOf({ claims: { email }, ends: "-4 minutes" }));
  await call(await tokenOf({ claims: { email, nbf: Math.floor(Date.now() / 1000) + 240 } }));
});

test("no verdict is remembered: it ends with the user, with the token, and with the key", async () => {
  const { email, userId } = await newUser();
  const token = await tokenOf({ claims: { email } });
  await call(token);
  await db().update(users).set({ disabledAt: new Date() });
  await expect(call(token)).rejects.toMatchObject(UNAUTHENTICATED);
  await db().update(users).set({ disabledAt: null });
  expect(await call(token)).toMatchObject({ userId });

  published = [await newKey("second")];
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  await expect(call(token)).rejects.toMatchObject(UNAUTHENTICATED);
  expect(await call(await tokenOf({ claims: { email } }))).toMatchObject({ userId });
  vi.setSystemTime(Date.now() + 11 * 60_000);
  await expect(call(token)).rejects.toMatchObject(UNAUTHENTICATED);
});

test("a new key is found at once, but not for every token that somebody makes up", async () => {
  const { email } = await newUser();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  await call(await tokenOf({ claims: { email } }));
  published = [...published, await newKey("third")];
  vi.setSystemTime(Date.now() + 11_000);
  const before = asked;
  await call(await tokenOf({ claims: { email }, key: published[1] }));
  expect(asked).toBe(before + 1);
  const strange = await newKey("strange");
  const token = await tokenOf({ claims: { email }, key: strange });
  for (let time = 0; time < 5; time += 1) await expect(call(token)).rejects.toMatchObject(UNAUTHENTICATED);
  expect(asked).toBe(before + 1);
});

test("while the keys cannot be read nobody is refused for it, and nobody let in", async () => {
  const { email } = await newUser();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7_200_000 });
  isAway = true;
  const token = await tokenOf({ claims: { email } });
  await expect(call(token)).rejects.toMatchObject({ code: "unavailable", message: /^Company does not answer/ });
  isAway = false;
  await call(token);
});
