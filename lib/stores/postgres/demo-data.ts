import { sql } from "drizzle-orm";
import { mayDropTables } from "./backup";
import type { Connection } from "./client";
import { type DemoThing, demoThings } from "./schema/mechanisms";
import { BUILT_IN } from "./users";

/** What the demo made (`demo_things`), and how it is removed without anything that a person made or changed. */

/** Whether somebody removed the demo data. */
export async function isDemoRemoved(connection: Connection): Promise<boolean> {
  const [row] = await connection.execute(sql`select from installation where demo_removed_at is not null`);
  return row !== undefined;
}

/** Notes that the demo data are removed, so that they do not come back by themselves. */
export async function noteDemoRemoved(connection: Connection): Promise<void> {
  await connection.execute(sql`update installation set demo_removed_at = clock_timestamp()`);
}

export async function noteDemoThing(connection: Connection, thing: DemoThing, thingId: string): Promise<void> {
  await connection.insert(demoThings).values({ thing, thingId }).onConflictDoNothing();
}

/** Somebody changed it: an audit entry of a person, a key or a job. */
const isChanged = (things: readonly string[], thingId: ReturnType<typeof sql>) => sql`exists (select from audit e
  where e.connection = ${BUILT_IN} and e.thing in ${[...things]} and e.thing_id = ${thingId}
    and e.origin <> 'system' and e.outcome <> 'refused')`;

/** Respondents whom the demo made, or whom its simulation sent. */
const OF_THE_DEMO = "^((direct|north|river|mosaic)-[0-9]{8}|sim-[0-9]+-[0-9]+)$";

/**
 * The demo's surveys, and whether each stays: somebody changed it or a response of it, entered it, switched its
 * duplicate check, or scored or checked its respondents. Tests go with their survey.
 */
const demoSurveys = sql`(
  select s.id, s.account_id, s.project_id, s.status, (${isChanged(["surveys"], sql`s.id::text`)}
    or exists (select from responses r where r.survey_id = s.id and not r.test
      and r.respondent is not null and r.respondent !~ ${OF_THE_DEMO})
    or s.id in (select r.survey_id from audit e join responses r on r.rdud = e.thing_id
      where e.connection = ${BUILT_IN} and e.thing = 'responses' and e.origin <> 'system' and e.outcome <> 'refused')
    or exists (select from soft_launches l where l.connection = ${BUILT_IN} and l.survey_id = s.id::text)
    or exists (select from survey_links l where l.connection = ${BUILT_IN} and l.survey_id = s.id::text)
    or exists (select from quality_surveys q where q.account_id = s.account_id and q.name = s.id::text)
    or exists (select from check_replies c where c.connection = ${BUILT_IN} and c.survey_number = s.id::text)
    or exists (select from activation_surveys v join activation_accounts a on a.id = v.account
      where a.connection = ${BUILT_IN} and v.survey_number = s.id::text
        and (v.search_change is not null or v.predupes_change is not null
          or exists (select from activation_changes c where c.account = v.account and v.id = any(c.touched))
          or exists (select from fraud_sessions f where f.account = v.account and f.survey = v.id)))) as stays
  from demo_things d join surveys s on s.id = d.thing_id where d.thing = 'surveys')`;

/**
 * The demo's projects with their answers, and whether each stays: a survey of it does, somebody changed it or its
 * answers, or somebody's own view, note or slide is of it.
 */
const demoProjects = (surveysStay: ReturnType<typeof sql>) => sql`(
  select p.id, p.account_id, (exists (select from surveys s where s.project_id = p.id and ${surveysStay})
    or ${isChanged(["projects", "imports", "questions", "weights", "exclusions", "scoring-feeds"], sql`p.id::text`)}
    or exists (select from trend_notes n where n.connection = ${BUILT_IN} and n.project_id = p.id::text)
    or exists (select from table_defaults t where t.connection = ${BUILT_IN} and t.project_id = p.id::text)
    or exists (select from deck_slides k where k.account_id = p.account_id::text and k.project_id = p.id::text)
    or exists (select from saved_views v where v.connection = ${BUILT_IN} and v.query like '%' || p.id || '%'
      and (v.updated_at > v.created_at
        or not exists (select from demo_things o where o.thing = 'views' and o.thing_id = v.id)))) as stays
  from demo_things d join projects p on p.id = d.thing_id where d.thing = 'projects')`;

