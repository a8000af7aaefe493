import "server-only";
import { emailRefusal } from "@/lib/identity/claims";
import { type OpenIdProvider, providerOfIssuer } from "@/lib/identity/providers";
import { namedIssuer, verifyOutsideToken } from "@/lib/identity/verify-token";
import { db } from "@/lib/stores/postgres/client";
import { findSubject, hasIdentityOf } from "@/lib/stores/postgres/identities";
import { BUILT_IN, findActiveUser, findCredentials, type UserWithAccounts } from "@/lib/stores/postgres/users";

/** The identity provider whose token this says it is. Our own tokens, and those of nobody we know, have none. */
export function issuingProvider(token: string): OpenIdProvider | undefined {
  const issuer = namedIssuer(token);
  const provider = issuer === null ? undefined : providerOfIssuer(BUILT_IN, issuer);
  return provider?.kind === "openid" ? provider : undefined;
}

/**
 * The active user whom a provider's access token names: the one linked to its subject, else the one of its verified
 * e-mail, by the rule of sign-ins. A call links nobody.
 */
export async function userOfOutsideToken(provider: OpenIdProvider, token: string): Promise<UserWithAccounts | null> {
  const identity = await verifyOutsideToken(provider, token);
  const { issuer, subject } = identity;
  const known = await findSubject(db(), { connection: BUILT_IN, issuer, subject });
  if (known) return activeUser(known.person.email);
  if (emailRefusal(provider, identity) !== null || identity.email === null) return null;
  const isTaken = await hasIdentityOf(db(), { connection: BUILT_IN, email: identity.email, issuer });
  return isTaken ? null : activeUser(identity.email);
}

async function activeUser(email: string): Promise<UserWithAccounts | null> {
  const user = await findCredentials(db(), email);
  return user && findActiveUser(db(), user.id);
}
