import { type SQL, sql } from "drizzle-orm";
import type { matchedOn } from "@/lib/contracts/interfaces/activation";
import { lockedValues, lockValues } from "./activation-pre-check";
import { isAgent } from "./activation-selectors";
import type { Connection } from "./client";
import { executePrepared, worded } from "./prepared";

type MatchedOn = (typeof matchedOn)[number];

/** A session whose respondent is searched for, by what the duplicate check looks at. */
export type SearchedSession = {
  account: number;
  surveyNumber: string;
  sessionId: string;
  cookie: string | null;
  panelId: string | null;
  hashedEmail: string | null;
  /** Null: unknown, or one that many share. */
  address: string | null;
  agent: string | null;
};

/** A session recorded earlier that shares something with it. */
export type SharingSession = {
  record: number;
  surveyNumber: string;
  sessionId: string;
  recordedAt: Date;
  shared: MatchedOn[];
};

/** So many of the newest are looked at for each identifier: a search costs the same however many share one. */
const MOST_SHARING = 100;

const value = (name: string) => sql.placeholder(name);
const account = sql`${value("account")}::int`;

const sharing = (name: MatchedOn, condition: SQL) => sql`(
  select r.id, ${sql.raw(`'${name}'`)}::text as shared from activation_records r
  where r.account = ${account} and ${condition} order by r.id desc limit ${sql.raw(String(MOST_SHARING))})`;

/** In a session of fielding the supplier's own id of the respondent stands beside the one that was sent. */
const sharingStoredPanel = sql`(
  select o.id, 'Panel_Id'::text as shared from own cross join lateral (
    select r.id from activation_records r
    where r.account = ${account} and r.panel_id = own.panel_id and own.panel_id is distinct from ${value("panelId")}::text
    order by r.id desc limit ${sql.raw(String(MOST_SHARING))}) as o)`;

const columns = ["ip_address", "cookie", "panel_id", "hashed_email", "user_agent"];
const filled = sql.raw(columns.map((name) => `${name} = coalesce(o.${name}, excluded.${name})`).join(", "));
const hasNew = sql.raw(columns.map((name) => `(o.${name} is null and excluded.${name} is not null)`).join(" or "));

const recordAndMatchOne = worded(sql`
  with v as (
    select id, search, predupes from activation_surveys
    where account = ${account} and survey_number = ${value("surveyNumber")}::text),
  r as (
    insert into activation_records as o
      (account, survey, session_id, ip_address, cookie, panel_id, hashed_email, user_agent)
    select ${account}, v.id, ${value("sessionId")}::text, ${value("address")}::text, ${value("cookie")}::text,
      ${value("panelId")}::text, ${value("hashedEmail")}::text, ${value("agent")}::text
    from v on conflict (account, session_id, survey) do update set ${filled} where ${hasNew}
    returning id, survey, panel_id),
  own as (
    select id, survey, panel_id from r union all
    select o.id, o.survey, o.panel_id from activation_records o join v on v.id = o.survey
    where o.account = ${account} and o.session_id = ${value("sessionId")}::text and not exists (select from r)),
  s as (
    insert into activation_states (record, survey, search, predupes)
    select r.id, r.survey, v.search, v.predupes from r join v on v.id = r.survey on conflict do nothing),
  m as (
    select id, array_agg(distinct shared) as shared from (
      ${sql.join(
        [
          sharing("Cookie", sql`r.cookie = ${value("cookie")}::text`),
          sharing("Panel_Id", sql`r.panel_id = ${value("panelId")}::text`),
          sharing("Hashed_Email", sql`r.hashed_email = ${value("hashedEmail")}::text`),
          sharing(
            "IP_Address and User_Agent",
            sql`r.ip_address = ${value("address")}::text and ${isAgent(value("agent"))}`,
          ),
          sharingStoredPanel,
        ],
        sql` union all `,
      )}) as each group by id),
  found as (
    select m.id, w.survey_number, o.session_id, o.recorded_at, m.shared
    from m join activation_records o on o.id = m.id
      join activation_states t on t.survey = o.survey and t.record = o.id and t.search
      join activation_surveys w on w.id = o.survey)
  select own.id as record, own.survey, f.id, f.survey_number, f.session_id, f.recorded_at, f.shared
  from own left join found as f on f.id <> own.id order by f.id`);

type Row = { record: string; survey: string } & (
  | { id: string; survey_number: string; session_id: string; recorded_at: string; shared: MatchedOn[] }
  | { id: null }
);

/**
 * Records a session, or what is new of it, and answers the sessions that share something with it, oldest first: those
 * that are active on route `search`. Searches and pre-checks that share an identifier wait for one another, so that the
 * later one sees the earlier one's record.
 */
export async function recordAndMatch(transaction: Connection, searched: SearchedSession) {
  const { account, surveyNumber, sessionId, cookie, panelId, hashedEmail, address, agent } = searched;
  const locked = lockedValues({
    ...(cookie !== null && { Cookie: cookie }),
    ...(panelId !== null && { Panel_Id: panelId }),
    ...(hashedEmail !== null && { Hashed_Email: hashedEmail }),
    ...(address !== null && agent !== null && { IP_Address: address, User_Agent: agent }),
  });
  const match = () => executePrepared<Row>(transaction, recordAndMatchOne, { ...searched });
  // Sent at once, carried out in this order: what asks sees what is there when every lock is held.
  const [, first] = await Promise.all([
    lockValues(transaction, account, [...locked, ["s", surveyNumber, sessionId]]),
    match(),
  ]);
  if (first.length > 0) return resultOf(first);
  await transaction.execute(sql`
    insert into activation_surveys (account, survey_number) values (${account}, ${surveyNumber}) on conflict do nothing`);
  return resultOf(await match());
}

function resultOf(rows: readonly Row[]): { record: number; survey: number; sharing: SharingSession[] } {
  const [own] = rows;
  if (!own) throw new Error("A session that is searched for was not recorded.");
  const sharing = rows.flatMap((row) =>
    row.id === null
      ? []
      : [
          {
            record: Number(row.id),
            surveyNumber: row.survey_number,
            sessionId: row.session_id,
            recordedAt: new Date(row.recorded_at),
            shared: row.shared,
          },
        ],
  );
  return { record: Number(own.record), survey: Number(own.survey), sharing };
}
