import { createHash, createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { appSecret } from "@/lib/env";

const LIFETIME_SECONDS = 12 * 60 * 60;
export const ISSUER = "fieldwork";
export const AUDIENCE = "demand";

/** A key of its own, so that nothing else signed with the installation's secret is ever a token. */
export const signingKey = () => createHash("sha256").update(`demand token\0${appSecret()}`).digest();

/** A stored password; `passwordMark`: the mark that its tokens had before the same password was hashed anew. */
type StoredPassword = { passwordHash: string; passwordMark?: string | null };

/** Stands for a stored password in its tokens, which end when it changes. Tells nothing of either. */
export const passwordMark = ({ passwordHash, passwordMark: former }: StoredPassword): string =>
  former ?? createHmac("sha256", signingKey()).update(passwordHash).digest("base64url").slice(0, 22);

type User = StoredPassword & { id: string };
type Signed = { token: string; expiration: string };

/** Signs a user's token at an instant (epoch milliseconds). */
export const signToken = (user: User, at: number): Promise<Signed> => sign(user.id, { pwd: passwordMark(user) }, at);

/** The same for whoever signed in by an identity: it ends with the identity, not with a password. */
export const signIdentityToken = (userId: string, identityId: string, at: number): Promise<Signed> =>
  sign(userId, { identity: identityId }, at);

async function sign(userId: string, claims: Record<string, string>, at: number): Promise<Signed> {
  const issuedAt = Math.floor(at / 1000);
  const expiresAt = issuedAt + LIFETIME_SECONDS;
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .setJti(crypto.randomUUID())
    .sign(signingKey());
  return { token, expiration: new Date(expiresAt * 1000).toISOString() };
}
