import "server-only";
import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import type { SessionViewer } from "@/lib/auth/viewer";
import { findProjectUsedLast } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { findLastProject } from "@/lib/stores/postgres/people";

/**
 * Opens a page of answers whose address names no project with the one that the viewer opened last, or else the one of
 * their accounts that was used last. Returns where there is none: the page then asks to choose one.
 */
export async function openLastProject(
  { personId, connection, accounts }: SessionViewer,
  path: "/answers" | "/questions" | "/trends" | "/pivots" | "/pivots/new",
  search: SearchParams,
): Promise<void> {
  const accountIds = accounts.map(({ id }) => id);
  const project =
    (await findLastProject(db(), personId)) ?? (await findProjectUsedLast(db(), { of: connection, accountIds }));
  if (project === null) return;
  const query = new URLSearchParams({ project });
  for (const [key, value] of Object.entries(search)) {
    if (key === "project") continue;
    for (const each of [value].flat()) if (each !== undefined) query.append(key, each);
  }
  redirect(`${path}?${query}`);
}
