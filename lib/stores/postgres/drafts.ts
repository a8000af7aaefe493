import { and, eq, lt, or, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { drafts } from "./schema";

type Place = { personId: string; thing: string; thingId: string };
type Mark = { writer: string; version: number };

const at = ({ personId, thing, thingId }: Place) =>
  and(eq(drafts.personId, personId), eq(drafts.thing, thing), eq(drafts.thingId, thingId));

/** Nothing equals null, so that following nothing matches no row. */
const isAt = (mark: Mark | null) =>
  and(eq(drafts.writer, sql`${mark?.writer ?? null}::uuid`), eq(drafts.version, sql`${mark?.version ?? null}::int`));

export async function findDraft(connection: Connection, place: Place) {
  const [row] = await connection.select().from(drafts).where(at(place));
  return row ?? null;
}

type Written = { writer: string; version: number; updatedAt: Date };

/**
 * Writes a draft where there is none, over a state of the same writer's, or over the state that it follows. Null: it
 * is another writer's by now. A write of the same writer that was overtaken by a later one changes nothing, and gets
 * that later state.
 */
export async function writeDraft(
  connection: Connection,
  place: Place,
  { follows, ...content }: Mark & { follows: Mark | null; base: unknown; draft: unknown },
): Promise<Written | null> {
  const mark = { writer: drafts.writer, version: drafts.version, updatedAt: drafts.updatedAt };
  const [written] = await connection
    .insert(drafts)
    .values({ ...place, ...content })
    .onConflictDoUpdate({
      target: [drafts.personId, drafts.thing, drafts.thingId],
      set: { ...content, updatedAt: sql`now()` },
      setWhere: or(and(eq(drafts.writer, content.writer), lt(drafts.version, content.version)), isAt(follows)),
    })
    .returning(mark);
  if (written) return written;
  const [present] = await connection.select(mark).from(drafts).where(at(place));
  return present?.writer === content.writer ? present : null;
}

/** Drops a draft that is the writer's own or the state that it follows; gives whether there was one. */
export async function deleteDraft(
  connection: Connection,
  place: Place,
  { writer, follows }: { writer: string; follows: Mark | null },
): Promise<boolean> {
  const deleted = await connection
    .delete(drafts)
    .where(and(at(place), or(eq(drafts.writer, writer), isAt(follows))))
    .returning({ writer: drafts.writer });
  return deleted.length > 0;
}
