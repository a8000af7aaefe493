import "server-only";
import { publicUrl } from "@/lib/env";
import { endSessionAddress } from "@/lib/identity/openid";
import { providerOfIssuer } from "@/lib/identity/providers";
import { db } from "@/lib/stores/postgres/client";
import { findSessionIdentity } from "@/lib/stores/postgres/people";
import { unseal } from "@/lib/stores/postgres/sealed";
import type { SessionViewer } from "./viewer";

/** Where the identity provider that signed a session in ends its own; null: there is nothing to end. */
export async function signOutAddress({ connection, sessionHash }: SessionViewer): Promise<{ address: string | null }> {
  const session = await findSessionIdentity(db(), sessionHash);
  const provider = session && providerOfIssuer(connection, session.issuer);
  const idToken = session?.idToken ? unseal(session.idToken) : null;
  if (provider?.kind !== "openid" || idToken === null) return { address: null };
  return { address: await endSessionAddress(provider, { idToken, returnTo: `${publicUrl()}/sign-in` }) };
}