/** How many of each go, and how many stay because a person made or changed something of them. */
export type DemoContents = {
  surveys: number;
  sessions: number;
  projects: number;
  /** Responses that were imported, and the weights and views on them. */
  answers: number;
  weights: number;
  views: number;
  changedSurveys: number;
  changedProjects: number;
};

export async function demoContents(connection: Connection): Promise<DemoContents> {
  const [row] = await connection.execute<DemoContents>(sql`
    with surveys_of as materialized (select * from ${demoSurveys} as s),
    projects_of as materialized (
      select * from ${demoProjects(sql`s.id not in (select o.id from surveys_of o where not o.stays)`)} as p),
    sets as (select a.* from answer_sets a join projects_of p on p.id::text = a.project_id
      where a.connection = ${BUILT_IN} and not p.stays)
    select (select count(*)::int from surveys_of where not stays) as surveys,
      (select count(*)::int from responses where survey_id in (select id from surveys_of where not stays)) as sessions,
      (select count(*)::int from projects_of where not stays) as projects,
      (select coalesce(sum(r.responses), 0)::int from answer_revisions r join sets on sets.revision = r.id) as answers,
      (select coalesce(sum(jsonb_array_length(weights)), 0)::int from sets) as weights,
      (select count(*)::int from demo_things d join saved_views v on v.id = d.thing_id and d.thing = 'views'
        where exists (select from projects_of p where not p.stays and v.query like '%' || p.id || '%')) as views,
      (select count(*)::int from surveys_of where stays) as "changedSurveys",
      (select count(*)::int from projects_of where stays) as "changedProjects"`);
  if (!row) throw new Error("A count answered nothing.");
  return row;
}

