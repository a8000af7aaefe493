import "server-only";
import { tokenOfIdentity } from "@/lib/gateway/identity-token";
import { AppError } from "@/lib/http/problem";
import { type Admitted, admit } from "@/lib/identity/admit";
import type { Identity } from "@/lib/identity/claims";
import type { ProviderTokens } from "@/lib/identity/openid";
import type { IdentityProvider } from "@/lib/identity/providers";
import { SignInRefused } from "@/lib/identity/refusals";
import { db } from "@/lib/stores/postgres/client";
import { type Client, contextOf, type IdentityOfSession, openSession } from "./open-session";

export type Proven = {
  identity: Identity;
  /** Null: the provider gives none. */
  tokens: ProviderTokens | null;
  /** When the provider wants the session to have ended. */
  endsBy?: Date | undefined;
};

/** Groups are read at a sign-in: nobody goes longer without one. */
const LONGEST_SESSION_MS = 12 * 60 * 60_000;

/**
 * Signs in the person whom a provider has proven, with the provider's token where the connection takes it, else with
 * one of our own service. Gives the session id for the cookie. @throws SignInRefused, or an AppError of the service
 */
export async function signInByIdentity(provider: IdentityProvider, proven: Proven, client: Client): Promise<string> {
  const { identity } = proven;
  const admitted = await db().transaction((transaction) =>
    admit(transaction, { provider, identity, requestId: client.requestId }),
  );
  const { token, ...session } = await sessionOf(admitted, provider, proven);
  const context = contextOf({ connection: provider.connection, email: admitted.email }, token, client);
  try {
    return await openSession(context, session.expiresAt, client, { ...session, identityId: admitted.identityId });
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") throw new SignInRefused("token-refused", error);
    throw error;
  }
}

type Session = Omit<IdentityOfSession, "identityId"> & { token: string; expiresAt: Date };

async function sessionOf(
  { userId, identityId }: Admitted,
  provider: IdentityProvider,
  { tokens, endsBy }: Proven,
): Promise<Session> {
  const longest = new Date(Date.now() + LONGEST_SESSION_MS);
  if (tokens && provider.kind === "openid" && (provider.audience !== undefined || userId === null)) {
    const { accessToken: token, expiresAt: tokenExpiresAt, refreshToken, idToken } = tokens;
    if (refreshToken !== null) return { token, idToken, refreshToken, tokenExpiresAt, expiresAt: longest };
    return { token, idToken, refreshToken, tokenExpiresAt: null, expiresAt: earlier(longest, tokenExpiresAt) };
  }
  if (userId === null) throw new Error("Only the built-in service takes a token of ours.");
  const { token, expiresAt } = await tokenOfIdentity(userId, identityId);
  const idToken = tokens?.idToken ?? null;
  return { token, idToken, refreshToken: null, tokenExpiresAt: null, expiresAt: earlier(expiresAt, endsBy ?? null) };
}

const earlier = (one: Date, other: Date | null) => (other !== null && other < one ? other : one);
