import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { lastReads } from "./schema/mechanisms";

/** Whose reads: nobody is shown what another credential has read. */
export type Reader = { connection: string; credential: string };
export type LastRead = { value: unknown; readAt: Date };

const ofReader = ({ connection, credential }: Reader) =>
  and(eq(lastReads.connection, connection), eq(lastReads.credential, credential));

/** What was last read under these keys, by key; those never read are left out. */
export async function findLastReads(
  connection: Connection,
  reader: Reader,
  keys: readonly string[],
): Promise<Map<string, LastRead>> {
  const { key, value, readAt } = lastReads;
  const rows = await connection
    .select({ key, value, readAt })
    .from(lastReads)
    .where(and(ofReader(reader), inArray(key, [...keys])));
  return new Map(rows.map(({ key, ...read }) => [key, read]));
}

const ROWS_PER_STATEMENT = 500;

/** Keeps what was read at a moment; an earlier read that ends later changes nothing. */
export async function keepLastReads(
  connection: Connection,
  reader: Reader,
  values: ReadonlyMap<string, unknown>,
  readAt: Date,
): Promise<void> {
  // In one order, so that two pages that keep the same keys never wait for each other.
  const rows = [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ({ ...reader, key, value, readAt }));
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await connection
      .insert(lastReads)
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .onConflictDoUpdate({
        target: [lastReads.connection, lastReads.credential, lastReads.key],
        set: { value: sql`excluded.value`, readAt: sql`excluded.read_at` },
        setWhere: lt(lastReads.readAt, sql`excluded.read_at`),
      });
  }
}

export async function forgetOldReads(connection: Connection): Promise<void> {
  await connection.delete(lastReads).where(lt(lastReads.readAt, sql`now() - interval '30 days'`));
}
