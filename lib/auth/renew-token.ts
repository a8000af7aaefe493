import "server-only";
import { AppError } from "@/lib/http/problem";
import { ProviderFailure, type ProviderTokens, refresh } from "@/lib/identity/openid";
import { type OpenIdProvider, providerOfIssuer } from "@/lib/identity/providers";
import { inTurn, type TurnsOf } from "@/lib/in-turn";
import { logger } from "@/lib/logger";
import { processWide } from "@/lib/process-wide";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { findIdentity } from "@/lib/stores/postgres/identities";
import * as people from "@/lib/stores/postgres/people";
import { seal, unseal } from "@/lib/stores/postgres/sealed";
import { resumeWith } from "./open-session";

type Session = NonNullable<Awaited<ReturnType<typeof people.lockSession>>>;

/** A token is renewed while it still lasts so long: a call that takes its time does not outlive it. */
const RENEWED_BEFORE_MS = 60_000;
/** After a failure the provider is left alone for a moment: everybody would wait for the same silence. */
const LEFT_ALONE_MS = 5000;
/** Each holds a connection to the database, of this process's few, while the provider answers. */
const AT_ONCE = 3;
const MOST_WAITING = 100;

const lasts = ({ tokenExpiresAt }: Session, ms: number) =>
  tokenExpiresAt === null || tokenExpiresAt.getTime() > Date.now() + ms;

/**
 * The token of a session, renewed when it is about to end. Null: the session has ended, because its provider gives no
 * further token. @throws AppError 503 when the token has ended and the provider does not answer
 */
export async function usableToken(session: Session): Promise<string | null> {
  if (lasts(session, RENEWED_BEFORE_MS)) return unseal(session.token);
  const turns = processWide("token renewals", (): TurnsOf => new Map());
  const rule = { key: "renewals", atOnce: AT_ONCE, mostWaiting: MOST_WAITING, refusal: late };
  return inTurn(turns, rule, () => db().transaction((transaction) => renew(transaction, session.idHash)));
}

const late = () => new AppError("unavailable", "Too many sign-ins are being renewed. Try again in a moment.");

/** Refresh tokens work once, so that the row is locked: whoever comes second finds the new token in it. */
async function renew(transaction: Connection, idHash: string): Promise<string | null> {
  const session = await people.lockSession(transaction, idHash);
  if (!session) return null;
  const token = unseal(session.token);
  if (lasts(session, RENEWED_BEFORE_MS)) return token;
  const provider = await providerOf(transaction, session);
  const refreshToken = session.refreshToken && unseal(session.refreshToken);
  if (!provider || !refreshToken) return end(transaction, idHash);
  const renewed = await newTokens(provider, refreshToken);
  if (renewed === "refused") return end(transaction, idHash);
  if (renewed === "away") {
    if (lasts(session, 0)) return token;
    throw new AppError("unavailable", `${provider.title} does not answer at the moment. Try again in a moment.`);
  }
  await keep(transaction, session, renewed);
  return renewed.accessToken;
}

async function end(transaction: Connection, idHash: string): Promise<null> {
  await people.deleteSession(transaction, idHash);
  return null;
}

async function providerOf(connection: Connection, { identityId }: Session): Promise<OpenIdProvider | undefined> {
  const found = identityId === null ? null : await findIdentity(connection, identityId);
  const provider = found && providerOfIssuer(found.identity.connection, found.identity.issuer);
  return provider?.kind === "openid" ? provider : undefined;
}

async function keep(transaction: Connection, session: Session, renewed: ProviderTokens): Promise<void> {
  const token = seal(renewed.accessToken);
  await people.renewSessionToken(transaction, session.idHash, {
    token,
    tokenExpiresAt: renewed.expiresAt,
    refreshToken: renewed.refreshToken === null ? session.refreshToken : seal(renewed.refreshToken),
    ...(renewed.idToken !== null && { idToken: seal(renewed.idToken) }),
  });
  await resumeWith(transaction, session.personId, token);
}

async function newTokens(provider: OpenIdProvider, refreshToken: string): Promise<ProviderTokens | "refused" | "away"> {
  const leftAlone = processWide("providers left alone", () => new Map<string, number>());
  if (Date.now() < (leftAlone.get(provider.name) ?? 0)) return "away";
  try {
    return await refresh(provider, refreshToken);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    logger.warn({ provider: provider.name, refusal: error.kind, err: error }, "a token was not renewed");
    if (error.kind === "away") leftAlone.set(provider.name, Date.now() + LEFT_ALONE_MS);
    return error.kind;
  }
}
