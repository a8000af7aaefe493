import { sql } from "drizzle-orm";
import type { FraudCheckMode, HashAlgorithm, Outcome, Refusal } from "@/lib/contracts/terms/fielding";
import type { Connection, Database } from "./client";
import { executePrepared, worded } from "./prepared";
import type { StoredQualification } from "./schema/demand";
import { BUILT_IN } from "./users";

/**
 * What the one writer of a survey's sessions reads and writes. All of it happens in a transaction that has locked the
 * survey's row first, so that several processes decide one after the other.
 */

export type LockedField = {
  id: string;
  account_id: string;
  status: "Draft" | "Live" | "Paused" | "Complete";
  respondents: number;
  country_code: string;
  language_code: string;
  length_of_interview: number;
  incidence_rate: number;
  hashing_enabled: boolean;
  out_of_field_at: Date;
  device_compatibilities: string[];
  calculation_type: "Completes" | "Survey Starts";
  traffic_control_limit_type: string;
  entry_link: string;
  price: number;
  went_live_at: Date | null;
  /** Differs after every change of the survey or its quotas. */
  version: string;
  starts: number;
  completes: number;
  open: number;
  hour_started_at: Date | null;
  counted_before: number;
  admitted: number;
  checks_duplicates: boolean;
  fraud_check: FraudCheckMode;
  hash_algorithm: HashAlgorithm;
  hash_key: Buffer | null;
};

const survey = sql`${sql.placeholder("survey")}::uuid`;

// Both rows are locked: of a row that is not, a statement that had to wait would show the state before the wait.
const lock = worded(sql`
  select s.id, s.account_id, s.status, s.respondents, s.country_code, s.language_code, s.length_of_interview,
    s.incidence_rate::int, s.hashing_enabled, s.out_of_field_at, s.device_compatibilities, s.calculation_type,
    s.traffic_control_limit_type, s.entry_link, s.offered_price_per_complete::float8 as price, s.went_live_at,
    s.xmin::text as version, p.starts, p.completes, p.open, p.hour_started_at, p.counted_before, p.admitted,
    p.checks_duplicates, p.fraud_check, a.hash_algorithm, a.hash_key
  from surveys s join survey_places p on p.survey_id = s.id join accounts a on a.id = s.account_id
  where s.id = ${survey} for no key update of s, p`);

type Places = {
  /** The database's clock, which all processes share. */
  now: Date;
  /** By quota, in the order of their positions, joined by commas; null: the survey has no quota. */
  starts: string | null;
  completes: string | null;
  open: string | null;
  has_expired: boolean;
  /** Ids for new sessions. */
  ids: string[];
};

const places = worded(sql`
  select clock_timestamp() as now,
    string_agg(coalesce(p.starts, 0)::text, ',' order by q.position, q.id) as starts,
    string_agg(coalesce(p.completes, 0)::text, ',' order by q.position, q.id) as completes,
    string_agg(coalesce(p.open, 0)::text, ',' order by q.position, q.id) as open,
    -- The first to expire, from its index: a search for any that has would go through all that have not.
    coalesce((select expires_at from responses where survey_id = ${survey} and reason is null and expires_at is not null
      order by expires_at limit 1) <= clock_timestamp(), false) as has_expired,
    array(select uuidv7()::text from generate_series(1, ${sql.placeholder("ids")}::int)) as ids
  from quotas q left join quota_places p on p.quota_id = q.id where q.survey_id = ${survey}`);

const known = worded(sql`
  select ${sessionColumns()} from responses r
  where r.rdud = any(${sql.placeholder("rduds")}::text[]) and r.survey_id = ${survey}
  union
  select ${sessionColumns()} from responses r join unnest(${sql.placeholder("suppliers")}::text[],
    ${sql.placeholder("respondents")}::text[]) as e(supplier, respondent)
    on r.supplier = e.supplier and r.respondent = e.respondent
  where r.survey_id = ${survey} and r.respondent is not null`);

function sessionColumns() {
  return sql`r.rdud, r.supplier, r.respondent, r.status, r.reason, r.reached, r.test, r.quota_ids,
    r.qualification_attributes, r.started_at, r.expires_at`;
}

export type StoredSession = {
  rdud: string;
  supplier: string | null;
  respondent: string | null;
  status: string;
  reason: string | null;
  reached: boolean;
  test: boolean;
  quota_ids: string[];
  qualification_attributes: { question_id: number; option_ids: number[] }[];
  started_at: Date;
  expires_at: Date | null;
};

type Asked = { survey: string; rduds: string[]; suppliers: string[]; respondents: string[]; ids: number };

const asDate = (value: Date | string) => new Date(value);
const asDateOrNull = (value: Date | string | null) => (value === null ? null : new Date(value));
const numbers = (text: string | null) => (text === null ? [] : text.split(",").map(Number));

/** A supplier as entries and ends need it; keys are sealed. */
export type FieldSupplier = {
  code: string;
  end_links: Partial<Record<Outcome, string>>;
  hash_algorithm: HashAlgorithm | null;
  hash_parameter: string | null;
  hash_key: Buffer | null;
};

