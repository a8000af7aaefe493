import { sql } from "drizzle-orm";
import { ACTIVITY_PAGE_SIZE, MOST_SEEN, type matchedOn } from "@/lib/contracts/interfaces/activation";
import type { Selectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import { bounded } from "./activation-accounts";
import { allOf, matchesSelectors } from "./activation-selectors";
import type { Connection, Database } from "./client";

type MatchedOn = (typeof matchedOn)[number];

type Row = {
  survey_number: string;
  session_id: string;
  panel_id: string | null;
  recorded_at: string;
  search: boolean;
  predupes: boolean;
};

export type ActivityRow = ReturnType<typeof activityOf>;

const activityOf = ({ survey_number, session_id, panel_id, recorded_at, search, predupes }: Row) => ({
  surveyNumber: survey_number,
  sessionId: session_id,
  panelId: panel_id,
  recordedAt: new Date(recorded_at),
  active: { search, predupes },
});

type ActivityFilter = {
  account: number;
  selectors: Selectors;
  /** Whole UTC days, both in. */
  range?: { from: string; to: string } | undefined;
  page: number;
};

/** One page of what was recorded, newest first. @throws TooManyRecords */
export async function listActivity(database: Database, { account, selectors, range, page }: ActivityFilter) {
  const where = allOf([
    matchesSelectors(account, selectors),
    range &&
      sql`r.recorded_at >= (${range.from}::date)::timestamp at time zone 'UTC'
        and r.recorded_at < (${range.to}::date + 1)::timestamp at time zone 'UTC'`,
  ]);
  return bounded(database, async (transaction) => {
    const [counted] = await transaction.execute<{ total: number }>(
      sql`select count(*)::int as total from activation_records r where ${where}`,
    );
    const rows = await transaction.execute<Row>(sql`
      select v.survey_number, r.session_id, r.panel_id, r.recorded_at, s.search, s.predupes
      from activation_records r join activation_states s on s.survey = r.survey and s.record = r.id
        join activation_surveys v on v.id = r.survey
      where ${where} order by r.recorded_at desc, r.id desc
      limit ${ACTIVITY_PAGE_SIZE} offset ${(page - 1) * ACTIVITY_PAGE_SIZE}`);
    return { total: counted?.total ?? 0, records: rows.map(activityOf) };
  });
}

type SeenRow = Row & {
  ip_address: string | null;
  cookie: string | null;
  hashed_email: string | null;
  user_agent: string | null;
  shared: MatchedOn[] | null;
  search_who: string | null;
  search_at: string | null;
  predupes_who: string | null;
  predupes_at: string | null;
};

const changedBy = (who: string | null, at: string | null) =>
  who !== null && at !== null ? { who, at: new Date(at) } : null;

const seenOf = (row: SeenRow) => ({
  ...activityOf(row),
  ipAddress: row.ip_address,
  cookie: row.cookie,
  hashedEmail: row.hashed_email,
  userAgent: row.user_agent,
  matchedOn: row.shared ?? [],
  changed: {
    search: changedBy(row.search_who, row.search_at),
    predupes: changedBy(row.predupes_who, row.predupes_at),
  },
});

/**
 * Records that match, and those that share an identifier with one of them, newest first: one more than are shown.
 * @throws TooManyRecords
 */
export async function findSeen(database: Database, account: number, selectors: Selectors) {
  const most = MOST_SEEN + 1;
  // A value at a time, so that each is found by its index however many there are.
  const sharing = (name: MatchedOn, columns: string[]) => {
    const own = sql.raw(columns.join(", "));
    const given = sql.raw(columns.map((column) => `${column} is not null`).join(" and "));
    const same = sql.raw(columns.map((column) => `r.${column} = d.${column}`).join(" and "));
    return sql`(
      select each.id, ${name}::text as shared
      from (select distinct ${own} from direct where ${given}) as d
      cross join lateral (
        select r.id from activation_records r where r.account = ${account} and ${same}
        order by r.id desc limit ${most}) as each)`;
  };
  const branches = [
    sharing("Cookie", ["cookie"]),
    sharing("Panel_Id", ["panel_id"]),
    sharing("Hashed_Email", ["hashed_email"]),
    sharing("IP_Address and User_Agent", ["ip_address", "user_agent_hash", "user_agent"]),
  ];
  const rows = await bounded(database, (transaction) =>
    transaction.execute<SeenRow>(sql`
      with direct as materialized (
        select r.* from activation_records r where ${matchesSelectors(account, selectors)}
        order by r.id desc limit ${most}),
      found as (
        select id, null::text as shared from direct
        union all ${sql.join(branches, sql` union all `)}),
      each as (
        select id, bool_or(shared is null) as is_direct, array_agg(distinct shared) filter (where shared is not null) as shared
        from found group by id order by id desc limit ${most})
      select v.survey_number, r.session_id, r.panel_id, r.recorded_at, r.ip_address, r.cookie, r.hashed_email,
        r.user_agent, s.search, s.predupes, case when each.is_direct then null else each.shared end as shared,
        cs.who as search_who, cs.at as search_at, cp.who as predupes_who, cp.at as predupes_at
      from each join activation_records r on r.id = each.id join activation_states s on s.survey = r.survey and s.record = r.id
        join activation_surveys v on v.id = r.survey
        left join activation_changes cs on cs.id = s.search_change
        left join activation_changes cp on cp.id = s.predupes_change
      order by r.id desc`),
  );
  return { records: rows.slice(0, MOST_SEEN).map(seenOf), more: rows.length > MOST_SEEN };
}

const FORGOTTEN_AT_ONCE = 5000;

/** Removes what is personal of records older than so many days, a few thousand at once; says how many it was. */
export async function forgetIdentifiers(connection: Connection, days: number): Promise<number> {
  const rows = await connection.execute(sql`
    update activation_records set ip_address = null, cookie = null, hashed_email = null, user_agent = null
    where id in (
      select id from activation_records
      where recorded_at < clock_timestamp() - make_interval(days => ${days}::int)
        and (ip_address is not null or cookie is not null or hashed_email is not null or user_agent is not null)
      order by recorded_at limit ${FORGOTTEN_AT_ONCE})
    returning 1`);
  return rows.length;
}
