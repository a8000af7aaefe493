import { and, count, eq, lt, not, or, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { drafts } from "./schema/saved";

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

/** Lets nothing else of this person become a draft until the transaction ends. */
export async function lockDrafts(transaction: Connection, { personId }: Place): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`drafts ${personId}`}, 0))`);
}

/** How many drafts of this person there are beside one, with the bytes that they are kept in. */
export async function sumOtherDrafts(connection: Connection, place: Place): Promise<{ drafts: number; bytes: number }> {
  const bytes = sql<number>`
    coalesce(sum(pg_column_size(${drafts.draft}) + coalesce(pg_column_size(${drafts.base}), 0)), 0)::float8`;
  const [summed] = await connection
    .select({ drafts: count(), bytes })
    .from(drafts)
    .where(and(eq(drafts.personId, place.personId), not(at(place) ?? sql`false`)));
  return summed ?? { drafts: 0, bytes: 0 };
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

/** Removes drafts that nobody touched for so many days. */
export async function forgetOldDrafts(connection: Connection, days: number): Promise<void> {
  await connection.delete(drafts).where(lt(drafts.updatedAt, sql`now() - make_interval(days => ${days}::int)`));
}
