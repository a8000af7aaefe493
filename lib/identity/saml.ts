import "server-only";
import { randomBytes } from "node:crypto";
import { type Profile, SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { publicUrl } from "@/lib/env";
import { type Identity, readIdentity } from "./claims";
import { CLOCK_SKEW_SECONDS } from "./openid";
import type { SamlProvider } from "./providers";
import { SignInRefused } from "./refusals";
import { type ResponseFacts, readResponse } from "./saml-structure";

/** How long somebody has to sign in at the provider. */
export const SAML_SIGN_IN_MS = 15 * 60_000;
/** An assertion is used at once or not at all. */
const OLDEST_ASSERTION_MS = 5 * 60_000;

/** Where the provider sends its answers, and how it knows us: by the address of our metadata. */
const consumerAddress = ({ name }: SamlProvider) => `${publicUrl()}/api/saml/${name}`;
const entityId = (provider: SamlProvider) => `${consumerAddress(provider)}/metadata`;

/** Our requests by their ids: when each was made, as text; null: it is none of ours, or over. */
type Requests = { find: (id: string) => Promise<string | null> };

const nothing: Requests = { find: async () => null };

function client(provider: SamlProvider, requestId: string, { find }: Requests): SAML {
  return new SAML({
    callbackUrl: consumerAddress(provider),
    entryPoint: provider.signInUrl,
    issuer: entityId(provider),
    audience: entityId(provider),
    idpIssuer: provider.issuer,
    idpCert: provider.certificates,
    wantAuthnResponseSigned: true,
    wantAssertionsSigned: true,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_SKEW_SECONDS * 1000,
    maxAssertionAgeMs: OLDEST_ASSERTION_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: SAML_SIGN_IN_MS,
    generateUniqueId: () => requestId,
    // A request is noted with the browser that it is for, and taken by its relay state, before the library asks.
    cacheProvider: { saveAsync: async () => null, getAsync: find, removeAsync: async () => null },
  });
}

/** A request of ours: its id, and the provider's address that a browser takes it to. */
export async function requestOf(provider: SamlProvider, relayState: string): Promise<{ id: string; address: string }> {
  const id = `_${randomBytes(20).toString("hex")}`;
  const address = await client(provider, id, nothing).getAuthorizeUrlAsync(relayState, undefined, {});
  return { id, address };
}

/** What the provider has to know of us. */
export const metadataOf = (provider: SamlProvider): string =>
  client(provider, `_${randomBytes(20).toString("hex")}`, nothing).generateServiceProviderMetadata(null);

export type Asserted = { identity: Identity; assertionId: string; endsBy: Date | null };

/**
 * Whom an answer to a request of ours proves. The library verifies both signatures, audience and times; structure,
 * algorithms, destination, recipient and the request are judged here. @throws SignInRefused
 */
export async function readAnswer(
  provider: SamlProvider,
  response: string,
  request: { id: string; createdAt: Date },
): Promise<Asserted> {
  try {
    const facts = readResponse(Buffer.from(response, "base64").toString("utf8"));
    requireForUs(provider, facts, request.id);
    const find = async (id: string) => (id === request.id ? request.createdAt.toISOString() : null);
    const { profile } = await client(provider, request.id, { find }).validatePostResponseAsync({
      SAMLResponse: response,
    });
    if (!profile || profile.issuer !== provider.issuer) throw new Error("The assertion is of another issuer.");
    return { identity: identityOf(provider, profile), assertionId: facts.assertionId, endsBy: facts.sessionEndsAt };
  } catch (error) {
    throw error instanceof SignInRefused ? error : new SignInRefused("refused", error);
  }
}

function requireForUs(provider: SamlProvider, facts: ResponseFacts, requestId: string): void {
  const ours = consumerAddress(provider);
  if (facts.destination !== ours) throw new Error("The response is for another destination.");
  if (facts.recipient !== ours) throw new Error("The assertion is for another recipient.");
  if (facts.issuer !== provider.issuer) throw new Error("The response is of another issuer.");
  if (facts.inResponseTo !== requestId || facts.confirms !== requestId)
    throw new Error("The response answers another request.");
}

const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

function identityOf(provider: SamlProvider, profile: Profile): Identity {
  const { attributes: names, groups } = provider;
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>;
  const valueAt = (name: string) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined);
  if (names.subject === undefined && profile.nameIDFormat === TRANSIENT)
    throw new Error("The name identifier is another at each sign-in. Name the attribute that stays the same.");
  const claims = {
    sub: names.subject === undefined ? profile.nameID : valueAt(names.subject),
    email: valueAt(names.email),
    // There is no word for it in SAML: a provider vouches for the addresses of the domains that it may link.
    email_verified: true,
    name: valueAt(names.name),
    ...(groups && { [groups.claim]: valueAt(groups.claim) }),
  };
  const identity = readIdentity(provider, claims);
  if (identity.subject === "") throw new Error("The assertion names nobody.");
  return identity;
}
