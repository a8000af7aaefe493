import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Connection, Database } from "./client";
import { jobItems, type jobs } from "./schema/jobs";

/** Work that switches on what other work switches off: of two that are about the same, one goes on. */

type JobRow = typeof jobs.$inferSelect;

/** The key of a step that is about all that its work names, and not about one thing of it. */
export const EVERYTHING = "*";

/** Work that does the opposite: its input has this, and `meets` says whether it can be about the same things. */
export type Opposes = { has: Record<string, string>; meets: (input: unknown) => boolean };
export type OpposedWork = { title: string; who: string };
type Opposing = Pick<JobRow, "connection" | "kind"> & { opposes: Opposes; keys: readonly string[] };

/** Thrown where work may not begin while another does the opposite. */
export class Opposed extends Error {
  constructor(readonly by: OpposedWork) {
    super("Another job that is running does the opposite.");
  }
}

/** Of two that start opposite work at once, the second one sees the first one's. */
export async function refuseOpposed(transaction: Connection, opposing: Opposing): Promise<void> {
  await takeTurn(transaction, opposing);
  const found = await findOpposed(transaction, opposing);
  if (found) throw new Opposed(found);
}

async function takeTurn(transaction: Connection, { connection, kind }: Pick<JobRow, "connection" | "kind">) {
  const turn = `opposed ${connection} ${kind}`;
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
}

/** Not what stood, and only waits to be taken up again: of the two it is that which looks whether it may go on. */
const WENT_FIRST = sql`(j.state = 'running' or j.started_at is null)`;

/**
 * Ends the steps of work that stood while other work was begun which does the opposite for the same, and says so at
 * each; the others go on, and what is done already stays written down. Asked by the worker that has just taken it up:
 * of two it is one that goes on.
 */
export async function endOpposedSteps(
  database: Database,
  { id, connection, kind, holder }: Pick<JobRow, "id" | "connection" | "kind"> & { holder: string },
  opposes: Opposes,
  say: (by: OpposedWork) => string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await takeTurn(transaction, { connection, kind });
    // Paused or cancelled meanwhile, or another worker's, it does not go on anyway.
    const mine = await transaction.execute(sql`
      select from jobs where id = ${id} and state = 'running' and lease_holder = ${holder}::uuid for no key update`);
    if (mine.length === 0) return;
    for (const other of await listOpposed(transaction, { connection, kind, opposes, keys: [EVERYTHING] }, WENT_FIRST)) {
      await endOverlapping(transaction, { id, by: other.id, message: say(other) });
    }
  });
}

/** Ends the waiting steps of work that are about what another's steps that are not over are about. */
async function endOverlapping(
  transaction: Connection,
  { id, by, message }: { id: string; by: string; message: string },
) {
  await transaction
    .update(jobItems)
    .set({
      state: "failed",
      message: sql`concat_ws(' ', case when ${jobItems.before} is not null then ${jobItems.message} end, ${message}::text)`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(
      and(
        eq(jobItems.jobId, id),
        eq(jobItems.state, "waiting"),
        sql`exists (select from job_items o
          where o.job_id = ${by} and o.state in ('waiting', 'running')
            and (${jobItems}.key = ${EVERYTHING} or o.key in (${jobItems}.key, ${EVERYTHING})))`,
      ),
    );
}

/** Work under way that does the opposite for some of the same things; null: there is none. Paused work changes nothing. */
export async function findOpposed(connection: Connection, opposing: Opposing): Promise<OpposedWork | null> {
  const [first] = await listOpposed(connection, opposing);
  return first ?? null;
}

/** All such work, the oldest first. */
async function listOpposed(
  connection: Connection,
  { kind, opposes, keys, ...of }: Opposing,
  which: SQL = sql`true`,
): Promise<(OpposedWork & Pick<JobRow, "id">)[]> {
  const overlaps = keys.includes(EVERYTHING)
    ? sql`true`
    : sql`i.key = any(${sql.param([...keys, EVERYTHING])}::text[])`;
  const found = await connection.execute<OpposedWork & Pick<JobRow, "id" | "input">>(sql`
    select j.id, j.title, p.email as who, j.input from jobs j join people p on p.id = j.person_id
    where j.connection = ${of.connection} and j.kind = ${kind} and j.input @> ${JSON.stringify(opposes.has)}::jsonb
      and j.finished_at is null and j.state in ('waiting', 'running') and ${which}
      and exists (select from job_items i
        where i.job_id = j.id and i.state in ('waiting', 'running') and ${overlaps})
    order by j.created_at`);
  return found.filter(({ input }) => opposes.meets(input));
}