const suppliersOfSurvey = worded(sql`
  select code, end_links, hash_algorithm, hash_parameter, hash_key from suppliers
  where account_id = (select account_id from surveys where id = ${survey})`);

/**
 * Locks a survey's fielding and reads what decisions need: its row, its places, and the sessions that are asked for by
 * id or by a supplier's respondent, with its account's suppliers. Null: there is no such survey. The statements go on
 * one way to the database.
 */
export async function lockField(transaction: Connection, asked: Asked) {
  const [[field], [place], sessions, suppliers] = await Promise.all([
    executePrepared<LockedField>(transaction, lock, { survey: asked.survey }),
    executePrepared<Places>(transaction, places, { survey: asked.survey, ids: asked.ids }),
    executePrepared<StoredSession>(transaction, known, {
      survey: asked.survey,
      rduds: asked.rduds,
      suppliers: asked.suppliers,
      respondents: asked.respondents,
    }),
    executePrepared<FieldSupplier>(transaction, suppliersOfSurvey, { survey: asked.survey }),
  ]);
  if (!field || !place) return null;
  return {
    field: {
      ...field,
      out_of_field_at: asDate(field.out_of_field_at),
      went_live_at: asDateOrNull(field.went_live_at),
      hour_started_at: asDateOrNull(field.hour_started_at),
    },
    now: asDate(place.now),
    ids: place.ids,
    hasExpired: place.has_expired,
    suppliers,
    quotas: { starts: numbers(place.starts), completes: numbers(place.completes), open: numbers(place.open) },
    sessions: sessions.map((session) => ({
      ...session,
      started_at: asDate(session.started_at),
      expires_at: asDateOrNull(session.expires_at),
    })),
  };
}

export type FieldQuota = { id: string; quota: number; qualifications: StoredQualification[] };

/** The quotas of a survey in the order of their positions, as its places list them. */
export const fieldQuotas = (connection: Connection, surveyId: string): Promise<FieldQuota[]> =>
  executePrepared<FieldQuota>(connection, quotasInOrder, { survey: surveyId });

const quotasInOrder = worded(
  sql`select id, quota, qualifications from quotas where survey_id = ${survey} order by position, id`,
);

/** Ends the open sessions of a survey whose time is over; their places return. */
export async function expireSessions(transaction: Connection, surveyId: string): Promise<void> {
  await executePrepared(transaction, expire, { survey: surveyId });
}

const expire = worded(sql`
  update responses set reason = 'expired'
  where survey_id = ${survey} and reason is null and expires_at <= clock_timestamp()`);

const MOST_SURVEYS = 500;

/** Expires sessions of surveys where nothing arrives that would. Each survey is locked first, as all writers do. */
export async function expireOldSessions(database: Database): Promise<void> {
  const rows = await database.execute<{ survey_id: string }>(sql`
    select distinct survey_id from responses where reason is null and expires_at <= now() limit ${MOST_SURVEYS}::int`);
  for (const { survey_id } of rows) {
    await database.transaction(async (transaction) => {
      await executePrepared(transaction, lock, { survey: survey_id });
      await expireSessions(transaction, survey_id);
    });
  }
}

/** `completes` and `starts` before an hour of pacing began, and who has taken a place in it. */
type HourFigures = { completes: number; starts: number; admitted: number };

/** The figures of an hour of pacing, from the sessions themselves. A complete counts from its end, a start from its entry. */
export async function countHour(
  connection: Connection,
  { surveyId, startedAt }: { surveyId: string; startedAt: Date },
): Promise<HourFigures> {
  const [row] = await executePrepared<HourFigures>(connection, hour, {
    survey: surveyId,
    from: startedAt.toISOString(),
  });
  return row ?? { completes: 0, starts: 0, admitted: 0 };
}

const hourBegan = sql`${sql.placeholder("from")}::timestamptz`;
const hour = worded(sql`
  select count(*) filter (where counted and coalesce(ended_at, started_at) < ${hourBegan})::int as completes,
    count(*) filter (where started_at < ${hourBegan})::int as starts,
    count(*) filter (where started_at >= ${hourBegan} and started_at < ${hourBegan} + interval '1 hour'
      and status in ('in progress', 'complete'))::int as admitted
  from responses where survey_id = ${survey} and reached and not test`);

export type NewSession = {
  rdud: string;
  status: string;
  buyer_cpi: number;
  qualification_attributes: { question_id: number; option_ids: number[] }[];
  quota_ids: string[];
  started_at: string;
  ended_at: string | null;
  supplier: string;
  respondent: string;
  test: boolean;
  reached: boolean;
  reason: string | null;
  expires_at: string;
  device: string;
};

export type EndedSession = {
  rdud: string;
  status: string;
  reason: string;
  ended_at: string;
  hash_result: "valid" | null;
};
export type NewRefusal = { rdud: string | null; outcome: Outcome; refusal: Refusal };

export type FieldWrites = {
  entered: NewSession[];
  ended: EndedSession[];
  refused: NewRefusal[];
  /** The hour of pacing, where it has changed. */
  hour: { startedAt: Date; countedBefore: number; admitted: number } | null;
};

