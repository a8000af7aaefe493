import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type * as contract from "@/lib/contracts/drafts";
import type { BodyOf } from "@/lib/contracts/operation";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import { deleteDraft, findDraft, writeDraft } from "@/lib/stores/postgres/drafts";

type Asked = { thing: contract.DraftThing; thing_id: string };

const placeOf = ({ personId }: SessionViewer, { thing, thing_id }: Asked) => ({ personId, thing, thingId: thing_id });

const MAX_BYTES = 1024 * 1024;

/** The viewer's own draft of a thing; null when there is none. */
export async function readDraft(viewer: SessionViewer, asked: Asked) {
  const row = await findDraft(db(), placeOf(viewer, asked));
  if (!row) return { draft: null };
  const { writer, version, base, draft, updatedAt } = row;
  return { draft: { writer, version, base, draft, updated_at: updatedAt.toISOString() } };
}

/** Keeps a draft; an AppError `conflict` when another page wrote it since the state that this one follows. */
export async function keepDraft(viewer: SessionViewer, body: BodyOf<typeof contract.saveDraft>) {
  const { writer, version, follows, base, draft } = body;
  if (bytesOf(draft) > MAX_BYTES || bytesOf(base) > MAX_BYTES) {
    throw new AppError("invalid", "The draft is larger than 1 MB, so it is not kept. Save in smaller steps.", {
      status: 413,
    });
  }
  const written = await writeDraft(db(), placeOf(viewer, body), { writer, version, follows, base, draft });
  if (!written) throw new AppError("conflict", "This draft is being edited in another window.");
  return { writer: written.writer, version: written.version, updated_at: written.updatedAt.toISOString() };
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Drops the viewer's draft, if it is the writer's own or the state that he follows. */
export async function dropDraft(viewer: SessionViewer, body: BodyOf<typeof contract.discardDraft>) {
  return { discarded: await deleteDraft(db(), placeOf(viewer, body), body) };
}
