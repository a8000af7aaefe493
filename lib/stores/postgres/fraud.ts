import { eq, lt, sql } from "drizzle-orm";
import { DEFAULT_THRESHOLD, type FailureReason } from "@/lib/contracts/terms/fraud";
import type { Connection } from "./client";
import { executePrepared, worded } from "./prepared";
import { type CheckResults, fraudAccounts, fraudReviews, fraudSessions } from "./schema/fraud";
import { singleUseTokens } from "./schema/keys";

/** What the built-in fraud checks keep. Whose account it is, the caller has proven. */

export type FraudSession = Omit<typeof fraudSessions.$inferInsert, "searchedAt">;

/** As many of a subnet are counted as make a difference. */
const MOST_OF_SUBNET = 50;

/** What is known around a session: itself as an earlier search left it, its subnet, and verdicts on what it shares with. */
const surroundings = worded(sql`
  select
    (select to_jsonb(f) - 'searched_at' from fraud_sessions f where f.record = ${sql.placeholder("record")}::bigint) as own,
    (select count(*)::int from (
      select from fraud_sessions f
      where f.account = ${sql.placeholder("account")}::int and f.survey = ${sql.placeholder("survey")}::bigint
        and f.subnet = ${sql.placeholder("subnet")}::text and f.record <> ${sql.placeholder("record")}::bigint
        and f.searched_at > clock_timestamp() - interval '1 hour'
      limit ${sql.raw(String(MOST_OF_SUBNET))}) as near) as of_subnet,
    (select coalesce(jsonb_agg(jsonb_build_object('record', f.record, 'reason', f.failure_reason)), '[]')
      from fraud_sessions f where f.record = any(${sql.placeholder("sharing")}::bigint[])) as verdicts`);

type StoredSession = {
  subnet: string | null;
  country_code: string | null;
  said_country_code: string | null;
  platform_id: string | null;
  results: CheckResults;
  initial_session: string | null;
};

type Surroundings = {
  own: StoredSession | null;
  of_subnet: number;
  verdicts: { record: number; reason: FailureReason }[];
};

export async function surroundingsOf(
  transaction: Connection,
  of: { account: number; record: number; survey: number; subnet: string | null; sharing: readonly number[] },
): Promise<Surroundings> {
  const [row] = await executePrepared<Surroundings>(transaction, surroundings, { ...of, sharing: [...of.sharing] });
  if (!row) throw new Error("Nothing was answered about a session.");
  return row;
}

const saved = sql.join(
  [
    "subnet",
    "country_code",
    "said_country_code",
    "platform_id",
    "results",
    "duplicate_score",
    "threat_score",
    "failure_reason",
    "initial_session",
  ].map((name) => sql.raw(`${name} = excluded.${name}`)),
  sql`, `,
);

const saveOne = worded(sql`
  insert into fraud_sessions (record, account, survey, subnet, country_code, said_country_code, platform_id, results,
    duplicate_score, threat_score, failure_reason, initial_session)
  values (${sql.placeholder("record")}, ${sql.placeholder("account")}, ${sql.placeholder("survey")},
    ${sql.placeholder("subnet")}, ${sql.placeholder("countryCode")}, ${sql.placeholder("saidCountryCode")},
    ${sql.placeholder("platformId")}, (${sql.placeholder("results")}::text)::jsonb, ${sql.placeholder("duplicateScore")},
    ${sql.placeholder("threatScore")}, ${sql.placeholder("failureReason")}, ${sql.placeholder("initialSession")})
  on conflict (record) do update set ${saved}`);

/** Keeps the verdict on a session; a later one takes its place. */
export async function saveFraudSession(transaction: Connection, session: FraudSession): Promise<void> {
  await executePrepared(transaction, saveOne, { ...session, results: JSON.stringify(session.results) });
}

/** What was found of those sessions of a survey that were searched for. */
export async function resultsOfSessions(
  connection: Connection,
  { account, surveyNumber, sessions }: { account: number; surveyNumber: string; sessions: readonly string[] },
): Promise<CheckResults[]> {
  const rows = await connection.execute<{ results: CheckResults }>(sql`
    select f.results from activation_surveys v
      join activation_records r on r.account = v.account and r.survey = v.id
        and r.session_id = any(${sql.param([...sessions])}::text[])
      join fraud_sessions f on f.record = r.id
    where v.account = ${account} and v.survey_number = ${surveyNumber}`);
  return rows.map(({ results }) => results);
}

/* Persons: records that share a cookie, e-mail or panel id, one after another */

/** Each record's first one: links lead to earlier records alone, so that the end of each way is the least on it. */
const firstsOf = worded(sql`
  with recursive way (begun, at) as (
    select r, r from unnest(${sql.placeholder("records")}::bigint[]) as r
    union select way.begun, l.earlier from way join fraud_person_links l on l.record = way.at)
  select distinct first::text from (select min(at) as first from way group by begun) as ends order by first`);

const linkAll = worded(sql`
  insert into fraud_person_links (record, earlier)
  select r, ${sql.placeholder("first")}::bigint from unnest(${sql.placeholder("records")}::bigint[]) as r order by r
  on conflict do nothing returning 1`);

const PERSONS_LOCK = 7_305_233;

