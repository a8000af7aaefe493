import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { trendNotes } from "./schema/answers";

/** Notes on dates of a project's trends. */
export type StoredNote = typeof trendNotes.$inferSelect;
type NewNote = Omit<typeof trendNotes.$inferInsert, "id" | "createdAt">;
type Project = Pick<StoredNote, "connection" | "accountId" | "projectId">;

const ofProject = ({ connection, accountId, projectId }: Project) =>
  and(eq(trendNotes.connection, connection), eq(trendNotes.accountId, accountId), eq(trendNotes.projectId, projectId));

/** Earliest day first. */
export async function listNotes(connection: Connection, project: Project): Promise<StoredNote[]> {
  return connection
    .select()
    .from(trendNotes)
    .where(ofProject(project))
    .orderBy(asc(trendNotes.day), asc(trendNotes.createdAt), asc(trendNotes.id));
}

/** How many notes a project has; nobody else adds one to it until the transaction ends. */
export async function countNotesAlone(transaction: Connection, project: Project): Promise<number> {
  const { connection, accountId, projectId } = project;
  const notes = JSON.stringify(["trend notes", connection, accountId, projectId]);
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${notes}, 0))`);
  const [row] = await transaction.select({ notes: count() }).from(trendNotes).where(ofProject(project));
  return row?.notes ?? 0;
}

export async function insertNote(transaction: Connection, values: NewNote): Promise<StoredNote> {
  const [note] = await transaction.insert(trendNotes).values(values).returning();
  if (!note) throw new Error("The note was not inserted.");
  return note;
}

type Reader = { connection: string; accountIds: string[] };

const ofReader = ({ connection, accountIds }: Reader, id: string) =>
  and(eq(trendNotes.id, id), eq(trendNotes.connection, connection), inArray(trendNotes.accountId, accountIds));

const canExist = ({ accountIds }: Reader, id: string) => isUuid(id) && accountIds.length > 0;

/** A note of one of these accounts, held until the transaction ends; null when there is none. */
export async function holdNote(transaction: Connection, reader: Reader, id: string): Promise<StoredNote | null> {
  if (!canExist(reader, id)) return null;
  const [note] = await transaction.select().from(trendNotes).where(ofReader(reader, id)).for("update");
  return note ?? null;
}

/** `id`: of a note that is held. */
export async function updateNote(
  transaction: Connection,
  id: string,
  values: Pick<NewNote, "day" | "text" | "who">,
): Promise<StoredNote> {
  const [note] = await transaction.update(trendNotes).set(values).where(eq(trendNotes.id, id)).returning();
  if (!note) throw new Error("The note was not updated.");
  return note;
}

/** Deletes a note of one of these accounts; null when there is none. */
export async function deleteNote(transaction: Connection, reader: Reader, id: string): Promise<StoredNote | null> {
  if (!canExist(reader, id)) return null;
  const [gone] = await transaction.delete(trendNotes).where(ofReader(reader, id)).returning();
  return gone ?? null;
}
