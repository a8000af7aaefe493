import "server-only";
import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { identify } from "@/lib/identity/openid";
import type { OpenIdProvider } from "@/lib/identity/providers";
import { SignInRefused } from "@/lib/identity/refusals";
import { signInByIdentity } from "./identity-sign-in";
import { type Refused, refusalOf } from "./refusal-of";
import { requestingClient } from "./requesting-client";
import { takeSignInTurn } from "./sign-in";
import { refusalAddress } from "./sign-in-address";

/** How a sign-in ended: with a session, or with a reason and the request id that the log has it under. */
export type Outcome = { sessionId: string } | Refused;

/** next-auth's own calls of a provider end sooner than a person's patience. */
const PATIENCE_MS = 5000;

/**
 * A provider as next-auth takes it: it leads there and back, and keeps state, nonce and code verifier in cookies of this
 * browser. The exchange of the code is ours, because next-auth's allows clocks ten seconds.
 */
export function openIdSignIn(provider: OpenIdProvider): OAuthConfig<Outcome> {
  const { name, title, issuer, clientId, scope, parameters } = provider;
  return {
    id: name,
    name: title,
    type: "oauth",
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    clientId,
    authorization: { params: { scope, ...parameters } },
    httpOptions: { timeout: PATIENCE_MS },
    token: {
      request: async ({ params, checks, provider: { callbackUrl } }) => ({
        tokens: { outcome: await finish(provider, addressOf(callbackUrl, params), checks) },
      }),
    },
    // Safe: it is read as an outcome again, by `profile` and by the callback that says how it ended.
    userinfo: { request: ({ tokens }) => tokens.outcome as Profile },
    // What next-auth calls a user's id is what its cookie will hold: the session id, or nothing of use.
    profile: (outcome) => ({ id: "sessionId" in outcome ? outcome.sessionId : "refused" }),
  };
}

/** Where a sign-in by a provider leads that comes too soon after others of this client; null: it may begin. */
export async function refusedStart(provider: string): Promise<string | null> {
  const client = await requestingClient();
  try {
    await takeSignInTurn(client);
    return null;
  } catch (error) {
    return refusalAddress(refusalOf(error, { provider, requestId: client.requestId }));
  }
}

/** Our own address as the provider called it: the library compares it with where the sign-in was to return. */
function addressOf(callbackUrl: string, params: object): URL {
  const address = new URL(callbackUrl);
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, String(value));
  return address;
}

type Checks = { state?: string; nonce?: string; code_verifier?: string };

async function finish(provider: OpenIdProvider, address: URL, checks: Checks): Promise<Outcome> {
  const client = await requestingClient();
  const { requestId } = client;
  try {
    const { state, nonce, code_verifier: codeVerifier } = checks;
    if (!(state && nonce && codeVerifier)) throw new SignInRefused("unfinished");
    await takeSignInTurn(client);
    const proven = await identify(provider, { address, state, nonce, codeVerifier });
    return { sessionId: await signInByIdentity(provider, proven, client) };
  } catch (error) {
    return refusalOf(error, { provider: provider.name, requestId });
  }
}
