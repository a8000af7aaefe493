import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownUser, readAccounts } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { wakeSignedOutJobs } from "@/lib/stores/postgres/jobs";
import * as people from "@/lib/stores/postgres/people";
import { seal } from "@/lib/stores/postgres/sealed";
import { wakeSoftLaunches } from "@/lib/stores/postgres/soft-launches";

export type Client = {
  requestId: string;
  clientAddress: string;
  /** As the browser names itself; null: it does not. */
  userAgent: string | null;
  /** The session that this browser came with: it ends when the new one begins. */
  formerSession: string | undefined;
};

/** The cookie's id is random; the row knows only its hash. */
export const sessionHash = (sessionId: string) => createHash("sha256").update(sessionId).digest("hex");

const LONGEST_USER_AGENT = 500;

/** What a session holds of the identity that signed it in; null members: the provider gave none. */
export type IdentityOfSession = {
  identityId: string;
  /** Null: the token lasts as long as the session. */
  tokenExpiresAt: Date | null;
  refreshToken: string | null;
  idToken: string | null;
};

const sealed = (text: string | null) => (text === null ? null : seal(text));

/**
 * Makes the session of a person whose token is in the context: their accounts are read with it, so that a token which
 * the connection does not take opens none. Gives the session id for the cookie.
 */
export async function openSession(
  context: SignedInContext,
  expiresAt: Date,
  client: Client,
  by: IdentityOfSession | null = null,
): Promise<string> {
  const { connection, email } = context.viewer;
  const [accounts, name] = await Promise.all([readAccounts(context), ownName(context)]);
  const person = await people.meetPerson(db(), { connection, email, name });
  const sessionId = randomBytes(32).toString("base64url");
  await db().transaction(async (transaction) => {
    if (client.formerSession) await people.deleteSession(transaction, sessionHash(client.formerSession));
    await people.insertSession(transaction, {
      idHash: sessionHash(sessionId),
      personId: person.id,
      accounts,
      token: seal(context.viewer.token),
      userAgent: client.userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      clientAddress: client.clientAddress,
      expiresAt,
      ...(by && {
        identityId: by.identityId,
        tokenExpiresAt: by.tokenExpiresAt,
        refreshToken: sealed(by.refreshToken),
        idToken: sealed(by.idToken),
      }),
    });
  });
  await resumeWith(db(), person.id, seal(context.viewer.token));
  return sessionId;
}

/** What waited for a person to sign in goes on with their new token, sealed. */
export async function resumeWith(connection: Connection, personId: string, token: Buffer): Promise<void> {
  await wakeSignedOutJobs(connection, personId, token);
  await wakeSoftLaunches(connection, personId, token);
}

/** The name that the service knows its user by; the e-mail where it lists no users. */
async function ownName(context: SignedInContext): Promise<string> {
  const { email } = context.viewer;
  try {
    return (await ownUser(context))?.name ?? email;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") throw error;
    return email;
  }
}

/** Who signs in, before anything else is known of them. */
export function contextOf(
  { connection, email }: { connection: string; email: string },
  token: string,
  { requestId }: Client,
): SignedInContext {
  return {
    viewer: { connection, email, name: email, role: "analyst", accounts: [], token },
    requestId,
    origin: "page",
  };
}
