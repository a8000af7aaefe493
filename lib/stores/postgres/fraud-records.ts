import { sql } from "drizzle-orm";
import type { FailureReason, ReviewScores } from "@/lib/contracts/terms/fraud";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import type { CheckResults } from "./schema/fraud";

/** What the built-in fraud checks keep, as people read it. Whose account it is, the caller has proven. */
type Of = { account: number; surveyNumber: string; sessionId: string };

export type CheckedSession = {
  record: number;
  results: CheckResults;
  failureReason: FailureReason;
  duplicateScore: number;
  threatScore: number;
  countryCode: string | null;
  initialSession: string | null;
  platformId: string | null;
  searchedAt: Date;
};

type CheckedRow = Omit<CheckedSession, "record" | "searchedAt"> & { record: string; searchedAt: string };

/** A session that was searched for; null: it was not. */
export async function findCheckedSession(
  connection: Connection,
  { account, surveyNumber, sessionId }: Of,
): Promise<CheckedSession | null> {
  const [row] = await connection.execute<CheckedRow>(sql`
    select f.record::text, f.results, f.failure_reason as "failureReason",
      f.duplicate_score as "duplicateScore", f.threat_score as "threatScore", f.country_code as "countryCode",
      f.initial_session as "initialSession", f.platform_id as "platformId", f.searched_at as "searchedAt"
    from activation_records r join activation_surveys v on v.id = r.survey join fraud_sessions f on f.record = r.id
    where r.account = ${account} and r.session_id = ${sessionId} and v.survey_number = ${surveyNumber}`);
  return row ? { ...row, record: Number(row.record), searchedAt: new Date(row.searchedAt) } : null;
}

export type PersonSession = {
  surveyNumber: string;
  /** Null: no survey of the account has this number as its id. */
  surveyName: string | null;
  sessionId: string;
  at: Date;
  /** Null: it was not searched for. */
  failureReason: FailureReason | null;
  supplier: string | null;
};

/** Accounts and surveys of other services are called by any text. */
const uuidOf = (text: string) => sql`${isUuid(text) ? text : null}::uuid`;

/** For a record `r` of a survey `v`: the survey and the session of fielding, where there is one, and its supplier. */
const fielded = (accountId: string) => sql`
  left join surveys s on s.account_id = ${uuidOf(accountId)} and s.id = case
    when v.survey_number ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then v.survey_number::uuid end
  left join responses p on p.rdud = r.session_id and p.survey_id = s.id and not p.test
  left join suppliers u on u.account_id = s.account_id and u.code = p.supplier`;

type PersonRow = Omit<PersonSession, "at"> & { at: string };

/**
 * The sessions of the person whom a record is of, the session itself among them, oldest first: those that share a cookie,
 * e-mail or panel id one after another. Links lead to earlier records, so that the way goes up to the first and down.
 */
export async function sessionsOfPerson(
  connection: Connection,
  { account, accountId, record, limit }: { account: number; accountId: string; record: number; limit: number },
): Promise<PersonSession[]> {
  const rows = await connection.execute<PersonRow>(sql`
    with recursive up (at) as (
      select ${record}::bigint union select l.earlier from up join fraud_person_links l on l.record = up.at),
    down (at) as (
      select min(up.at) from up union select l.record from down join fraud_person_links l on l.earlier = down.at),
    found as (select ${record}::bigint as at union select at from (select at from down limit ${limit}) as kept)
    select v.survey_number as "surveyNumber", s.name as "surveyName", r.session_id as "sessionId",
      r.recorded_at as at, f.failure_reason as "failureReason", coalesce(u.name, p.supplier) as supplier
    from found join activation_records r on r.id = found.at and r.account = ${account}
      join activation_surveys v on v.id = r.survey
      left join fraud_sessions f on f.record = r.id
      ${fielded(accountId)}
    order by r.recorded_at, r.id`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

export type ReasonCount = { day: string; supplier: string | null; reason: FailureReason; sessions: number };

/** How many sessions were searched for on each UTC day, by supplier and by failure reason; the last day is included. */
export async function countReasons(
  connection: Connection,
  { account, accountId, from, to }: { account: number; accountId: string; from: string; to: string },
): Promise<ReasonCount[]> {
  const rows = await connection.execute<ReasonCount>(sql`
    select to_char(f.searched_at at time zone 'UTC', 'YYYY-MM-DD') as day, coalesce(u.name, p.supplier) as supplier,
      f.failure_reason as reason, count(*)::int as sessions
    from fraud_sessions f join activation_records r on r.id = f.record
      join activation_surveys v on v.id = f.survey ${fielded(accountId)}
    where f.account = ${account} and f.searched_at >= ${from}::date::timestamp at time zone 'UTC'
      and f.searched_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    group by 1, 2, 3 order by 1 desc, 2 nulls last, 3`);
  return [...rows];
}

export type StoredReview = { questionId: string; scores: ReviewScores; at: Date };

const MOST_REVIEWS = 100;

/** What was reviewed of a session's open answers. */
export async function listStoredReviews(
  connection: Connection,
  { account, surveyNumber, sessionId }: Of,
): Promise<StoredReview[]> {
  const rows = await connection.execute<Omit<StoredReview, "at"> & { at: string }>(sql`
    select question_id as "questionId", scores, reviewed_at as at from fraud_reviews
    where account = ${account} and session_id = ${sessionId} and survey_number = ${surveyNumber}
    order by question_id limit ${MOST_REVIEWS}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}
