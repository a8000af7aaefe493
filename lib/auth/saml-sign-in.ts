import "server-only";
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { AppError } from "@/lib/http/problem";
import { findProvider, type SamlProvider } from "@/lib/identity/providers";
import { SignInRefused } from "@/lib/identity/refusals";
import { readAnswer, requestOf, SAML_SIGN_IN_MS } from "@/lib/identity/saml";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/saml-sign-ins";
import { seal, unseal } from "@/lib/stores/postgres/sealed";
import { signInByIdentity } from "./identity-sign-in";
import type { Client } from "./open-session";
import { takeSignInTurn } from "./sign-in";

const TICKET_MS = 60_000;
/** Longer than an assertion can be of use. */
const ASSERTION_KEPT_MS = 60 * 60_000;

const newSecret = () => randomBytes(32).toString("base64url");
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
const after = (ms: number) => new Date(Date.now() + ms);

/** The SAML provider of this name. @throws AppError 404 */
export function samlProvider(name: string | undefined): SamlProvider {
  const provider = findProvider(name ?? "");
  if (provider?.kind === "saml") return provider;
  throw new AppError("not_found", "There is no such identity provider.");
}

/** Begins a sign-in that leads on to `next`: the provider's address, and what a cookie of this browser has to hold. */
export async function beginSaml(
  provider: SamlProvider,
  next: string,
  client: Client,
): Promise<{ address: string; browser: string }> {
  await takeSignInTurn(client);
  const [relayState, browser] = [newSecret(), newSecret()];
  const { id: requestId, address } = await requestOf(provider, relayState);
  await store.beginSamlSignIn(db(), {
    ...{ provider: provider.name, requestId, next, expiresAt: after(SAML_SIGN_IN_MS) },
    relayHash: hashOf(relayState),
    browserHash: hashOf(browser),
  });
  return { address, browser };
}

/**
 * Takes an answer of the provider, which comes from its page and so without any cookie of ours: gives the ticket with
 * which the browser that began the sign-in finishes it. @throws SignInRefused
 */
export async function receiveSaml(
  provider: SamlProvider,
  { response, relayState }: { response: string; relayState: string },
  client: Client,
): Promise<string> {
  await takeSignInTurn(client);
  const relayHash = hashOf(relayState);
  const begun = await store.takeSamlSignIn(db(), provider.name, relayHash);
  if (!begun) throw new SignInRefused("unfinished");
  const request = { id: begun.requestId, createdAt: begun.createdAt };
  const { identity, assertionId, endsBy } = await readAnswer(provider, response, request);
  const assertion = { issuer: provider.issuer, assertionId, expiresAt: after(ASSERTION_KEPT_MS) };
  if (!(await store.takeAssertion(db(), assertion))) throw new SignInRefused("refused", new Error("A second use."));
  const ticket = newSecret();
  const proven = seal(JSON.stringify({ identity, endsBy }));
  await store.keepSamlTicket(db(), relayHash, { ticketHash: hashOf(ticket), proven, expiresAt: after(TICKET_MS) });
  return ticket;
}

const provenSchema = z.object({
  identity: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    isEmailVerified: z.boolean(),
    name: z.string().nullable(),
    groups: z.array(z.string()).nullable(),
  }),
  endsBy: z.iso.datetime().nullable(),
});

/** Finishes a sign-in in the browser that began it. Gives the session id, and where to go on. @throws SignInRefused */
export async function finishSaml(
  provider: SamlProvider,
  { ticket, browser }: { ticket: string; browser: string },
  client: Client,
): Promise<{ sessionId: string; next: string }> {
  const row = await store.redeemSamlTicket(db(), provider.name, hashOf(ticket));
  const text = row?.proven ? unseal(row.proven) : null;
  if (!row || text === null || row.browserHash !== hashOf(browser)) throw new SignInRefused("unfinished");
  const { identity, endsBy } = provenSchema.parse(JSON.parse(text));
  const proven = { identity, tokens: null, ...(endsBy !== null && { endsBy: new Date(endsBy) }) };
  return { sessionId: await signInByIdentity(provider, proven, client), next: row.next };
}
