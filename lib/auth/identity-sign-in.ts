import "server-only";
import { tokenOfIdentity } from "@/lib/gateway/identity-token";
import { AppError } from "@/lib/http/problem";
import { type Admitted, admit } from "@/lib/identity/admit";
import type { Identity } from "@/lib/identity/claims";
import type { ProviderTokens } from "@/lib/identity/openid";
import type { IdentityProvider } from "@/lib/identity/providers";
import { SignInRefused } from "@/lib/identity/refusals";
import { db } from "@/lib/stores/postgres/client";
import { type Client, contextOf, openSession } from "./open-session";

/** Groups are read at a sign-in: nobody goes longer without one. */
const LONGEST_SESSION_MS = 12 * 60 * 60_000;

/**
 * Signs in the person whom a provider has proven, with the provider's token where the connection takes it, else with
 * one of our own service. Gives the session id for the cookie. @throws SignInRefused, or an AppError of the service
 */
export async function signInByIdentity(
  provider: IdentityProvider,
  proven: { identity: Identity; tokens: ProviderTokens },
  client: Client,
): Promise<string> {
  const { identity, tokens } = proven;
  const admitted = await db().transaction((transaction) =>
    admit(transaction, { provider, identity, requestId: client.requestId }),
  );
  const { token, ...session } = await sessionOf(admitted, provider, tokens);
  const context = contextOf({ connection: provider.connection, email: admitted.email }, token, client);
  try {
    return await openSession(context, session.expiresAt, client, { ...session, identityId: admitted.identityId });
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") throw new SignInRefused("token-refused", error);
    throw error;
  }
}

async function sessionOf({ userId, identityId }: Admitted, provider: IdentityProvider, tokens: ProviderTokens) {
  const { idToken } = tokens;
  if (userId !== null && provider.audience === undefined) {
    return { ...(await tokenOfIdentity(userId, identityId)), idToken, tokenExpiresAt: null, refreshToken: null };
  }
  const { accessToken: token, expiresAt: tokenExpiresAt, refreshToken } = tokens;
  const longest = new Date(Date.now() + LONGEST_SESSION_MS);
  const ends = refreshToken === null && tokenExpiresAt !== null && tokenExpiresAt < longest ? tokenExpiresAt : longest;
  return {
    token,
    idToken,
    refreshToken,
    expiresAt: ends,
    tokenExpiresAt: refreshToken === null ? null : tokenExpiresAt,
  };
}
