import { lt, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { executePrepared } from "./prepared";
import { credentialWrites } from "./schema/mechanisms";

/** Notes that a write of a credential has ended, before its caller hears of it. Nobody waits for the disk. */
export async function noteWrite(connection: Connection, credential: string): Promise<void> {
  await executePrepared(
    connection,
    sql`
    insert into credential_writes (credential, ended_at)
    select ${credential}, clock_timestamp() from set_config('synchronous_commit', 'off', true)
    on conflict (credential) do update set ended_at = excluded.ended_at`,
  );
}

/**
 * Milliseconds since a write of a credential last ended on any instance; infinite where none has. A duration, because
 * the clocks of instances differ.
 */
export async function lastWriteMsAgo(connection: Connection, credential: string): Promise<number> {
  const [row] = await executePrepared<{ ms: number }>(
    connection,
    sql`
    select (extract(epoch from clock_timestamp() - ended_at) * 1000)::float8 as ms
    from credential_writes where credential = ${credential}`,
  );
  return row?.ms ?? Number.POSITIVE_INFINITY;
}

/** No read takes a day. */
export async function forgetOldWrites(connection: Connection): Promise<void> {
  await connection.delete(credentialWrites).where(lt(credentialWrites.endedAt, sql`now() - interval '1 day'`));
}
