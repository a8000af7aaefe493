import { and, eq, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { readableBy, type ViewReader } from "./saved-views";
import { savedViews, tableRecordings } from "./schema/saved";

export type TableRecording = typeof tableRecordings.$inferSelect;

/**
 * What is recorded with a view; undefined when this person has no such view of that list, null when nothing is
 * recorded with it.
 */
export async function findRecording(
  connection: Connection,
  reader: ViewReader,
  { id, list }: { id: string; list: string },
): Promise<TableRecording | null | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await connection
    .select({ recording: tableRecordings })
    .from(savedViews)
    .leftJoin(tableRecordings, eq(tableRecordings.viewId, savedViews.id))
    .where(and(readableBy(reader), eq(savedViews.id, id), eq(savedViews.list, list)));
  return row?.recording;
}

type NewRecording = Pick<TableRecording, "viewId" | "content" | "who">;

/** Takes the place of what was recorded with the view; it is not frozen. */
export async function writeRecording(transaction: Connection, values: NewRecording): Promise<TableRecording> {
  const { content, who } = values;
  const anew = { content, who, recordedAt: sql`clock_timestamp()`, frozenAt: null };
  const [row] = await transaction
    .insert(tableRecordings)
    .values(values)
    .onConflictDoUpdate({ target: tableRecordings.viewId, set: anew })
    .returning();
  if (!row) throw new Error("The figures were not recorded.");
  return row;
}

/** Null when nothing is recorded with the view. One that is frozen already keeps its moment. */
export async function setFrozen(
  transaction: Connection,
  viewId: string,
  frozen: boolean,
): Promise<TableRecording | null> {
  const { frozenAt } = tableRecordings;
  const [row] = await transaction
    .update(tableRecordings)
    .set({ frozenAt: frozen ? sql`coalesce(${frozenAt}, clock_timestamp())` : null })
    .where(eq(tableRecordings.viewId, viewId))
    .returning();
  return row ?? null;
}