/** Ids of the demo's surveys that would be removed. */
export async function removableDemoSurveys(connection: Connection): Promise<string[]> {
  const rows = await connection.execute<{ id: string }>(
    sql`select id::text from ${demoSurveys} as s where not stays order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Removes what somebody typed at these things and did not save: without them it could not be saved any more. */
const draftsOf = (ids: ReturnType<typeof sql>) => sql`
  delete from drafts t using people p where p.id = t.person_id and p.connection = ${BUILT_IN}
    and t.thing_id = any(${ids}::text[])`;

/** Removes those of the surveys that still may be, with all that is of them; gives how many there were. */
export async function removeDemoSurveys(transaction: Connection, asked: readonly string[]): Promise<number> {
  const some = sql`${sql.param([...asked])}::uuid[]`;
  await transaction.execute(sql`select from surveys where id = any(${some}) order by id for update`);
  const going = await transaction.execute<{ id: string }>(
    sql`select id::text from ${demoSurveys} as s where not stays and id = any(${some})`,
  );
  if (going.length === 0) return 0;
  const ids = sql`${sql.param(going.map(({ id }) => id))}::uuid[]`;
  const records = sql`(select v.id from activation_surveys v join activation_accounts a on a.id = v.account
    where a.connection = ${BUILT_IN} and v.survey_number = any(${ids}::text[]))`;
  for (const statement of [
    sql`delete from activation_states where survey in ${records}`,
    sql`delete from activation_records where survey in ${records}`,
    sql`delete from activation_surveys where id in ${records}`,
    sql`delete from refused_returns where survey_id = any(${ids})`,
    sql`delete from responses where survey_id = any(${ids})`,
    sql`delete from quota_places where quota_id in (select id from quotas where survey_id = any(${ids}))`,
    sql`delete from quotas where survey_id = any(${ids})`,
    sql`delete from survey_places where survey_id = any(${ids})`,
    sql`delete from survey_counts where survey_id = any(${ids})`,
    sql`update survey_totals t set surveys = t.surveys - gone.n
      from (select account_id, status, count(*)::int as n from surveys where id = any(${ids}) group by 1, 2) as gone
      where t.account_id = gone.account_id and t.status = gone.status`,
    draftsOf(ids),
    sql`delete from demo_things where thing = 'surveys' and thing_id = any(${ids})`,
    sql`delete from surveys where id = any(${ids})`,
  ]) {
    await transaction.execute(statement);
  }
  return going.length;
}

/**
 * Removes the demo's projects that hold nothing of a person's, with their answers, weights and views, and suppliers
 * without sessions; `drop` removes the tables of answers. Gives how many there were; null while a backup runs.
 */
export async function removeDemoProjects(
  transaction: Connection,
  drop: (table: string) => Promise<void>,
): Promise<number | null> {
  if (!(await mayDropTables(transaction))) return null;
  const going = await transaction.execute<{ id: string }>(
    sql`select id::text from ${demoProjects(sql`true`)} as p where not stays order by id`,
  );
  const ids = sql`${sql.param(going.map(({ id }) => id))}::text[]`;
  const sets = sql`(select id from answer_sets where connection = ${BUILT_IN} and project_id = any(${ids}))`;
  await transaction.execute(sql`select from answer_sets where id in ${sets} order by id for update`);
  const tables = await transaction.execute<{ name: string }>(
    sql`select table_name as name from answer_revisions where answer_set in ${sets} and table_name <> ''`,
  );
  for (const { name } of tables) await drop(name);
  for (const statement of [
    sql`delete from answer_revisions where answer_set in ${sets}`,
    sql`delete from answer_sets where id in ${sets}`,
    sql`delete from saved_views v using demo_things d where d.thing = 'views' and d.thing_id = v.id
      and exists (select from unnest(${ids}) as gone(id) where v.query like '%' || gone.id || '%')`,
    sql`delete from default_views v using demo_things d where d.thing = 'views' and d.thing_id::text = v.view_id
      and not exists (select from saved_views s where s.id = d.thing_id)`,
    sql`delete from demo_things d where d.thing = 'views' and not exists (select from saved_views v where v.id = d.thing_id)`,
    draftsOf(ids),
    sql`update people set last_project_id = null where connection = ${BUILT_IN} and last_project_id = any(${ids})`,
    sql`delete from demo_things where thing = 'projects' and thing_id::text = any(${ids})`,
    sql`delete from projects where id::text = any(${ids})`,
    sql`delete from suppliers p using accounts a where a.id = p.account_id and a.name = 'Demo Research'
      and p.code in ('north', 'river', 'mosaic') and not ${isChanged(["suppliers"], sql`p.id::text`)}
      and not exists (select from responses r join surveys s on s.id = r.survey_id
        where s.account_id = p.account_id and r.supplier = p.code)`,
  ]) {
    await transaction.execute(statement);
  }
  return going.length;
}

/** Admins of this installation who are not the demo's: with one, its sign-ins are not needed any more. */
export async function hasOwnAdmin(connection: Connection): Promise<boolean> {
  const [row] = await connection.execute(sql`
    select from users u join people p on p.email = u.email and p.connection = ${BUILT_IN}
    where u.disabled_at is null and u.email not like '%@demo.test' and p.role = 'admin' limit 1`);
  return row !== undefined;
}

/** Users of the demo who can sign in. */
export const activeDemoUsers = (connection: Connection) =>
  connection.execute<{ id: string; email: string }>(
    sql`select id::text, email from users where email like '%@demo.test' and disabled_at is null order by email`,
  );

/** Ends the sign-ins of these users of the demo, and lets them begin none. */
export async function disableDemoUsers(transaction: Connection, emails: readonly string[]): Promise<void> {
  const some = sql`${sql.param([...emails])}::text[]`;
  await transaction.execute(
    sql`update users set disabled_at = now() where email = any(${some}) and disabled_at is null`,
  );
  await transaction.execute(sql`
    delete from sessions where person_id in
      (select id from people where connection = ${BUILT_IN} and email = any(${some}))`);
}

/** Revokes the keys that came with the demo, each named “Demo”. */
export async function revokeDemoKeys(transaction: Connection): Promise<void> {
  await transaction.execute(sql`
    update api_keys set ended_at = now()
    where connection = ${BUILT_IN} and name = 'Demo' and begins like 'demo-%' and who like '%@demo.test' and ended_at is null`);
}
