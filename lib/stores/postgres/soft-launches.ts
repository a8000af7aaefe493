import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { memberships, users } from "./schema/accounts";
import { surveys } from "./schema/demand";
import { people } from "./schema/people";
import { softLaunches } from "./schema/soft-launches";
import { BUILT_IN } from "./users";

/**
 * Soft launches, one row a survey. Whoever changes a row names the state that he has seen, by its `updatedAt`: of two
 * who change it at once, one does.
 */
export type SoftLaunchRow = typeof softLaunches.$inferSelect;
type New = typeof softLaunches.$inferInsert;
type Change = Partial<
  Pick<
    New,
    "share" | "fullTargets" | "setTargets" | "expected" | "state" | "token" | "personId" | "problem" | "reachedAt"
  >
>;

type Place = { connection: string; surveyId: string };

const at = ({ connection, surveyId }: Place) =>
  and(eq(softLaunches.connection, connection), eq(softLaunches.surveyId, surveyId));

/** Always later than before, also within one millisecond: it tells states apart. */
const LATER = sql`greatest(clock_timestamp(), ${softLaunches.updatedAt} + interval '1 millisecond')`;

/** A survey's soft launch with the name of who started it. */
export async function findSoftLaunch(connection: Connection, place: Place) {
  const [row] = await connection
    .select({ launch: softLaunches, person: people.name })
    .from(softLaunches)
    .innerJoin(people, eq(people.id, softLaunches.personId))
    .where(at(place));
  return row ?? null;
}

/** Which of these surveys are under a soft launch: one that goes on, or that is being begun or ended this moment. */
export async function surveysUnderWay(
  connection: Connection,
  { connection: of, surveyIds }: { connection: string; surveyIds: readonly string[] },
): Promise<Set<string>> {
  if (surveyIds.length === 0) return new Set();
  const chosen = sql`${softLaunches.surveyId} in (select jsonb_array_elements_text(${JSON.stringify(surveyIds)}::jsonb))`;
  const goesOn = sql`(${softLaunches.state} in ('running', 'reached') or ${softLaunches.setTargets} ? 'writing')`;
  const rows = await connection
    .select({ id: softLaunches.surveyId })
    .from(softLaunches)
    .where(and(eq(softLaunches.connection, of), chosen, goesOn));
  return new Set(rows.map(({ id }) => id));
}

/** Writes a survey's first soft launch; null when there is one by now. */
export async function insertSoftLaunch(connection: Connection, launch: New): Promise<SoftLaunchRow | null> {
  const [row] = await connection.insert(softLaunches).values(launch).onConflictDoNothing().returning();
  return row ?? null;
}

/** A survey's next soft launch takes the place of one that is over; null when somebody was first. */
export async function renewSoftLaunch(connection: Connection, seen: SoftLaunchRow, change: Change) {
  const again = { ...change, problem: null, reachedAt: null, checkedAt: null, createdAt: sql`clock_timestamp()` };
  return write(connection, seen, again);
}

/** Changes what was seen; null, and nothing is changed, when it is another state by now. */
export async function updateSoftLaunch(connection: Connection, seen: SoftLaunchRow, change: Change) {
  return write(connection, seen, change);
}

async function write(connection: Connection, seen: SoftLaunchRow, change: object): Promise<SoftLaunchRow | null> {
  const [row] = await connection
    .update(softLaunches)
    .set({ ...change, updatedAt: LATER })
    .where(and(eq(softLaunches.id, seen.id), eq(softLaunches.updatedAt, seen.updatedAt)))
    .returning();
  return row ?? null;
}

/** Takes back a soft launch that came to nothing, unless it is another state by now. */
export async function deleteSoftLaunch(connection: Connection, seen: SoftLaunchRow): Promise<void> {
  await connection
    .delete(softLaunches)
    .where(and(eq(softLaunches.id, seen.id), eq(softLaunches.updatedAt, seen.updatedAt)));
}

type Reached = { connection: string; ownUser: string | null; from: number; most: number };

