import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import * as contract from "@/lib/contracts/ours/trends";
import type { SignedInContext } from "@/lib/gateway/call";
import { withOwnAccounts } from "@/lib/gateway/own-account";
import { projectOf } from "@/lib/gateway/project-of";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/trend-notes";

type Context = SignedInContext<SessionViewer>;

const shown = ({ id, projectId, day, text, who }: store.StoredNote): contract.TrendNote => ({
  id,
  project_id: projectId,
  day,
  text,
  who,
});

export async function listTrendNotes(context: Context, projectId: string) {
  const notes = await store.listNotes(db(), await projectOf(context, projectId));
  return { notes: notes.map(shown) };
}

export async function addTrendNote(
  context: Context,
  { project_id, day, text }: BodyOf<typeof contract.addTrendNote>,
): Promise<contract.TrendNote> {
  const project = await projectOf(context, project_id);
  return db().transaction(async (transaction) => {
    if ((await store.countNotesAlone(transaction, project)) >= contract.MOST_NOTES) {
      throw new AppError("invalid", `The project has ${contract.MOST_NOTES} notes. Delete one that nobody needs.`);
    }
    const note = await store.insertNote(transaction, { ...project, day, text, who: context.viewer.email });
    await trace(transaction, context, "addTrendNote", { after: note });
    return shown(note);
  });
}

/** Changes a note that still is what was seen; else whoever changed it meanwhile would be overwritten unseen. */
export async function updateTrendNote(
  context: Context,
  { id, day, text, seen_day, seen_text }: BodyOf<typeof contract.updateTrendNote>,
): Promise<contract.TrendNote> {
  const reader = await readerOf(context);
  return db().transaction(async (transaction) => {
    const before = await store.holdNote(transaction, reader, id);
    if (!before) throw gone();
    if (before.day !== seen_day || before.text !== seen_text) throw changed(before);
    const after = await store.updateNote(transaction, id, { day, text, who: context.viewer.email });
    await trace(transaction, context, "updateTrendNote", { before, after });
    return shown(after);
  });
}

const gone = () => new AppError("not_found", "This note does not exist any more.");

const changed = ({ who, day, text }: store.StoredNote) =>
  new AppError(
    "conflict",
    `${who} changed this note meanwhile. It now says “${day} ${text}”. Save again to put yours in its place.`,
  );

async function readerOf(context: Context) {
  const { connection, accounts } = (await withOwnAccounts(context)).viewer;
  return { connection, accountIds: accounts.map(({ id }) => id) };
}

export async function deleteTrendNote(context: Context, id: string): Promise<contract.TrendNote> {
  const reader = await readerOf(context);
  return db().transaction(async (transaction) => {
    const note = await store.deleteNote(transaction, reader, id);
    if (!note) throw gone();
    await trace(transaction, context, "deleteTrendNote", { before: note });
    return shown(note);
  });
}

type Traced = { before?: store.StoredNote; after?: store.StoredNote };

async function trace(transaction: Connection, context: Context, action: AuditAction, { before, after }: Traced) {
  const kept = ({ day, text }: store.StoredNote) => ({ day, text });
  const note = after ?? before;
  await addAudit(transaction, context, {
    accountId: note?.accountId ?? null,
    action,
    thing: "projects",
    thingId: note?.projectId ?? null,
    ...(before && { before: kept(before) }),
    ...(after && { after: kept(after) }),
    outcome: "done",
  });
}
