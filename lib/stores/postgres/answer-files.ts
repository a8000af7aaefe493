import { and, asc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { Connection, Database } from "./client";
import { answerFileChunks, answerFiles } from "./schema/answers";

/**
 * Uploaded files of answers and lists of refused rows, in chunks, so that any instance can read them. A file can be found
 * once it is whole; one whose writer was killed is never found.
 */

type Row = typeof answerFiles.$inferSelect;
export type NewAnswerFile = Pick<Row, "id" | "kind" | "key" | "personId" | "account" | "projectId" | "name" | "bytes">;

/** Bounds what one statement carries and what a process holds of a file. */
export const CHUNK_BYTES = 1024 ** 2;
export const KEPT_DAYS = 7;
/** A writer shows itself four times as often. */
const GONE_AFTER_SECONDS = 60;
export const SHOW_EVERY_MS = (GONE_AFTER_SECONDS * 1000) / 4;

const isThere = sql`${answerFiles.seenAt} > clock_timestamp() - ${GONE_AFTER_SECONDS}::int * interval '1 second'`;

export async function beginAnswerFile(connection: Connection, file: NewAnswerFile): Promise<void> {
  await connection.insert(answerFiles).values(file);
}

/** Writing the same chunk again replaces it. */
export async function writeChunk(connection: Connection, fileId: string, place: number, content: Buffer) {
  await connection
    .insert(answerFileChunks)
    .values({ fileId, place, content })
    .onConflictDoUpdate({ target: [answerFileChunks.fileId, answerFileChunks.place], set: { content } });
}

/** Says that the file is still being written, and how much it has at least. */
export async function showWriting(connection: Connection, id: string, bytes: number): Promise<void> {
  await connection
    .update(answerFiles)
    .set({ bytes: sql`greatest(${answerFiles.bytes}, ${bytes}::bigint)`, seenAt: sql`clock_timestamp()` })
    .where(eq(answerFiles.id, id));
}

/** Makes the file one that others find, in the place of those that were begun before under its key. */
export async function finishAnswerFile(connection: Connection, id: string, bytes: number): Promise<void> {
  const [file] = await connection
    .update(answerFiles)
    .set({ state: "whole", bytes, seenAt: sql`clock_timestamp()` })
    .where(eq(answerFiles.id, id))
    .returning({ key: answerFiles.key, kind: answerFiles.kind, place: answerFiles.place });
  if (!file) throw new Error("A file was removed while it was written.");
  const { key, kind, place } = file;
  const ofKey = and(eq(answerFiles.key, key), eq(answerFiles.kind, kind));
  await connection.delete(answerFiles).where(and(ofKey, lt(answerFiles.place, place)));
}

export async function removeAnswerFile(connection: Connection, id: string): Promise<void> {
  await connection.delete(answerFiles).where(eq(answerFiles.id, id));
}

/** The whole file of a key; of several the one that was begun last. */
export async function findAnswerFile(connection: Connection, kind: Row["kind"], key: string): Promise<Row | null> {
  const [row] = await connection
    .select()
    .from(answerFiles)
    .where(and(eq(answerFiles.kind, kind), eq(answerFiles.key, key), eq(answerFiles.state, "whole")))
    .orderBy(sql`${answerFiles.place} desc`)
    .limit(1);
  return row ?? null;
}

const CHUNKS_AT_ONCE = 4;

/** The file's bytes in their order; what is removed meanwhile ends early. */
export async function* readChunks(connection: Database, fileId: string): AsyncGenerator<Buffer> {
  for (let from = 0; ; from += CHUNKS_AT_ONCE) {
    const rows = await connection
      .select({ content: answerFileChunks.content })
      .from(answerFileChunks)
      .where(and(eq(answerFileChunks.fileId, fileId), gte(answerFileChunks.place, from)))
      .orderBy(asc(answerFileChunks.place))
      .limit(CHUNKS_AT_ONCE);
    for (const { content } of rows) yield content;
    if (rows.length < CHUNKS_AT_ONCE) return;
  }
}

export const uploadHolders = ["person", "account"] as const;
export type UploadHolder = (typeof uploadHolders)[number];

const columnOf = { person: answerFiles.personId, account: answerFiles.account };

/** No two uploads of a person or an account are judged at the same time, until the transaction ends. */
export async function lockUploads(transaction: Connection, of: Record<UploadHolder, string>): Promise<void> {
  for (const holder of uploadHolders) {
    const key = `uploads of ${holder} ${of[holder]}`;
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  }
}

/**
 * Uploads of a person or an account: those that are kept, and of those still under way the ones that began no later than
 * this one. A writer that was killed holds nothing.
 */
export async function sumUploads(connection: Connection, id: string, holder: UploadHolder, of: string) {
  const { bytes, createdAt, kind, place, state } = answerFiles;
  const before: SQL = sql`${place} <= (select own.place from answer_files own where own.id = ${id})`;
  const [sum] = await connection
    .select({
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${bytes}), 0)::float8`,
      oldest: sql<Date | null>`min(${createdAt})`.mapWith(createdAt),
    })
    .from(answerFiles)
    .where(and(eq(columnOf[holder], of), eq(kind, "upload"), isKept, or(eq(state, "whole"), and(before, isThere))));
  return { files: sum?.files ?? 0, bytes: sum?.bytes ?? 0, oldest: sum?.oldest ?? new Date() };
}

const isKept = sql`${answerFiles.createdAt} > now() - ${KEPT_DAYS}::int * interval '1 day'`;

export async function findScan(connection: Connection, id: string): Promise<string | null> {
  const [row] = await connection.select({ scan: answerFiles.scan }).from(answerFiles).where(eq(answerFiles.id, id));
  return row?.scan ?? null;
}

export async function keepScan(connection: Connection, id: string, scan: string): Promise<void> {
  await connection.update(answerFiles).set({ scan }).where(eq(answerFiles.id, id));
}

/** Removes what is older than a week, and uploads that broke off. */
export async function forgetOldAnswerFiles(connection: Connection): Promise<void> {
  const brokeOff = and(eq(answerFiles.kind, "upload"), eq(answerFiles.state, "writing"), sql`not ${isThere}`);
  await connection.delete(answerFiles).where(or(sql`not ${isKept}`, brokeOff));
}
