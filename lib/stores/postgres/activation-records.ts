import { type SQL, sql } from "drizzle-orm";
import { ACTIVITY_PAGE_SIZE, MOST_SEEN, type matchedOn } from "@/lib/contracts/activation";
import type { Selectors } from "@/lib/contracts/duplicate-selectors";
import { accountLock, bounded } from "./activation-accounts";
import { allOf, isAgent, matchesSelectors, surveysNamed, texts } from "./activation-selectors";
import type { Connection, Database } from "./client";
import { executePrepared } from "./prepared";

type MatchedOn = (typeof matchedOn)[number];

export type Entrant = {
  account: number;
  sessionId: string;
  /** Where to look and to record him; empty: everywhere, and without a survey. */
  surveyNumbers: string[];
  identifiers: Omit<Selectors, "Survey_Number" | "Session_Id">;
};

type Match = { surveyNumber: string; sessionId: string; matchedOn: MatchedOn[] };

/** So many of the newest matches are told: enough to see that he was there, however many share an address. */
const MOST_MATCHES = 500;

/**
 * What an entrant's identifiers are shared with among records that are active for pre-checks, and then his own
 * record. Calls that share an identifier wait for one another, so that the later one sees the earlier's record.
 */
export async function checkEntrant(transaction: Connection, entrant: Entrant): Promise<Match[]> {
  // Sent at once, carried out in this order: each statement sees what is there when those before it have ended.
  const [, matches, { surveys }] = await Promise.all([
    lockFor(transaction, entrant),
    matchesOf(transaction, entrant),
    recordEntrant(transaction, entrant),
  ]);
  if (surveys < surveysToRecord(entrant).length) {
    await addSurveys(transaction, entrant);
    await recordEntrant(transaction, entrant);
  }
  return matches;
}

/** What can make two sessions one person's: each a condition on a record `r`. */
function sharedIdentifiers({ identifiers }: Pick<Entrant, "identifiers">): [MatchedOn, SQL][] {
  const { Cookie, Panel_Id, Hashed_Email, IP_Address, User_Agent } = identifiers;
  const shared: [MatchedOn, SQL | false][] = [
    ["Cookie", Cookie !== undefined && sql`r.cookie = ${Cookie}`],
    ["Panel_Id", Panel_Id !== undefined && sql`r.panel_id = ${Panel_Id}`],
    ["Hashed_Email", Hashed_Email !== undefined && sql`r.hashed_email = ${Hashed_Email}`],
    [
      "IP_Address and User_Agent",
      IP_Address !== undefined &&
        User_Agent !== undefined &&
        sql`r.ip_address = ${IP_Address} and ${isAgent(User_Agent)}`,
    ],
  ];
  return shared.filter((each): each is [MatchedOn, SQL] => each[1] !== false);
}

/** The account's, then one for each identifier, taken in one order by everybody, so that nobody waits in a circle. */
async function lockFor(transaction: Connection, { account, identifiers }: Entrant): Promise<void> {
  const { Cookie, Panel_Id, Hashed_Email, IP_Address, User_Agent } = identifiers;
  const values = [
    Cookie !== undefined && ["c", Cookie],
    Panel_Id !== undefined && ["p", Panel_Id],
    Hashed_Email !== undefined && ["e", Hashed_Email],
    IP_Address !== undefined && User_Agent !== undefined && ["a", IP_Address, User_Agent],
  ].filter((value) => value !== false);
  const keys = values.map((value) => JSON.stringify([account, ...value]));
  await executePrepared(
    transaction,
    sql`
    select ${accountLock(account, "beside")}::text union all
    select pg_advisory_xact_lock(lock)::text from (
      select distinct hashtextextended(key, 0) as lock from unnest(${texts(keys)}) as key order by 1) as locks`,
  );
}

async function matchesOf(transaction: Connection, entrant: Entrant): Promise<Match[]> {
  const { account, sessionId, surveyNumbers } = entrant;
  const shared = sharedIdentifiers(entrant);
  if (shared.length === 0) return [];
  const where = allOf([
    sql`r.account = ${account} and r.session_id <> ${sessionId}`,
    surveyNumbers.length > 0 ? sql`r.survey in ${surveysNamed(account, surveyNumbers)}` : undefined,
  ]);
  const branches = shared.map(
    ([name, condition]) => sql`(
      select r.id, r.survey, r.session_id, ${name}::text as shared
      from activation_records r join activation_states s
        on s.survey = r.survey and s.record = r.id and s.predupes
      where ${where} and ${condition} order by r.id desc limit ${MOST_MATCHES})`,
  );
  const rows = await executePrepared<{ survey_number: string; session_id: string; shared: MatchedOn[] }>(
    transaction,
    sql`
    select v.survey_number, m.session_id, array_agg(m.shared) as shared
    from (${sql.join(branches, sql` union all `)}) as m join activation_surveys v on v.id = m.survey
    group by m.id, v.survey_number, m.session_id order by m.id desc limit ${MOST_MATCHES}`,
  );
  const order = shared.map(([name]) => name);
  return rows.map(({ survey_number, session_id, shared: names }) => ({
    surveyNumber: survey_number,
    sessionId: session_id,
    matchedOn: order.filter((name) => names.includes(name)),
  }));
}

/** The surveys that an entrant is recorded at; one without a number stands for none. */
const surveysToRecord = ({ surveyNumbers }: Entrant) => (surveyNumbers.length > 0 ? surveyNumbers : [""]);

/**
 * Once per survey and session, in the state that the survey has now: the account's lock keeps it so. Says how many of
 * the surveys there are: a new one has to be added first.
 */
async function recordEntrant(transaction: Connection, entrant: Entrant): Promise<{ surveys: number }> {
  const { account, sessionId, identifiers } = entrant;
  const { IP_Address = null, Cookie = null, Panel_Id = null, Hashed_Email = null, User_Agent = null } = identifiers;
  const [found] = await executePrepared<{ surveys: number }>(
    transaction,
    sql`
    with v as (
      select id, search, predupes from activation_surveys
      where account = ${account} and survey_number = any(${texts(surveysToRecord(entrant))})),
    r as (
      insert into activation_records
        (account, survey, session_id, ip_address, cookie, panel_id, hashed_email, user_agent)
      select ${account}, v.id, ${sessionId}, ${IP_Address}, ${Cookie}, ${Panel_Id}, ${Hashed_Email}, ${User_Agent}
      from v order by v.id on conflict do nothing returning id, survey),
    s as (
      insert into activation_states (record, survey, search, predupes)
      select r.id, r.survey, v.search, v.predupes from r join v on v.id = r.survey)
    select count(*)::int as surveys from v`,
  );
  return found ?? { surveys: 0 };
}

async function addSurveys(transaction: Connection, entrant: Entrant): Promise<void> {
  const { account } = entrant;
  await transaction.execute(sql`
    insert into activation_surveys (account, survey_number)
    select ${account}, number from unnest(${texts(surveysToRecord(entrant))}) as number
    where not exists (select from activation_surveys where account = ${account} and survey_number = number)
    order by number on conflict do nothing`);
}

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
