import type postgres from "postgres";
import { BUILT_IN } from "@/lib/stores/postgres/users";

const DAY = 24 * 3_600_000;
/** Long over, some surveys no longer count as a place where somebody was before. */
const SWITCHED_OFF_AFTER_DAYS = 200;
/** Of a hundred sessions so many are of people who come again, and so many such people there are. */
const RETURNING_PERCENT = 7;
const RETURNING_PEOPLE = 900;

const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
];

/**
 * Records of the duplicate check for the sessions of these surveys, the same for the same sessions: who is behind one
 * follows from its id, and some people come again. Survey numbers are survey ids, addresses those of documentation.
 *
 * @param keptDays personal values of sessions older than so many days are left out, as the worker would remove them
 */
export async function addRecords(
  sql: postgres.ISql,
  surveyIds: readonly string[],
  { now, keptDays }: { now: Date; keptDays: number },
): Promise<void> {
  if (surveyIds.length === 0) return;
  const ids = [...surveyIds];
  const kept = new Date(now.getTime() - keptDays * DAY).toISOString();
  const old = new Date(now.getTime() - SWITCHED_OFF_AFTER_DAYS * DAY).toISOString();
  await sql`
    insert into activation_accounts (connection, account_id)
    select distinct ${BUILT_IN}, account_id::text from surveys where id = any(${ids}::uuid[]) on conflict do nothing`;
  await sql`
    insert into activation_surveys (account, survey_number, search)
    select a.id, s.id::text, s.status <> 'Complete' or s.out_of_field_at >= ${old}::timestamptz
    from surveys s join activation_accounts a on a.connection = ${BUILT_IN} and a.account_id = s.account_id::text
    where s.id = any(${ids}::uuid[]) order by s.id on conflict do nothing`;
  await sql`
    with entrants as (
      select v.account, v.id as survey, r.rdud, r.started_at, r.started_at >= ${kept}::timestamptz as is_kept,
        case when abs(hashtext(r.rdud)) % 100 < ${RETURNING_PERCENT}
          then 'p' || abs(hashtext(r.rdud || '!')) % ${RETURNING_PEOPLE} else r.rdud end as person
      from responses r join surveys s on s.id = r.survey_id
        join activation_accounts a on a.connection = ${BUILT_IN} and a.account_id = s.account_id::text
        join activation_surveys v on v.account = a.id and v.survey_number = s.id::text
      where r.survey_id = any(${ids}::uuid[])),
    records as (
      insert into activation_records
        (account, survey, session_id, panel_id, cookie, hashed_email, ip_address, user_agent, recorded_at)
      select account, survey, rdud, 'P' || substr(md5(person), 1, 10),
        case when is_kept then md5('cookie ' || person) end,
        case when is_kept then encode(sha256(convert_to(person || '@example.test', 'UTF8')), 'hex') end,
        case when is_kept then (array['192.0.2.', '198.51.100.', '203.0.113.'])[1 + abs(hashtext(person || 'a')) % 3]
          || (1 + abs(hashtext(person || 'b')) % 254) end,
        case when is_kept then (${[...AGENTS]}::text[])[1 + abs(hashtext(person || 'c')) % ${AGENTS.length}] end,
        started_at
      from entrants order by started_at, rdud on conflict do nothing returning id, survey)
    insert into activation_states (record, survey, search, predupes)
    select r.id, r.survey, v.search, v.predupes from records r join activation_surveys v on v.id = r.survey`;
}

/** Surveys of a demo that was made before there were records: all of them, or none. */
export async function surveysWithoutRecords(sql: postgres.ISql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id::text from surveys where not exists (select from activation_records)`;
  return rows.map(({ id }) => id);
}
