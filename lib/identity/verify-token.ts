import "server-only";
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from "jose";
import { AppError, unauthorized } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { processWide } from "@/lib/process-wide";
import { type Identity, readIdentity } from "./claims";
import { CLOCK_SKEW_SECONDS, keysAddress } from "./openid";
import type { OpenIdProvider } from "./providers";

/** The issuer that a token names, which is proven by nothing yet; null: it is no token of this kind. */
export function namedIssuer(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}

/** A key that its provider has withdrawn is trusted no longer than this. */
const KEYS_LAST_MS = 60_000;
/** An unknown key makes us ask again, but not for every token that somebody makes up. */
const ASKED_AGAIN_AFTER_MS = 10_000;
const PATIENCE_MS = 5000;

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** The provider's keys, read again each minute, and at once when a token names one that is not among them. */
async function keysOf(provider: OpenIdProvider): Promise<Keys> {
  const known = processWide("identity provider keys", () => new Map<string, Keys>());
  const address = await keysAddress(provider);
  const present = known.get(address.href);
  if (present) return present;
  const keys = createRemoteJWKSet(address, {
    cacheMaxAge: KEYS_LAST_MS,
    cooldownDuration: ASKED_AGAIN_AFTER_MS,
    timeoutDuration: PATIENCE_MS,
  });
  known.set(address.href, keys);
  return keys;
}

/**
 * Whom an access token of a provider names. Signature, issuer, audience, algorithm and times are judged for each call
 * anew: no verdict outlasts the key. @throws AppError 401, or 503 while the provider's keys cannot be read
 */
export async function verifyOutsideToken(provider: OpenIdProvider, token: string): Promise<Identity> {
  const { issuer, audience, algorithm } = provider;
  if (audience === undefined) throw unauthorized();
  try {
    const { payload } = await jwtVerify(token, await keysOf(provider), {
      issuer,
      audience,
      algorithms: [algorithm],
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ["exp", "sub"],
    });
    const identity = readIdentity(provider, payload);
    if (identity.subject === "") throw unauthorized();
    return identity;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isVerdict(error)) throw unauthorized();
    logger.warn({ provider: provider.name, err: error }, "the keys of an identity provider could not be read");
    throw new AppError("unavailable", `${provider.title} does not answer at the moment. Try again later.`);
  }
}

/** Of the library's errors these two are about getting the keys, not about the token. */
const isVerdict = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) &&
  error.code !== "ERR_JOSE_GENERIC";
