import "server-only";
import { signIdentityToken } from "@/lib/service/demand/sign-token";

/** A token of our own service for whoever an identity provider has proven, where the provider's own is not for us. */
export async function tokenOfIdentity(userId: string, identityId: string): Promise<{ token: string; expiresAt: Date }> {
  const { token, expiration } = await signIdentityToken(userId, identityId, Date.now());
  return { token, expiresAt: new Date(expiration) };
}
