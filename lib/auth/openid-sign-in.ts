import "server-only";
import { cookies, headers } from "next/headers";
import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { CLIENT_ADDRESS_HEADER } from "@/lib/contracts/context";
import { AppError } from "@/lib/http/problem";
import { identify, ProviderFailure } from "@/lib/identity/openid";
import type { IdentityProvider } from "@/lib/identity/providers";
import { type IdentityRefusal, SignInRefused } from "@/lib/identity/refusals";
import { logger } from "@/lib/logger";
import { signInByIdentity } from "./identity-sign-in";
import type { Client } from "./open-session";
import { takeSignInTurn } from "./sign-in";
import { sessionCookie } from "./viewer";

/** How a sign-in ended: with a session, or with a reason and the request id that the log has it under. */
export type Outcome = { sessionId: string } | { refusal: IdentityRefusal; provider: string; requestId: string };

/** next-auth's own calls of a provider end sooner than a person's patience. */
const PATIENCE_MS = 5000;

/**
 * A provider as next-auth takes it: it leads there and back, and keeps state, nonce and code verifier in cookies of this
 * browser. The exchange of the code is ours, because next-auth's allows clocks ten seconds.
 */
export function openIdSignIn(provider: IdentityProvider): OAuthConfig<Outcome> {
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

/** Our own address as the provider called it: the library compares it with where the sign-in was to return. */
function addressOf(callbackUrl: string, params: object): URL {
  const address = new URL(callbackUrl);
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, String(value));
  return address;
}

type Checks = { state?: string; nonce?: string; code_verifier?: string };

async function finish(provider: IdentityProvider, address: URL, checks: Checks): Promise<Outcome> {
  const client = await requestingClient();
  const { requestId } = client;
  try {
    const { state, nonce, code_verifier: codeVerifier } = checks;
    if (!(state && nonce && codeVerifier)) throw new SignInRefused("unfinished");
    await takeSignInTurn(client);
    const proven = await identify(provider, { address, state, nonce, codeVerifier });
    return { sessionId: await signInByIdentity(provider, proven, client) };
  } catch (error) {
    const refusal = reasonOf(error);
    logger[refusal === "unexpected" ? "error" : "warn"](
      { requestId, provider: provider.name, refusal, err: error },
      "sign-in failed",
    );
    return { refusal, provider: provider.name, requestId };
  }
}

function reasonOf(error: unknown): IdentityRefusal {
  if (error instanceof SignInRefused) return error.reason;
  if (error instanceof ProviderFailure) return error.kind;
  return error instanceof AppError && error.code !== "invalid" ? "service-away" : "unexpected";
}

async function requestingClient(): Promise<Client> {
  const [sent, jar] = await Promise.all([headers(), cookies()]);
  return {
    requestId: crypto.randomUUID(),
    clientAddress: sent.get(CLIENT_ADDRESS_HEADER) ?? "unknown",
    userAgent: sent.get("user-agent"),
    formerSession: jar.get(sessionCookie.name)?.value,
  };
}
