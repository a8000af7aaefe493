import { createHash, createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { appSecret } from "@/lib/env";

const LIFETIME_SECONDS = 12 * 60 * 60;
export const ISSUER = "fieldwork";
export const AUDIENCE = "demand";

/** A key of its own, so that nothing else signed with the installation's secret is ever a token. */
export const signingKey = () => createHash("sha256").update(`demand token\0${appSecret()}`).digest();

/** Stands for a stored password in its tokens, which end when it changes. Tells nothing of either. */
export const passwordMark = (passwordHash: string) =>
  createHmac("sha256", signingKey()).update(passwordHash).digest("base64url").slice(0, 22);

type User = { id: string; passwordHash: string };

/** Signs a user's token at an instant (epoch milliseconds). */
export async function signToken(
  { id, passwordHash }: User,
  at: number,
): Promise<{ token: string; expiration: string }> {
  const issuedAt = Math.floor(at / 1000);
  const expiresAt = issuedAt + LIFETIME_SECONDS;
  const token = await new SignJWT({ pwd: passwordMark(passwordHash) })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(id)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .setJti(crypto.randomUUID())
    .sign(signingKey());
  return { token, expiration: new Date(expiresAt * 1000).toISOString() };
}
