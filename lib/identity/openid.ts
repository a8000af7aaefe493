import "server-only";
import * as oidc from "openid-client";
import { processWide } from "@/lib/process-wide";
import { type Identity, readIdentity } from "./claims";
import type { OpenIdProvider } from "./providers";

/** How far a provider's clock may differ from ours. */
export const CLOCK_SKEW_SECONDS = 5 * 60;
/** Somebody waits for each call of a provider. */
const PATIENCE_SECONDS = 5;
/** Providers change their addresses seldom. */
const DESCRIPTION_LASTS_MS = 10 * 60_000;

export type ProviderTokens = {
  accessToken: string;
  /** Null: the provider does not say. */
  expiresAt: Date | null;
  refreshToken: string | null;
  idToken: string | null;
};

/** `away`: no answer that means anything; `refused`: the provider, or a check of what it sent, said no. */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: "away" | "refused",
    cause: unknown,
  ) {
    super(`The identity provider ${kind === "away" ? "did not answer" : "refused"}.`, { cause });
    this.name = "ProviderFailure";
  }
}

/** Whether it is certain that the answer was a refusal; everything else may pass. */
function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const isAnswer = error instanceof oidc.ResponseBodyError && error.status < 500 && error.status !== 429;
  const isCheck = error instanceof oidc.ClientError && CHECKS.has(error.code ?? "");
  return new ProviderFailure(isAnswer || isCheck ? "refused" : "away", error);
}

/** What the library reports of an answer that came and did not hold. */
const CHECKS = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JWT_USERINFO_EXPECTED",
  "OAUTH_KEY_SELECTION_FAILED",
  "OAUTH_MISSING_SERVER_METADATA",
  "OAUTH_PARSE_ERROR",
  "OAUTH_UNSUPPORTED_OPERATION",
]);

type Described = { at: number; configuration: Promise<oidc.Configuration> };

/** The provider's description of itself, read again after ten minutes, and after a failure at once. */
async function configurationOf(provider: OpenIdProvider): Promise<oidc.Configuration> {
  const known = processWide("openid configurations", () => new Map<string, Described>());
  const present = known.get(provider.name);
  if (present && Date.now() < present.at + DESCRIPTION_LASTS_MS) return present.configuration;
  const configuration = describe(provider);
  known.set(provider.name, { at: Date.now(), configuration });
  configuration.catch(() => known.delete(provider.name));
  return configuration;
}

async function describe(provider: OpenIdProvider): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret, algorithm, clientAuthentication } = provider;
  const authenticate = clientAuthentication === "post" ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
  const isPlain = issuer.startsWith("http:");
  return oidc.discovery(
    new URL(issuer),
    clientId,
    { id_token_signed_response_alg: algorithm, [oidc.clockTolerance]: CLOCK_SKEW_SECONDS },
    clientSecret === undefined ? oidc.None() : authenticate(clientSecret),
    {
      timeout: PATIENCE_SECONDS,
      // An ID token is believed by its signature, not by the connection that it came over.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    },
  );
}

type Callback = {
  /** Our address that the provider sent the browser to, with what it sent. */
  address: URL;
  state: string;
  nonce: string;
  codeVerifier: string;
};

/** Exchanges the code of a sign-in and reads who signed in. @throws ProviderFailure */
export async function identify(
  provider: OpenIdProvider,
  { address, state, nonce, codeVerifier }: Callback,
): Promise<{ identity: Identity; tokens: ProviderTokens }> {
  try {
    // Its keys as they are now: a code works once, so that a new key cannot be looked for later.
    const configuration = await describe(provider);
    const reply = await oidc.authorizationCodeGrant(
      configuration,
      address,
      { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true },
      resourceOf(provider),
    );
    const claims = reply.claims();
    if (!claims?.sub) throw new ProviderFailure("refused", new Error("The ID token names nobody."));
    const described = await describeUser(configuration, provider, { ...claims }, reply.access_token);
    return { identity: readIdentity(provider, described), tokens: tokensOf(reply) };
  } catch (error) {
    throw failureOf(error);
  }
}

/** A provider may leave e-mail and groups out of the ID token and tell them where it describes its user. */
async function describeUser(
  configuration: oidc.Configuration,
  provider: OpenIdProvider,
  claims: Record<string, unknown> & { sub: string },
  accessToken: string,
): Promise<Record<string, unknown>> {
  const { email, groups } = readIdentity(provider, claims);
  const isWhole = email !== null && (provider.groups === undefined || groups !== null);
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  try {
    const described = await oidc.fetchUserInfo(configuration, accessToken, claims.sub);
    return { ...described, ...claims };
  } catch (error) {
    // An access token for a service of its own is not taken there.
    if (error instanceof oidc.WWWAuthenticateChallengeError) return claims;
    throw error;
  }
}

/** New tokens for a refresh token. @throws ProviderFailure */
export async function refresh(provider: OpenIdProvider, refreshToken: string): Promise<ProviderTokens> {
  try {
    const configuration = await configurationOf(provider);
    return tokensOf(await oidc.refreshTokenGrant(configuration, refreshToken, resourceOf(provider)));
  } catch (error) {
    throw failureOf(error);
  }
}

/** Where a browser goes to end its session at the provider; null: the provider has no such address, or is away. */
export async function endSessionAddress(
  provider: OpenIdProvider,
  { idToken, returnTo }: { idToken: string; returnTo: string },
): Promise<string | null> {
  try {
    const configuration = await configurationOf(provider);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo };
    return oidc.buildEndSessionUrl(configuration, parameters).href;
  } catch {
    return null;
  }
}

/** Where a provider publishes its keys. @throws ProviderFailure */
export async function keysAddress(provider: OpenIdProvider): Promise<URL> {
  try {
    const address = (await configurationOf(provider)).serverMetadata().jwks_uri;
    if (address === undefined) throw new Error("The provider names no address of its keys.");
    return new URL(address);
  } catch (error) {
    throw failureOf(error);
  }
}

const resourceOf = ({ parameters }: OpenIdProvider): Record<string, string> =>
  parameters.resource === undefined ? {} : { resource: parameters.resource };

function tokensOf(reply: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers): ProviderTokens {
  const seconds = reply.expiresIn();
  return {
    accessToken: reply.access_token,
    expiresAt: seconds === undefined ? null : new Date(Date.now() + seconds * 1000),
    refreshToken: reply.refresh_token ?? null,
    idToken: reply.id_token ?? null,
  };
}