/** Makes records one person's, and answers that person's first record. In any order they come to the same persons. */
export async function joinPersons(transaction: Connection, account: number, records: readonly number[]) {
  for (;;) {
    const firsts = (await executePrepared<{ first: string }>(transaction, firstsOf, { records: [...records] }))
      .map(({ first }) => Number(first))
      .sort((a, b) => a - b);
    const [first, ...others] = firsts;
    if (first === undefined) throw new Error("Nobody was to be joined.");
    if (others.length === 0) return first;
    // Whoever links several at once waits for the others that do, so that nobody waits in a circle.
    if (others.length > 1) {
      await transaction.execute(sql`select pg_advisory_xact_lock(${PERSONS_LOCK}::int, ${account}::int)`);
    }
    const linked = await executePrepared(transaction, linkAll, { records: others, first });
    if (linked.length === others.length) return first;
  }
}

/* Reviews */

/** Whatever a survey's texts have in common, at most so many are compared word for word. */
const COMPARED_TEXTS = 50;

type TextOf = { account: number; surveyNumber: string; questionId: string };

/** Texts of other sessions to a question of a survey that share a band with this one, those that share most first. */
export async function textsInBands(
  connection: Connection,
  { account, surveyNumber, questionId, sessionId, bands }: TextOf & { sessionId: string; bands: readonly bigint[] },
): Promise<{ respondentId: string; words: string }[]> {
  const own = sql`${sql.param(bands.map(String))}::bigint[]`;
  return connection.execute(sql`
    select t.session_id as "respondentId", t.words from fraud_reviews t
    where t.bands && ${own} and t.account = ${account} and t.survey_number = ${surveyNumber}
      and t.question_id = ${questionId} and t.session_id <> ${sessionId} and t.words is not null
    order by (select count(*) from unnest(t.bands) as b where b = any(${own})) desc, t.id
    limit ${COMPARED_TEXTS}`);
}

/** Keeps a review; one of the same session's answer to the same question takes its place. */
export async function saveReview(
  connection: Connection,
  review: Omit<typeof fraudReviews.$inferInsert, "id" | "reviewedAt">,
): Promise<void> {
  const { scores, words, bands } = review;
  await connection
    .insert(fraudReviews)
    .values(review)
    .onConflictDoUpdate({
      target: [fraudReviews.account, fraudReviews.sessionId, fraudReviews.surveyNumber, fraudReviews.questionId],
      set: { scores, words: words ?? null, bands: bands ?? null, reviewedAt: sql`clock_timestamp()` },
    });
}

/* Tokens */

/** Whether a token is of this account and has not been used. */
export async function isTokenOf(connection: Connection, account: number, tokenHash: string): Promise<boolean> {
  const rows = await connection.execute(sql`
    select 1 from ${singleUseTokens} where token_hash = ${tokenHash} and account = ${account}
      and expires_at > clock_timestamp()`);
  return rows.length > 0;
}

/** Uses a token; false: it is not this account's, was used, or has run out. */
export async function consumeToken(transaction: Connection, account: number, tokenHash: string): Promise<boolean> {
  const rows = await transaction.execute(sql`
    delete from ${singleUseTokens} where token_hash = ${tokenHash} and account = ${account}
      and expires_at > clock_timestamp() returning 1`);
  return rows.length > 0;
}

/* What an account sets */

export type FraudAccount = Omit<typeof fraudAccounts.$inferSelect, "account">;

export async function findFraudAccount(connection: Connection, account: number): Promise<FraudAccount> {
  const [row] = await executePrepared<AccountRow>(connection, findAccount, { account });
  if (!row) return { platforms: [], threshold: DEFAULT_THRESHOLD, encryptionKey: null, encryptionKeyAt: null };
  const { encryptionKeyAt: at } = row;
  return { ...row, encryptionKeyAt: at === null ? null : new Date(at) };
}

type AccountRow = Omit<FraudAccount, "encryptionKeyAt"> & { encryptionKeyAt: string | null };

const findAccount = worded(sql`
  select platforms, threshold::int, encryption_key as "encryptionKey", encryption_key_at as "encryptionKeyAt"
  from fraud_accounts where account = ${sql.placeholder("account")}::int`);

/** The same, locked until the transaction ends. */
export async function lockFraudAccount(transaction: Connection, account: number): Promise<FraudAccount> {
  await transaction.insert(fraudAccounts).values({ account }).onConflictDoNothing();
  const [row] = await transaction.select().from(fraudAccounts).where(eq(fraudAccounts.account, account)).for("update");
  if (!row) throw new Error("What an account sets for its fraud checks vanished while it was locked.");
  return row;
}

export async function updateFraudAccount(
  transaction: Connection,
  account: number,
  change: Partial<FraudAccount>,
): Promise<void> {
  await transaction.update(fraudAccounts).set(change).where(eq(fraudAccounts.account, account));
}

/* Retention */

const FORGOTTEN_AT_ONCE = 5000;

/** Removes subnets and texts older than so many days, a few thousand at once; says how many it was. Scores stay. */
export async function forgetFraudIdentifiers(connection: Connection, days: number): Promise<number> {
  const isOld = (column: typeof fraudSessions.searchedAt | typeof fraudReviews.reviewedAt) =>
    lt(column, sql`clock_timestamp() - make_interval(days => ${days}::int)`);
  const sessions = await connection.execute(sql`
    update fraud_sessions set subnet = null where record in (
      select record from fraud_sessions where ${isOld(fraudSessions.searchedAt)} and subnet is not null
      order by searched_at limit ${FORGOTTEN_AT_ONCE})
    returning 1`);
  const texts = await connection.execute(sql`
    update fraud_reviews set words = null, bands = null where id in (
      select id from fraud_reviews where ${isOld(fraudReviews.reviewedAt)} and words is not null
      order by reviewed_at limit ${FORGOTTEN_AT_ONCE})
    returning 1`);
  return sessions.length + texts.length;
}
