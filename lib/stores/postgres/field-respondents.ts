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