/** Writes what a batch decided, one statement for each kind. The survey is locked. */
export async function writeField(transaction: Connection, surveyId: string, writes: FieldWrites): Promise<void> {
  const { entered, ended, refused, hour } = writes;
  await Promise.all([
    entered.length > 0 && executePrepared(transaction, enter, { survey: surveyId, rows: JSON.stringify(entered) }),
    ended.length > 0 && executePrepared(transaction, end, { survey: surveyId, rows: JSON.stringify(ended) }),
    refused.length > 0 && addRefusedReturns(transaction, surveyId, refused),
    hour &&
      executePrepared(transaction, setHour, {
        survey: surveyId,
        from: hour.startedAt.toISOString(),
        before: hour.countedBefore,
        admitted: hour.admitted,
      }),
  ]);
}

const rows = sql`${sql.placeholder("rows")}::jsonb`;

const enter = worded(sql`
  insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at, ended_at,
    supplier, respondent, test, reached, reason, expires_at, device)
  select rdud, ${survey}, status, buyer_cpi, qualification_attributes, quota_ids, started_at, ended_at,
    supplier, respondent, test, reached, reason, expires_at, device
  from jsonb_to_recordset(${rows}) as v(rdud text, status text, buyer_cpi numeric, qualification_attributes jsonb,
    quota_ids uuid[], started_at timestamptz, ended_at timestamptz, supplier text, respondent text, test boolean,
    reached boolean, reason text, expires_at timestamptz, device text)`);

// Guarded once more: an outcome is taken by a session that has none.
const end = worded(sql`
  update responses r set status = v.status, reason = v.reason, ended_at = v.ended_at, hash_result = v.hash_result
  from jsonb_to_recordset(${rows}) as v(rdud text, status text, reason text, ended_at timestamptz, hash_result text)
  where r.rdud = v.rdud and r.survey_id = ${survey} and r.reason is null`);

const setHour = worded(sql`
  update survey_places set hour_started_at = ${hourBegan}, counted_before = ${sql.placeholder("before")}::int,
    admitted = ${sql.placeholder("admitted")}::int where survey_id = ${survey}`);

/** More of a session say nothing new, and whoever has its id could fill the table. */
export const MOST_REFUSED = 200;

/** Keeps why returns changed nothing, of each session so many. `surveyId` null: no session has the ids. */
export async function addRefusedReturns(
  connection: Connection,
  surveyId: string | null,
  refused: readonly NewRefusal[],
): Promise<void> {
  await executePrepared(connection, refuse, { survey: surveyId, rows: JSON.stringify(refused) });
}

const refuse = worded(sql`
  insert into refused_returns (survey_id, rdud, outcome, refusal)
  select ${survey}, rdud, outcome, refusal
  from jsonb_to_recordset(${rows}) as v(rdud text, outcome text, refusal text)
  where (select count(*) from (select from refused_returns r where r.survey_id = ${survey} and r.rdud = v.rdud
    limit ${sql.raw(String(MOST_REFUSED))}) as present) < ${sql.raw(String(MOST_REFUSED))}`);

/** The survey of a session; null: there is no such session. `accountIds` null: whoever's it is. */
export async function surveyOfSession(
  connection: Connection,
  rdud: string,
  accountIds: readonly string[] | null,
): Promise<string | null> {
  const [row] = await executePrepared<{ survey_id: string }>(connection, ofSession, {
    rdud,
    accounts: accountIds,
  });
  return row?.survey_id ?? null;
}

const ofSession = worded(sql`
  select r.survey_id from responses r join surveys s on s.id = r.survey_id
  where r.rdud = ${sql.placeholder("rdud")}::text
    and (${sql.placeholder("accounts")}::text[] is null or s.account_id::text = any(${sql.placeholder("accounts")}::text[]))`);

/** A live survey that nobody can count in any more becomes Complete, with its audit row. */
export async function completeSurvey(
  transaction: Connection,
  { surveyId, requestId, detail }: { surveyId: string; requestId: string; detail: string },
): Promise<void> {
  await transaction.execute(sql`
    with closed as (
      update surveys set status = 'Complete', updated_at = now()
      where id = ${surveyId}::uuid and status = 'Live' returning id, account_id
    )
    insert into audit (connection, account_id, who, origin, request_id, action, thing, thing_id, before, after,
      outcome, detail)
    select ${BUILT_IN}, account_id, 'service', 'system', ${requestId}, 'completeSurvey', 'surveys', id,
      '{"status": "Live"}'::jsonb, '{"status": "Complete"}'::jsonb, 'done', ${detail}
    from closed`);
}

const REFUSED_RETURNS_KEPT_DAYS = 90;

/** Removes refused returns after 90 days. */
export async function forgetRefusedReturns(connection: Connection): Promise<void> {
  await connection.execute(
    sql`delete from refused_returns where at < now() - ${`${REFUSED_RETURNS_KEPT_DAYS} days`}::interval`,
  );
}