/**
 * A connection's soft launches that wait for a decision, the latest first. The caller shows each only to its own.
 * `ownUser`: where the surveys are ours, only those of this user's accounts, by email, that are not complete.
 */
export async function listReachedSoftLaunches(
  connection: Connection,
  { connection: of, ownUser, from, most }: Reached,
): Promise<SoftLaunchRow[]> {
  const isOwn = sql`exists (
    select 1 from ${surveys} s
    join ${memberships} m on m.account_id = s.account_id join ${users} u on u.id = m.user_id
    where s.id = (case when ${softLaunches.connection} = ${BUILT_IN} then ${softLaunches.surveyId}::uuid end)
      and u.email = ${ownUser?.toLowerCase()} and s.status <> 'Complete')`;
  return connection
    .select()
    .from(softLaunches)
    .where(
      and(eq(softLaunches.connection, of), eq(softLaunches.state, "reached"), ownUser === null ? undefined : isOwn),
    )
    .orderBy(sql`${softLaunches.reachedAt} desc nulls last`, softLaunches.id)
    .limit(most)
    .offset(from);
}

/** One that is over has a token only while a start that was given up may still come. */
const LOOKED_AT = sql`(state in ('running', 'stopped') or set_targets ? 'writing') and token is not null`;

/**
 * Takes what is due to be looked at, those looked at longest ago first. Taking is noting the time, so that each is
 * looked at by one worker at a time, and by the next one when that worker is killed. `except`: people whose soft launches
 * stay due.
 */
export async function takeDueSoftLaunches(
  connection: Connection,
  { everyMs, most, except = [] }: { everyMs: number; most: number; except?: readonly string[] },
): Promise<SoftLaunchRow[]> {
  const due = sql`coalesce(checked_at, '-infinity') <= clock_timestamp() - make_interval(secs => ${everyMs / 1000}::float8)`;
  const others =
    except.length === 0
      ? sql`true`
      : sql`person_id::text not in (select jsonb_array_elements_text(${JSON.stringify(except)}::jsonb))`;
  const taken = await connection.execute<{ id: string }>(sql`
    update soft_launches set checked_at = clock_timestamp()
    where id in (
      select id from soft_launches where ${LOOKED_AT} and ${due} and ${others}
      order by checked_at nulls first limit ${most} for update skip locked)
    returning id`);
  if (taken.length === 0) return [];
  const ids = taken.map(({ id }) => id);
  return connection.select().from(softLaunches).where(inArray(softLaunches.id, ids));
}

/** A start that was given up goes on saying so, whatever a look at it came to. */
const CAME_TO_NOTHING = sql`state = 'stopped' and not set_targets ? 'writing'`;

/**
 * Notes how a look at these states went, without making them others; what has changed meanwhile is looked at anew. A
 * token that has ended is of no use to the next look.
 */
export async function noteLook(
  connection: Connection,
  seen: readonly Pick<SoftLaunchRow, "id" | "updatedAt">[],
  { problem, forgetToken = false }: { problem: string | null; forgetToken?: boolean },
): Promise<void> {
  if (seen.length === 0) return;
  const forgotten = forgetToken && { token: null };
  const isAsSeen = seen.map(({ id, updatedAt }) => and(eq(softLaunches.id, id), eq(softLaunches.updatedAt, updatedAt)));
  await connection
    .update(softLaunches)
    .set({ problem: sql`case when ${CAME_TO_NOTHING} then problem else ${problem}::text end`, ...forgotten })
    .where(or(...isAsSeen));
}

/** A new sign-in of a person: what it started is looked at with its token. */
export async function wakeSoftLaunches(connection: Connection, personId: string, token: Buffer): Promise<void> {
  const open = sql`(${softLaunches.state} = 'running' or ${softLaunches.setTargets} ? 'writing')`;
  await connection
    .update(softLaunches)
    .set({ token, problem: null })
    .where(and(eq(softLaunches.personId, personId), open));
}
