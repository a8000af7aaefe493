import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { FORBIDDEN, may, type Permission, roleOf } from "@/lib/contracts/rules/permissions";
import { demoRefused, env, publicUrl } from "@/lib/env";
import type { SignedIn, SignedInContext } from "@/lib/gateway/call";
import { before } from "@/lib/gateway/join";
import { AppError, unauthorized } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import { deleteSession, findSession } from "@/lib/stores/postgres/people";
import { BUILT_IN } from "@/lib/stores/postgres/users";
import { type FormatSettings, usualSettings } from "@/lib/tables/format";
import { sessionHash } from "./open-session";
import { usableToken } from "./renew-token";
import { signInAddress, TARGET_HEADER } from "./sign-in-address";

const secure = publicUrl().startsWith("https:");

/** A secure cookie can be set for this host alone, whatever runs on a subdomain. */
export const sessionCookie = {
  name: secure ? "__Host-session" : "session",
  options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
};

/** How long a browser keeps the cookie; the session's row may end sooner. */
export const SESSION_COOKIE_SECONDS = 7 * 24 * 60 * 60;

export type SessionViewer = SignedIn & {
  personId: string;
  /** The row of the session that this request came with. */
  sessionHash: string;
  expiresAt: string;
  /** Signed in by an identity provider, perhaps without having a password. */
  isByProvider?: boolean;
  settings: FormatSettings;
};

/** A database that hangs would otherwise keep every page and every call waiting without a word. */
const FOUND_WITHIN_MS = 10_000;

const late = () => new AppError("unavailable", "The database did not answer in time. Try again in a moment.");

/** The viewer whose session a cookie names; null when it names none that lasts. One row, read on every request. */
async function findViewer(sessionId: string | undefined): Promise<SessionViewer | null> {
  if (!sessionId) return null;
  const found = await before(Date.now() + FOUND_WITHIN_MS, findSession(db(), sessionHash(sessionId)), late);
  const token = found && (await usableToken(found.session));
  if (!found || !token) return null;
  const { person, session } = found;
  if (person.connection === BUILT_IN && demoRefused(person.email)) return null;
  return {
    connection: person.connection,
    email: person.email,
    name: person.name,
    role: roleOf(person.role, person.email, env.ADMIN_EMAILS),
    accounts: session.accounts,
    token,
    personId: person.id,
    sessionHash: session.idHash,
    expiresAt: session.expiresAt.toISOString(),
    isByProvider: session.identityId !== null,
    settings: {
      timeZone: person.timeZone ?? usualSettings.timeZone,
      numbers: person.numberFormat ?? usualSettings.numbers,
    },
  };
}

/** The viewer of the page being rendered, read once however many components ask. */
export const currentViewer = cache(async () => findViewer((await cookies()).get(sessionCookie.name)?.value));

/** To the sign-in page, which leads back to what was asked for. */
export async function toSignIn(): Promise<never> {
  redirect(signInAddress((await headers()).get(TARGET_HEADER)));
}

/** For pages: the viewer, if the role allows it; else the sign-in page or a refusal. */
export async function pageContext(permission: Permission): Promise<SignedInContext<SessionViewer>> {
  const viewer = await currentViewer();
  if (!viewer) return toSignIn();
  if (!may(viewer.role, permission)) throw new AppError("forbidden", FORBIDDEN);
  return { viewer, requestId: crypto.randomUUID(), origin: "page" };
}

/**
 * For pages: what a read gives, or the sign-in page where the connection no longer accepts the viewer's token. The
 * session ends with it, because the sign-in page leads whoever has one back here.
 */
export async function orSignIn<T>({ viewer }: SignedInContext<SessionViewer>, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    await deleteSession(db(), viewer.sessionHash);
    return toSignIn();
  }
}

/** For handlers: the viewer of a request, whatever the role allows. */
export async function requireViewer(sessionId: string | undefined): Promise<SessionViewer> {
  const viewer = await findViewer(sessionId);
  if (!viewer) throw unauthorized();
  return viewer;
}
