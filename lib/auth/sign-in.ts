import "server-only";
import { decodeJwt } from "jose";
import * as demand from "@/lib/contracts/interfaces/demand";
import { call } from "@/lib/gateway/call";
import { addressOf, findConnection } from "@/lib/gateway/connections";
import { waitForTurn } from "@/lib/gateway/rate-limit";
import { networkOf } from "@/lib/http/network";
import { AppError, tooManyRequests } from "@/lib/http/problem";
import { parse } from "@/lib/http/read-request";
import { db } from "@/lib/stores/postgres/client";
import { limitGuesses } from "@/lib/stores/postgres/guesses";
import { hashPassword, verifyPassword } from "@/lib/stores/postgres/passwords";
import * as people from "@/lib/stores/postgres/people";
import { rank } from "@/lib/stores/postgres/rate-limits";
import { seal, unseal } from "@/lib/stores/postgres/sealed";
import { type Client, contextOf, openSession } from "./open-session";

export type Credentials = { connection: string; email: string; password: string };

/**
 * Signs a person in: the password is exchanged at the connection for a token, the person's accounts are read with it,
 * and a session row is made. Gives the session id for the cookie. Refusals of the service come through with its own
 * sentence.
 */
export async function signIn(given: Credentials, client: Client): Promise<string> {
  const connection = findConnection(given.connection);
  if (!connection) throw new AppError("invalid", "Choose a connection to sign in to.");
  const { email, password } = parse(demand.createToken.body, { email: given.email.trim(), password: given.password });
  const credentials = { connection: connection.name, email: email.toLowerCase(), password };
  await takeSignInTurn(client);
  // Here, not at the service: a kept token would tell the right password from others after it has stopped answering.
  const { connection: of, email: whose } = credentials;
  const guess = { connection: of, email: whose, clientAddress: client.clientAddress };
  return limitGuesses(db(), guess, async () => openWithToken(credentials, client));
}

/** Each costs much work, whoever is asked for: a client gets no more than this. */
const SIGN_INS = { limit: 10, windowMs: 1000 };
const LONGEST_WAIT_MS = 5000;

/** Waits until this client may sign in, by whatever means. */
export async function takeSignInTurn({ clientAddress }: Client): Promise<void> {
  await waitForTurn(
    { key: `sign-in:${networkOf(clientAddress)}`, ...SIGN_INS },
    rank.read,
    Date.now() + LONGEST_WAIT_MS,
    (waitMs) => tooManyRequests(waitMs ?? LONGEST_WAIT_MS),
  );
}

type Token = { token: string; expiresAt: Date };

/** A kept token is used again while it lasts this long: a session on it is worth having. */
const LEAST_LEFT_MS = 15 * 60 * 1000;

/**
 * Services limit how many tokens they issue in an hour, so one that lasts is used again. Only our own service ends
 * tokens when their password changes; any other is asked each time, and a kept token stands in while it issues none.
 */
async function openWithToken(credentials: Credentials, client: Client): Promise<string> {
  const kept = await keptToken(credentials);
  const isLasting = kept !== null && kept.expiresAt.getTime() > Date.now() + LEAST_LEFT_MS;
  const session = isLasting && isBuiltIn(credentials) ? await withKeptToken(kept, credentials, client) : null;
  if (session) return session;
  const { token, expiresAt } = await newToken(credentials, client).catch(async (error: unknown) => {
    if (!kept || !(error instanceof AppError)) throw error;
    // These were the right credentials once: whoever knows only the old password is not signed in by what it got.
    if (error.code === "unauthenticated") await people.dropUpstreamToken(db(), credentials);
    if (error.code === "busy") return kept;
    throw error;
  });
  return openSession(contextOf(credentials, token, client), expiresAt, client);
}

function isBuiltIn({ connection }: Credentials): boolean {
  const found = findConnection(connection);
  return found !== undefined && addressOf(found, "demand") === null;
}

/** The token that these credentials got before, while it lasts; null also where the password is another. */
async function keptToken(credentials: Credentials): Promise<Token | null> {
  const kept = await people.findUpstreamToken(db(), credentials);
  // Also without one, so that the time taken does not tell who has signed in lately.
  const matches = await verifyPassword(credentials.password, kept?.passwordHash ?? null);
  const token = kept && matches ? unseal(kept.token) : null;
  return kept && token ? { token, expiresAt: kept.expiresAt } : null;
}

/** Null: the token was withdrawn meanwhile, and the password decides anew. */
async function withKeptToken(kept: Token, credentials: Credentials, client: Client): Promise<string | null> {
  try {
    return await openSession(contextOf(credentials, kept.token, client), kept.expiresAt, client);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    await people.dropUpstreamToken(db(), credentials);
    return null;
  }
}

async function newToken(credentials: Credentials, client: Client): Promise<Token> {
  const { email, password } = credentials;
  const asked = await call(contextOf(credentials, "", client), demand.createToken, {
    body: { email, password },
    clientAddress: client.clientAddress,
  }).catch(explain);
  const { token, expiration } = asked.data;
  const expiresAt = expiryOf(token, expiration);
  await people.keepUpstreamToken(db(), {
    connection: credentials.connection,
    email,
    passwordHash: await hashPassword(password),
    token: seal(token),
    expiresAt,
  });
  return { token, expiresAt };
}

function explain(error: unknown): never {
  if (error instanceof AppError && error.code === "unauthenticated") {
    throw new AppError("unauthenticated", "This e-mail and password do not match. Check both and try again.");
  }
  throw error;
}

const ASSUMED_LIFETIME_MS = 60 * 60 * 1000;

/**
 * When a token ends: what its reply said, else its own `exp`, else an hour from now. One that was just issued has not
 * ended yet: the service's clock is behind.
 */
function expiryOf(token: string, said: string | null): Date {
  const stated = said === null ? Number.NaN : Date.parse(said);
  const ends = Number.isFinite(stated) ? stated : expiryInside(token);
  return new Date(ends > Date.now() ? ends : Date.now() + ASSUMED_LIFETIME_MS);
}

function expiryInside(token: string): number {
  try {
    return (decodeJwt(token).exp ?? Number.NaN) * 1000;
  } catch {
    // No JWT: opaque tokens are allowed.
    return Number.NaN;
  }
}
