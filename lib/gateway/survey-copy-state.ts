import "server-only";
import { db } from "@/lib/stores/postgres/client";
import { askForCopy, findCopyState } from "@/lib/stores/postgres/survey-copy-runs";
import { connectionOf, type SignedInContext } from "./call";

/** How old the copy is that the viewer's lists are read from; null where the service searches itself. */
export async function copyStateOf({ viewer }: SignedInContext) {
  if (connectionOf(viewer).demand.searches) return null;
  const state = await findCopyState(db(), { connection: viewer.connection, credential: viewer.email });
  return {
    as_of: state?.asOf?.toISOString() ?? null,
    is_being_read: state?.pending ?? false,
    problem: state?.problem ?? null,
  };
}

/** Asks for a refresh of the viewer's copy, however young it is; nothing where the service searches itself. */
export async function refreshCopy(context: SignedInContext) {
  const { viewer } = context;
  if (!connectionOf(viewer).demand.searches) {
    await askForCopy(db(), { connection: viewer.connection, credential: viewer.email });
  }
  return copyStateOf(context);
}
