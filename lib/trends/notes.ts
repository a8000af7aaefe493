import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import * as contract from "@/lib/contracts/trends";
import type { SignedInContext } from "@/lib/gateway/call";
import { withOwnAccounts } from "@/lib/gateway/own-account";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/trend-notes";
import { projectOf } from "./project-of";

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

export async function deleteTrendNote(context: Context, id: string): Promise<contract.TrendNote> {
  const { connection, accounts } = (await withOwnAccounts(context)).viewer;
  return db().transaction(async (transaction) => {
    const reader = { connection, accountIds: accounts.map((account) => account.id) };
    const note = await store.deleteNote(transaction, reader, id);
    if (!note) throw new AppError("not_found", "This note does not exist any more.");
    await trace(transaction, context, "deleteTrendNote", { before: note });
    return shown(note);
  });
}

type Traced = { before?: store.StoredNote; after?: store.StoredNote };

async function trace(transaction: Connection, context: Context, action: string, { before, after }: Traced) {
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
