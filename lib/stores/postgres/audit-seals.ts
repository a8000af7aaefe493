import { asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { audit, auditSeals } from "./schema/audit";

export type AuditRow = typeof audit.$inferSelect;

/** A sealed entry; `entry` null: it is not there any more. */
export type SealedEntry = { place: number; entryId: number; hash: string; entry: AuditRow | null };

/** Whoever seals does it alone, or a place would be given twice. */
const SEALING_LOCK = 7_305_115;

type Seal = typeof auditSeals.$inferSelect;

/**
 * Seals the next entries in the order that they were committed, as `hashOf` makes it, and returns how many. An entry is
 * taken when no transaction can add one before it: its own is below the oldest that still runs. Run in a transaction.
 */
export async function sealNext(
  transaction: Connection,
  hashOf: (entry: AuditRow, before: string) => string,
  most: number,
): Promise<number> {
  const [lock] = await transaction.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${SEALING_LOCK}) as mine`,
  );
  if (!lock?.mine) return 0;
  // After the lock, so that it sees what whoever had it before has sealed.
  const last = await lastSeal(transaction);
  const entries = await transaction
    .select()
    .from(audit)
    .where(isNext(last))
    .orderBy(sql`${audit.writtenBy} < ${OLDEST_RUNNING}`, asc(audit.writtenBy), asc(audit.id))
    .limit(most);
  const seals: (typeof auditSeals.$inferInsert)[] = [];
  let [place, hash] = [last?.place ?? 0, last?.hash ?? ""];
  for (const entry of entries) {
    [place, hash] = [place + 1, hashOf(entry, hash)];
    seals.push({ place, entryId: entry.id, writtenBy: entry.writtenBy, hash });
  }
  if (seals.length > 0) await transaction.insert(auditSeals).values(seals);
  return seals.length;
}

const OLDEST_RUNNING = sql`pg_snapshot_xmin(pg_current_snapshot())`;
const NOT_YET_GIVEN = sql`pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * Unsealed, and its transaction has ended with all before it. Numbers that this server has not given yet come from the
 * server that a backup was made of: what it left unsealed comes first, and numbers then begin anew.
 */
function isNext(last: Seal | undefined): SQL {
  const [number, id] = [last?.writtenBy ?? "0", last?.entryId ?? 0];
  const from = sql`(case when ${number}::xid8 < ${NOT_YET_GIVEN} then ${number}::xid8 else '0'::xid8 end)`;
  return sql`(
    (${audit.writtenBy} < ${OLDEST_RUNNING} and ${audit.writtenBy} >= ${from})
    or (${audit.writtenBy} >= ${NOT_YET_GIVEN} and (${audit.writtenBy}, ${audit.id}) > (${number}::xid8, ${id}::bigint))
  ) and not exists (select from ${auditSeals} where ${auditSeals.entryId} = ${audit.id})`;
}

export async function lastSeal(connection: Connection): Promise<Seal | undefined> {
  const [last] = await connection.select().from(auditSeals).orderBy(desc(auditSeals.place)).limit(1);
  return last;
}

/** The seals behind a place with their entries, in the order of the chain. */
export async function listSealed(connection: Connection, after: number, most: number): Promise<SealedEntry[]> {
  return connection
    .select({ place: auditSeals.place, entryId: auditSeals.entryId, hash: auditSeals.hash, entry: audit })
    .from(auditSeals)
    .leftJoin(audit, eq(audit.id, auditSeals.entryId))
    .where(gt(auditSeals.place, after))
    .orderBy(asc(auditSeals.place))
    .limit(most);
}

/** Entries that were there this long ago and have no seal. */
export async function countUnsealed(connection: Connection, minutes: number): Promise<number> {
  const [row] = await connection.execute<{ unsealed: number }>(sql`
    select count(*)::int as unsealed from ${audit}
    where ${audit.at} < clock_timestamp() - make_interval(mins => ${minutes}::int)
      and not exists (select from ${auditSeals} where ${auditSeals.entryId} = ${audit.id})`);
  return row?.unsealed ?? 0;
}
