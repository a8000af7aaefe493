import { sql } from "drizzle-orm";
import { DIRECT } from "@/lib/contracts/terms/fielding";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { executePrepared, worded } from "./prepared";

/** A session of fielding, by the supplier and its own id of the respondent. */
export type FieldRespondent = { isOwn: boolean; sessionId: string; supplier: string; respondent: string; at: Date };

const MOST_OTHERS = 100;
const account = sql`${sql.placeholder("accountId")}::uuid`;

const statement = worded(sql`
  select true as own, r.rdud, r.supplier, r.respondent, r.started_at
  from responses r join surveys s on s.id = r.survey_id and s.account_id = ${account}
  where r.rdud = ${sql.placeholder("sessionId")}::text and r.survey_id = ${sql.placeholder("surveyId")}::uuid
    and r.supplier is not null and r.respondent is not null and not r.test
  union all (
  select false, r.rdud, r.supplier, r.respondent, r.started_at
  from surveys s join responses r on r.survey_id = s.id
  where s.id = ${sql.placeholder("surveyId")}::uuid and s.account_id = ${account}
    and r.supplier in (select code from suppliers where account_id = ${account} union select ${DIRECT}::text)
    and r.respondent = ${sql.placeholder("panelId")}::text and r.rdud <> ${sql.placeholder("sessionId")}::text and not r.test
  limit ${sql.raw(String(MOST_OTHERS))})`);

type Row = { own: boolean; rdud: string; supplier: string; respondent: string; started_at: string };

/** For other services: a survey's own threshold of the fraud check; null: it has none, or is no survey of fielding. */
export async function fieldFraudThreshold(
  connection: Connection,
  accountId: string,
  surveyNumber: string,
): Promise<number | null> {
  if (!isUuid(surveyNumber) || !isUuid(accountId)) return null;
  const [row] = await executePrepared<{ threshold: number | null }>(connection, threshold, {
    ...{ accountId, surveyId: surveyNumber },
  });
  return row?.threshold ?? null;
}

const threshold = worded(sql`
  select p.fraud_threshold::int as threshold from survey_places p join surveys s on s.id = p.survey_id
  where s.id = ${sql.placeholder("surveyId")}::uuid and s.account_id = ${account}`);

/**
 * For other services: a session of a survey of this account, and those of respondents whom any supplier calls by this
 * panel id, tests left out. Whatever is no survey of fielding has none.
 */
export async function listFieldRespondents(
  connection: Connection,
  of: { accountId: string; surveyNumber: string; sessionId: string; panelId: string | null },
): Promise<FieldRespondent[]> {
  const { accountId, surveyNumber: surveyId, sessionId, panelId } = of;
  if (!isUuid(surveyId) || !isUuid(accountId)) return [];
  const rows = await executePrepared<Row>(connection, statement, { accountId, surveyId, sessionId, panelId });
  return rows.map(({ own, rdud, supplier, respondent, started_at }) => ({
    ...{ isOwn: own, sessionId: rdud, supplier, respondent },
    at: new Date(started_at),
  }));
}

/**
 * For other services: the account's surveys that had a complete since then, the newest first, or the one that is named.
 * Null: the account has no survey of that id.
 */
export async function listSurveysWithCompletes(
  connection: Connection,
  { accountId, surveyId, since }: { accountId: string; surveyId: string | null; since: Date },
): Promise<string[] | null> {
  if (!isUuid(accountId)) return surveyId === null ? [] : null;
  if (surveyId !== null) {
    if (!isUuid(surveyId)) return null;
    const own = await connection.execute(sql`
      select 1 from surveys where id = ${surveyId}::uuid and account_id = ${accountId}::uuid`);
    return own.length > 0 ? [surveyId] : null;
  }
  const rows = await connection.execute<{ id: string }>(sql`
    select s.id::text from surveys s
    where s.account_id = ${accountId}::uuid and exists (
      select from responses r where r.survey_id = s.id and r.started_at >= ${since.toISOString()}::timestamptz
        and r.status = 'complete' and not r.test)
    order by s.id desc`);
  return rows.map(({ id }) => id);
}

const COMPLETES_AT_ONCE = 1000;

/** For other services: the ids of a survey's completes that began since then, some at a time. */
export async function* listCompletes(
  connection: Connection,
  { surveyId, since }: { surveyId: string; since: Date },
): AsyncGenerator<string[]> {
  let after = { at: since.toISOString(), rdud: "" };
  for (;;) {
    const rows = await connection.execute<{ rdud: string; at: string }>(sql`
      select rdud, started_at::text as at from responses
      where survey_id = ${surveyId}::uuid and (started_at, rdud) > (${after.at}::timestamptz, ${after.rdud})
        and status = 'complete' and not test
      order by started_at, rdud limit ${COMPLETES_AT_ONCE}`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ rdud }) => rdud);
    after = last;
  }
}
