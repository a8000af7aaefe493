import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { env } from "@/lib/env";
import { connectionOf } from "@/lib/gateway/call";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/people";

/** Who can give a role to somebody who has none: their e-mail addresses; empty where nobody is known here. */
export type RoleContact = { title: string; admins: string[] };

const MOST_NAMED = 3;

/**
 * For a person who is an analyst at a remote connection because nobody has given them a role; null for all others.
 * Admins are named who have been met at this very connection: addresses of any other are none of this person's.
 */
export async function roleContact(viewer: SessionViewer): Promise<RoleContact | null> {
  const { environment, title } = connectionOf(viewer);
  if (viewer.role !== "analyst" || environment === "built-in") return null;
  const [person] = await store.findPeople(db(), viewer.connection, [viewer.email]);
  if (person?.role) return null;
  const admins = await store.findAdmins(db(), viewer.connection, { alsoEmails: env.ADMIN_EMAILS, most: MOST_NAMED });
  return { title, admins };
}
