import { sql } from "drizzle-orm";
import { lockEntrants } from "./activation-pre-check";
import type { Connection } from "./client";
import { executePrepared, worded } from "./prepared";

/** Someone who enters a survey, by what the duplicate check looks at. */
export type SurveyEntrant = { sessionId: string; panelId: string; address: string | null; agent: string | null };

type Entry = { account: number; surveyNumber: string; entrants: readonly SurveyEntrant[] };

/**
 * The pre-check of decision 17 for many entrants of one survey at once: the ids of those that share a panel id, or an
 * address and agent together, with a session recorded earlier that is active, or with one before them in the list.
 * All of them are recorded. Calls that share an identifier wait for one another.
 */
export async function checkEntrants(transaction: Connection, entry: Entry): Promise<Set<string>> {
  // Sent at once, carried out in this order: what asks sees what is there when every lock is held.
  const identifiers = entry.entrants.map(({ panelId, address, agent }) => ({
    Panel_Id: panelId,
    ...(address && agent && { IP_Address: address, User_Agent: agent }),
  }));
  const [, rows] = await Promise.all([
    lockEntrants(transaction, entry.account, identifiers),
    matchAndRecord(transaction, entry),
  ]);
  const found = rows.length > 0 ? rows : await addedSurvey(transaction, entry);
  const isActive = found[0]?.active ?? true;
  const before = new Set(found.flatMap(({ session_id }) => (session_id === null ? [] : [session_id])));
  return isActive ? withEachOther(entry.entrants, before) : before;
}

/** Those of the list too that share something with one before them. */
function withEachOther(entrants: readonly SurveyEntrant[], duplicates: ReadonlySet<string>): Set<string> {
  const all = new Set(duplicates);
  const seen = new Set<string>();
  for (const { sessionId, panelId, address, agent } of entrants) {
    const keys = [`p${panelId}`, ...(address && agent ? [JSON.stringify([address, agent])] : [])];
    if (keys.some((key) => seen.has(key))) all.add(sessionId);
    for (const key of keys) seen.add(key);
  }
  return all;
}

const account = sql`${sql.placeholder("account")}::int`;

const matchAndRecordAll = worded(sql`
  with v as (
    select id, search, predupes from activation_surveys
    where account = ${account} and survey_number = ${sql.placeholder("surveyNumber")}::text),
  e as (
    select * from unnest(${sql.placeholder("sessionIds")}::text[], ${sql.placeholder("panelIds")}::text[],
      ${sql.placeholder("addresses")}::text[], ${sql.placeholder("agents")}::text[])
      with ordinality as e(session_id, panel_id, address, agent, place)),
  r as (
    insert into activation_records (account, survey, session_id, ip_address, panel_id, user_agent)
    select ${account}, v.id, e.session_id, e.address, e.panel_id, e.agent from e, v order by e.place
    on conflict do nothing returning id, survey),
  s as (
    insert into activation_states (record, survey, search, predupes)
    select r.id, r.survey, v.search, v.predupes from r join v on v.id = r.survey)
  select v.predupes as active, m.session_id
  from v left join lateral (
    select e.session_id from e where exists (
      select from activation_records o join activation_states t on t.survey = o.survey and t.record = o.id and t.predupes
      where o.account = ${account} and o.survey = v.id and o.session_id <> e.session_id and o.panel_id = e.panel_id)
    or exists (
      select from activation_records o join activation_states t on t.survey = o.survey and t.record = o.id and t.predupes
      where o.account = ${account} and o.survey = v.id and o.session_id <> e.session_id and o.ip_address = e.address
        and o.user_agent_hash = hashtextextended(e.agent, 0) and o.user_agent = e.agent)
  ) as m on true`);

type Row = { active: boolean; session_id: string | null };

/** No row: the survey has no number in the duplicate check yet. */
function matchAndRecord(transaction: Connection, { account, surveyNumber, entrants }: Entry): Promise<Row[]> {
  return executePrepared<Row>(transaction, matchAndRecordAll, {
    account,
    surveyNumber,
    sessionIds: entrants.map(({ sessionId }) => sessionId),
    panelIds: entrants.map(({ panelId }) => panelId),
    addresses: entrants.map(({ address }) => address),
    agents: entrants.map(({ agent }) => agent),
  });
}

async function addedSurvey(transaction: Connection, entry: Entry): Promise<Row[]> {
  await transaction.execute(sql`
    insert into activation_surveys (account, survey_number) values (${entry.account}, ${entry.surveyNumber})
    on conflict do nothing`);
  return matchAndRecord(transaction, entry);
}
