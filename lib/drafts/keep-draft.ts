import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/drafts";
import { draftPermissions, mostDraftBytes } from "@/lib/contracts/ours/drafts";
import { FORBIDDEN, may } from "@/lib/contracts/rules/permissions";
import { AppError, tooManyRequests } from "@/lib/http/problem";
import { inTurn, type TurnsOf } from "@/lib/in-turn";
import { processWide } from "@/lib/process-wide";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { deleteDraft, findDraft, lockDrafts, sumOtherDrafts, writeDraft } from "@/lib/stores/postgres/drafts";

type Asked = { thing: contract.DraftThing; thing_id: string };

function placeOf({ personId, role }: SessionViewer, { thing, thing_id }: Asked) {
  if (!may(role, draftPermissions[thing])) throw new AppError("forbidden", FORBIDDEN);
  return { personId, thing, thingId: thing_id };
}

/** The viewer's own draft of a thing; null when there is none. */
export async function readDraft(viewer: SessionViewer, asked: Asked) {
  const row = await findDraft(db(), placeOf(viewer, asked));
  if (!row) return { draft: null };
  const { writer, version, base, draft, updatedAt } = row;
  return { draft: { writer, version, base, draft, updated_at: updatedAt.toISOString() } };
}

/** More than anybody edits in the 90 days that a draft is kept; what things are called is the sender's to say. */
const MOST = { drafts: 500, bytes: 256 * 1024 * 1024 };

/** Keeps a draft; an AppError `conflict` when another page wrote it since the state that this one follows. */
export async function keepDraft(viewer: SessionViewer, body: BodyOf<typeof contract.saveDraft>, ofOne = MOST) {
  const { writer, version, follows, base, draft } = body;
  const place = placeOf(viewer, body);
  const most = mostDraftBytes(body.thing);
  const sizes = [draft, base].map(bytesOf);
  if (sizes.some((size) => size > most)) {
    const sentence = `The draft is larger than ${most / 1024 / 1024} MB, so it is not kept. Save in smaller steps.`;
    throw new AppError("invalid", sentence, { status: 413 });
  }
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const written = await inTurn(turns(), turnOf(viewer), () =>
    db().transaction(async (transaction) => {
      await lockDrafts(transaction, place);
      await refuseTooMany(transaction, place, { bytes, ofOne });
      return writeDraft(transaction, place, { writer, version, follows, base, draft });
    }),
  );
  if (!written) throw new AppError("conflict", "This draft is being edited in another window.");
  return { writer: written.writer, version: written.version, updated_at: written.updatedAt.toISOString() };
}

const turns = () => processWide("drafts.turns", (): TurnsOf => new Map());

/** One after the other waits here, and not with a database connection of this process that somebody else could use. */
const turnOf = ({ personId }: SessionViewer) => ({
  ...{ key: personId, atOnce: 1, mostWaiting: 20 },
  refusal: () => tooManyRequests(1000),
});

type Place = ReturnType<typeof placeOf>;
/** What a draft takes, and what all of one person may. */
type Size = { bytes: number; ofOne: typeof MOST };

/** What is kept is never dropped for something new: a person says himself what he needs no more. */
async function refuseTooMany(transaction: Connection, place: Place, { bytes, ofOne }: Size): Promise<void> {
  const others = await sumOtherDrafts(transaction, place);
  const isNew = others.drafts >= ofOne.drafts && (await findDraft(transaction, place)) === null;
  if (!isNew && others.bytes + bytes <= ofOne.bytes) return;
  const reason = isNew
    ? `you have ${ofOne.drafts} drafts of other things`
    : `all your drafts together may take ${ofOne.bytes / 1024 / 1024} MB`;
  const sentence = `This is not kept as a draft: ${reason}. Save or discard some of them.`;
  throw new AppError("invalid", sentence, { status: 413 });
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Drops the viewer's draft, if it is the writer's own or the state that he follows. */
export async function dropDraft(viewer: SessionViewer, body: BodyOf<typeof contract.discardDraft>) {
  return { discarded: await deleteDraft(db(), placeOf(viewer, body), body) };
}
