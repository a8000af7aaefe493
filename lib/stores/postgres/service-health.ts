import { eq, sql } from "drizzle-orm";
import type { ServiceFacts } from "@/lib/contracts/rules/service-state";
import type { Connection } from "./client";
import { rateLimits, serviceHealth } from "./schema/mechanisms";

/** A remote service: the name of its connection and the interface that it serves. */
export type ServiceKey = { connection: string; interface: string };
type Health = Omit<ServiceFacts, "limitedUntil">;

/** What is known of each service of a connection that has been called, by interface. */
export async function readServiceHealth(connection: Connection, name: string): Promise<Map<string, Health>> {
  const { failures, failingSince, lastReplyAt, slowAt, interface: of } = serviceHealth;
  const rows = await connection
    .select({ of, failures, failingSince, lastReplyAt, slowAt })
    .from(serviceHealth)
    .where(eq(serviceHealth.connection, name));
  return new Map(rows.map(({ of, ...health }) => [of, health]));
}

/** A call was answered, `isSlow` later than it should be: the service responds. */
export async function noteReply(connection: Connection, key: ServiceKey, isSlow: boolean): Promise<void> {
  const replied = { lastReplyAt: sql`clock_timestamp()`, ...(isSlow && { slowAt: sql`clock_timestamp()` }) };
  await connection
    .insert(serviceHealth)
    .values({ ...key, ...replied })
    .onConflictDoUpdate({
      target: [serviceHealth.connection, serviceHealth.interface],
      set: { ...replied, failures: 0, failingSince: null, probeAt: null },
    });
}

/** A call has been waiting for long. */
export async function noteWait(connection: Connection, key: ServiceKey): Promise<void> {
  const slow = { slowAt: sql`clock_timestamp()` };
  await connection
    .insert(serviceHealth)
    .values({ ...key, ...slow })
    .onConflictDoUpdate({ target: [serviceHealth.connection, serviceHealth.interface], set: slow });
}

/** A call failed in a way that the service as a whole may be down. The next probe is due `probeInMs` later. */
export async function noteFailure(connection: Connection, key: ServiceKey, probeInMs: number): Promise<void> {
  const probeAt = sql`clock_timestamp() + ${probeInMs}::float8 * interval '1 millisecond'`;
  await connection
    .insert(serviceHealth)
    .values({ ...key, failures: 1, failingSince: sql`clock_timestamp()`, probeAt })
    .onConflictDoUpdate({
      target: [serviceHealth.connection, serviceHealth.interface],
      set: {
        failures: sql`${serviceHealth.failures} + 1`,
        failingSince: sql`coalesce(${serviceHealth.failingSince}, clock_timestamp())`,
        probeAt: sql`coalesce(${serviceHealth.probeAt}, ${probeAt})`,
      },
    });
}

/**
 * Services with at least `failures` failures whose probe is due: the caller's to probe, nobody else's until `everyMs`
 * have passed. `connection`: those of this connection whether they are due or not.
 */
export async function takeDueProbes(
  connection: Connection,
  { failures, everyMs, of = null }: { failures: number; everyMs: number; of?: string | null },
): Promise<ServiceKey[]> {
  return connection.execute<ServiceKey>(sql`
    update service_health set probe_at = clock_timestamp() + ${everyMs}::float8 * interval '1 millisecond'
    where failures >= ${failures}::int and (probe_at <= clock_timestamp() or connection = ${of})
    returning connection, interface`);
}

/** Until when a service has asked the callers of these keys to wait, by key; those that may call are left out. */
export async function readBlocks(connection: Connection, keys: readonly string[]): Promise<Map<string, Date>> {
  const rows = await connection
    .select({ key: rateLimits.key, until: rateLimits.blockedUntil })
    .from(rateLimits)
    .where(sql`${rateLimits.key} = any(${sql.param([...keys])}::text[]) and ${rateLimits.blockedUntil} > now()`);
  return new Map(rows.flatMap(({ key, until }) => (until ? [[key, until]] : [])));
}
