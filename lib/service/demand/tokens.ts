import "server-only";
import { errors, type JWTPayload, jwtVerify } from "jose";
import type { createToken } from "@/lib/contracts/interfaces/demand";
import { roleOf } from "@/lib/contracts/rules/permissions";
import { demoRefused, env } from "@/lib/env";
import { tooManyRequests, unauthorized } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import { limitGuesses } from "@/lib/stores/postgres/guesses";
import { isIdentityOf } from "@/lib/stores/postgres/identities";
import { hashPassword, isOutdated, verifyPassword } from "@/lib/stores/postgres/passwords";
import { takeSlot } from "@/lib/stores/postgres/rate-limits";
import {
  BUILT_IN,
  findActiveUser,
  findCredentials,
  renewPasswordHash,
  type UserCredentials,
  type UserWithAccounts,
} from "@/lib/stores/postgres/users";
import { isServiceAccount, serviceAccount } from "../keys";
import type { Answer, Call, Caller } from "../service";
import { issuingProvider, userOfOutsideToken } from "./outside-tokens";
import { AUDIENCE, ISSUER, passwordMark, signingKey, signToken } from "./sign-token";

const HOUR_MS = 60 * 60 * 1000;

/** `POST /tokens`: an e-mail and password for a token of twelve hours. */
export async function issueToken(call: Call<typeof createToken>): Promise<Answer> {
  const email = call.body.email.trim().toLowerCase();
  const prove = () => provenUser(email, call.body.password);
  // The sign-in page has counted its guess already, with those that arrive here.
  const isCounted = call.origin !== "service";
  const guess = { connection: BUILT_IN, email, clientAddress: call.clientAddress };
  const user = await (isCounted ? prove() : limitGuesses(db(), guess, prove));
  const issue = { key: `tokens:${user.id}`, limit: env.TOKENS_PER_HOUR, windowMs: HOUR_MS, maxWaitMs: 0 };
  const slot = await takeSlot(db(), issue);
  if (!slot.granted) throw tooManyRequests(slot.waitMs);
  return { body: await signToken(user, Date.now()) };
}

/** The user whose e-mail and password these are; 401 after the same time whether there is such a user or not. */
async function provenUser(email: string, password: string): Promise<UserCredentials> {
  const user = await findCredentials(db(), email);
  const matches = await verifyPassword(password, user?.passwordHash ?? null);
  if (!matches || !user || user.disabledAt || demoRefused(email)) throw unauthorized();
  return isOutdated(user.passwordHash) ? renewed(user, password) : user;
}

/** The user with their password hashed as it is done now. Their tokens go on: the password is the same. */
async function renewed(user: UserCredentials, password: string): Promise<UserCredentials> {
  const passwordHash = await hashPassword(password);
  const next = { ...user, passwordHash, passwordMark: passwordMark(user) };
  // Somebody else has set another password meanwhile, or renewed it: the next sign-in goes by that.
  return (await renewPasswordHash(db(), user, next)) ? next : user;
}

/** What a token says: whose it is, and the mark of the password, or the identity, that it was issued for. */
type Claims = { userId: string } & ({ password: string } | { identity: string });

/** The caller that `Authorization` proves by a bare token or a service account's key; anything else is a 401. */
export async function authenticate(request: Request): Promise<Caller> {
  const token = request.headers.get("authorization") ?? "";
  if (isServiceAccount(token)) return serviceAccount(token);
  const provider = issuingProvider(token);
  const user = provider ? await userOfOutsideToken(provider, token) : await userOfOwnToken(token);
  if (!user || demoRefused(user.email)) throw unauthorized();
  return {
    connection: BUILT_IN,
    userId: user.id,
    email: user.email,
    name: user.name,
    role: roleOf(user.role, user.email, env.ADMIN_EMAILS),
    accounts: user.accounts,
  };
}

async function userOfOwnToken(token: string): Promise<UserWithAccounts | null> {
  const claims = await verifiedClaims(token);
  const user = await findActiveUser(db(), claims.userId);
  if (!user) return null;
  const isValid =
    "password" in claims
      ? passwordMark(user) === claims.password
      : await isIdentityOf(db(), { connection: BUILT_IN, email: user.email, identityId: claims.identity });
  return isValid ? user : null;
}

/** Claims of tokens whose signature is good: it stays good, so that only the token's time is asked again. */
const verified = new Map<string, Claims & { expiresAt: number }>();
const MOST_VERIFIED = 1000;

async function verifiedClaims(token: string): Promise<Claims> {
  const known = verified.get(token);
  if (known && Date.now() < known.expiresAt) return known;
  try {
    const { payload } = await jwtVerify(token, signingKey(), {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ["HS256"],
    });
    const claims = claimsOf(payload);
    if (!claims) throw unauthorized();
    if (verified.size >= MOST_VERIFIED) verified.clear();
    verified.set(token, { ...claims, expiresAt: (payload.exp ?? 0) * 1000 });
    return claims;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw unauthorized();
    throw error;
  }
}

function claimsOf({ sub: userId, pwd: password, identity }: JWTPayload): Claims | null {
  if (!userId) return null;
  if (typeof password === "string") return { userId, password };
  return typeof identity === "string" ? { userId, identity } : null;
}
