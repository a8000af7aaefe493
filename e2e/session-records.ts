import { createHash, randomBytes } from "node:crypto";
import type postgres from "postgres";
import type { KeyedService, KeyKind } from "@/lib/contracts/interface-list";

/** Sessions as the built-in duplicate check records them, written straight into its tables: thousands at once. */
export type NewSession = {
  survey: string;
  session: string;
  ip?: string;
  cookie?: string;
  panel?: string;
  email?: string;
  agent?: string;
  /** An instant; now when left out. */
  at?: string;
};

/** Adds sessions of a built-in account, the first one the oldest. */
export async function addSessions(sql: postgres.Sql, accountId: string, sessions: NewSession[]): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      insert into activation_accounts (connection, account_id) values ('built-in', ${accountId}) on conflict do nothing`;
    const [account] = await transaction<{ id: number }[]>`
      select id from activation_accounts where connection = 'built-in' and account_id = ${accountId}`;
    const number = account?.id ?? 0;
    const numbers = [...new Set(sessions.map(({ survey }) => survey))];
    await transaction`
      insert into activation_surveys (account, survey_number)
      select ${number}, n from unnest(${numbers}::text[]) with ordinality as given (n, place) order by place
      on conflict do nothing`;
    await transaction`
      with added as (
        insert into activation_records
          (account, survey, session_id, ip_address, cookie, panel_id, hashed_email, user_agent, recorded_at)
        select ${number}, v.id, row ->> 'session', row ->> 'ip', row ->> 'cookie', row ->> 'panel', row ->> 'email',
          row ->> 'agent', coalesce((row ->> 'at')::timestamptz, clock_timestamp())
        from jsonb_array_elements(${transaction.json(sessions)}) with ordinality as given (row, place)
          join activation_surveys v on v.account = ${number} and v.survey_number = row ->> 'survey'
        order by place
        returning id, survey)
      insert into activation_states (record, survey, search, predupes)
      select a.id, a.survey, v.search, v.predupes from added a join activation_surveys v on v.id = a.survey`;
  });
}

export type SessionState = { survey: string; session: string; search: boolean; predupes: boolean };

/** The states of an account's sessions, oldest first. */
export async function sessionStates(sql: postgres.Sql, accountId: string): Promise<SessionState[]> {
  const rows = await sql<SessionState[]>`
    select v.survey_number as survey, r.session_id as session, s.search, s.predupes
    from activation_records r join activation_states s on s.record = r.id
      join activation_surveys v on v.id = r.survey join activation_accounts a on a.id = r.account
    where a.connection = 'built-in' and a.account_id = ${accountId} order by r.id`;
  return rows.map((row) => ({ ...row }));
}

/** A key of a built-in account for one interface. */
export async function addKey(
  sql: postgres.Sql,
  accountId: string,
  { name = "Client", of = "activation", kind = "private" }: { name?: string; of?: KeyedService; kind?: KeyKind } = {},
): Promise<string> {
  const key = `fw_${of}_${randomBytes(20).toString("hex")}`;
  const hash = createHash("sha256").update(key).digest("hex");
  await sql`
    insert into api_keys (interface, kind, connection, account_id, account_name, name, key_hash, begins, who)
    values (${of}, ${kind}, 'built-in', ${accountId}, 'Account', ${name}, ${hash}, ${key.slice(0, 18)}, 'tests')`;
  return key;
}
