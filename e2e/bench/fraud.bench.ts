import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { recordAndMatch } from "@/lib/stores/postgres/activation-search";
import type { Database } from "@/lib/stores/postgres/client";
import { findFraudAccount, joinPersons, saveFraudSession, surroundingsOf } from "@/lib/stores/postgres/fraud";
import { type Instance, startInstance } from "../instance";
import { addKey } from "../session-records";
import { databaseUrl } from "./bench-project";
import { ratios, say, spread, timed } from "./figures";

/** Fewer where somebody has less time: BENCH_MANY. */
const MANY = Number(process.env.BENCH_MANY ?? 10_000_000);
const FEW = 10_000;
const PER_SURVEY = 500;
const ROUNDS = 64;
/** Rounds before what counts: each of the web process's ten connections plans a statement anew for its first five calls. */
const WARMING_UP = 60;
/** Each takes ten searches of a network in a second. */
const KEYS = 100;
const CLIENTS = 8;
const LOAD_MS = 10_000;

/**
 * A search with five identifiers: the store's part of it in one transaction, and the call through HTTP, against the bare
 * indexed statements in one transaction, by turns; searches a second of eight clients; and both among few sessions.
 */
export async function run(): Promise<void> {
  const few = await measured(FEW);
  const many = await measured(MANY);
  const among = `among ${MANY.toLocaleString("en")}`;
  say(`\nms, ${ROUNDS} rounds by turns; median (lowest–highest).`);
  say(`  bare statements, ${among}        ${spread(many.bare, 1)}`);
  say(`  the store's transaction               ${spread(many.own, 1)}`);
  say(`  times dearer than the bare ones       ${spread(ratios(many.own, many.bare), 2)}`);
  say(`  HTTP                                  ${spread(many.http, 1)}`);
  say(`  HTTP of a handler that does nothing   ${spread(many.empty, 1)}`);
  say(`  times dearer than the bare ones       ${spread(ratios(many.http, many.bare), 2)}`);
  say(`  transaction, times dearer than ${FEW.toLocaleString("en")} ${spread(ratios(many.own, few.own), 2)}`);
  say(`  HTTP, times dearer than among ${FEW.toLocaleString("en")}  ${spread(ratios(many.http, few.http), 2)}`);
  say(`\nSearches a second of ${CLIENTS} clients through HTTP, and the bare statements on ${CLIENTS} connections`);
  for (const [of, { perSecond }] of [[`among ${FEW.toLocaleString("en")}`, few] as const, [among, many] as const]) {
    say(`  ${of}: ${perSecond.http.toFixed(0)}, ${perSecond.bare.toFixed(0)}`);
  }
}

type Turns = Record<"http" | "empty" | "own" | "bare", number[]>;
type Measured = Turns & { perSecond: { http: number; bare: number } };

async function measured(sessions: number): Promise<Measured> {
  const instance = await startInstance();
  const sql = postgres(databaseUrl(instance), { max: CLIENTS, onnotice: () => {} });
  const own = postgres(databaseUrl(instance), { max: 1, onnotice: () => {} });
  try {
    say(`Making ${sessions.toLocaleString("en")} sessions…`);
    const account = await fill(sql, sessions);
    const accountId = await demoAccount(sql);
    const keys = await Promise.all(
      Array.from({ length: KEYS }, () => addKey(sql, accountId, { of: "fraud", kind: "publishable" })),
    );
    const places: Places = { instance, sql, own: drizzle(own), keys, account, sessions };
    const turns = await byTurns(places);
    return { ...turns, perSecond: { http: await load(places, viaHttp), bare: await load(places, bareSearch) } };
  } finally {
    await Promise.all([sql.end(), own.end()]);
    await instance.stop();
  }
}

type Places = {
  instance: Instance;
  sql: postgres.Sql;
  own: Database;
  keys: string[];
  account: number;
  sessions: number;
};

async function demoAccount(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from accounts where name = 'Demo Research'`;
  if (!row) throw new Error("There is no demo account.");
  return row.id;
}

/** Indexes are made after the rows: several times quicker, and as tight as a freshly built one. */
async function fill(sql: postgres.Sql, sessions: number): Promise<number> {
  await sql`truncate activation_records, activation_states, activation_surveys, fraud_sessions cascade`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('activation_records', 'activation_states', 'fraud_sessions')
      and indexname not in (select conname from pg_constraint)`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  const [account] = await sql<{ id: number }[]>`
    select a.id from activation_accounts a join accounts c on c.id::text = a.account_id where c.name = 'Demo Research'`;
  if (!account) throw new Error("The demo account has no records.");
  await sql`insert into activation_surveys (account, survey_number)
    select ${account.id}, 'bench-' || n from generate_series(0, ${sessions / PER_SURVEY - 1}::int) n`;
  await sql`
    with v as (select id, substr(survey_number, 7)::int as n from activation_surveys where survey_number like 'bench-%'),
    r as (
      insert into activation_records
        (account, survey, session_id, ip_address, cookie, panel_id, hashed_email, user_agent, recorded_at)
      select ${account.id}, v.id, md5('s' || n.n), format('20.%s.%s.%s', n.n / 65536 % 256, n.n / 256 % 256, n.n % 256),
        md5('c' || n.n), 'p' || n.n, md5('e' || n.n), 'Agent/' || n.n % 50,
        now() - interval '60 days' + n.n * interval '5 days' / ${sessions}::int
      from generate_series(0, ${sessions - 1}::int) as n(n) join v on v.n = n.n % ${sessions / PER_SURVEY}::int
      order by n.n returning id, survey, ip_address, recorded_at),
    s as (insert into activation_states (record, survey, search, predupes) select id, survey, true, true from r)
    insert into fraud_sessions
      (record, account, survey, subnet, results, duplicate_score, threat_score, failure_reason, searched_at)
    select id, ${account.id}, survey, regexp_replace(ip_address, '[.][0-9]+$', '.0/24'), '{}', 0, 0, '01', recorded_at
    from r`;
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql`vacuum analyze activation_records, activation_states, activation_surveys, fraud_sessions`;
  await sql`checkpoint`;
  return account.id;
}

type Searched = {
  session: string;
  survey: string;
  cookie: string;
  panel: string;
  email: string;
  address: string;
  agent: string;
};

let made = 0;
/** Somebody new at this browser who came before under the same panel id. */
function nextSearch({ sessions }: Places): Searched {
  made += 1;
  const n = Math.floor(Math.random() * sessions);
  return {
    session: `bench ${made}`,
    survey: `bench-${Math.floor(Math.random() * (sessions / PER_SURVEY))}`,
    cookie: `c ${made}`,
    panel: `p${n}`,
    email: String(made).padStart(32, "0"),
    address: `20.${Math.floor(n / 65536) % 256}.${Math.floor(n / 256) % 256}.${n % 256}`,
    agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0",
  };
}

/** Another one is first each time: whoever comes after a pause finds the processor asleep. */
async function byTurns(places: Places): Promise<Turns> {
  const turns: Turns = { http: [], empty: [], own: [], bare: [] };
  const asks: Record<keyof Turns, () => Promise<unknown>> = {
    http: () => viaHttp(places),
    empty: async () => (await fetch(`${places.instance.url}/api/nothing`)).text(),
    own: () => ownSearch(places),
    bare: () => bareSearch(places),
  };
  const names = Object.keys(asks) as (keyof Turns)[];
  for (let round = 0; round < WARMING_UP + ROUNDS; round++) {
    await sleep(20);
    for (const at of names.keys()) {
      const name = names[(round + at) % names.length] ?? "bare";
      const ms = await timed(asks[name]);
      if (round >= WARMING_UP) turns[name].push(ms);
    }
  }
  return turns;
}

/** How many of a kind eight clients come to in a second. */
async function load(places: Places, ask: (places: Places) => Promise<unknown>): Promise<number> {
  const until = performance.now() + LOAD_MS;
  let done = 0;
  const client = async () => {
    while (performance.now() < until) {
      await ask(places);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return done / (LOAD_MS / 1000);
}

async function viaHttp(places: Places): Promise<void> {
  const { instance, keys } = places;
  const one = nextSearch(places);
  const reply = await fetch(`${instance.url}/service/fraud/api/v4/respondents/search/${keys[made % keys.length]}`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": one.agent },
    body: JSON.stringify({
      ...{ sy_nr: one.survey, sn_ud: one.session, rt_ce_ud: one.cookie, rt_sr_pd: one.panel, rt_hd_el: one.email },
    }),
  });
  const json: unknown = await reply.json();
  if (!reply.ok) throw new Error(`A search was answered with ${reply.status}: ${JSON.stringify(json)}`);
}

/** What the service's transaction asks of the store. */
function ownSearch(places: Places): Promise<unknown> {
  const { own, account } = places;
  const one = nextSearch(places);
  const subnet = one.address.replace(/[.]\d+$/, ".0/24");
  return own.transaction(async (transaction) => {
    await findFraudAccount(transaction, account);
    const { record, survey, sharing } = await recordAndMatch(transaction, {
      ...{ account, surveyNumber: one.survey, sessionId: one.session, cookie: one.cookie, panelId: one.panel },
      ...{ hashedEmail: one.email, address: one.address, agent: one.agent },
    });
    const records = sharing.map((session) => session.record);
    await Promise.all([
      surroundingsOf(transaction, { account, record, survey, subnet, sharing: records }),
      joinPersons(transaction, account, [record, ...records]),
    ]);
    await saveFraudSession(transaction, {
      ...{ record, account, survey, subnet, countryCode: null, saidCountryCode: null, platformId: null, results: {} },
      ...{ duplicateScore: 0, threatScore: 0, failureReason: "01", initialSession: null },
    });
  });
}

function bareSearch(places: Places): Promise<unknown> {
  const { sql, account } = places;
  const one = nextSearch(places);
  const subnet = one.address.replace(/[.]\d+$/, ".0/24");
  return sql.begin(async (transaction) => {
    const sharing = await transaction<{ id: string }[]>`
      (select r.id from activation_records r where r.account = ${account} and r.cookie = ${one.cookie} limit 100) union all
      (select r.id from activation_records r where r.account = ${account} and r.panel_id = ${one.panel} limit 100) union all
      (select r.id from activation_records r where r.account = ${account} and r.hashed_email = ${one.email} limit 100) union all
      (select r.id from activation_records r where r.account = ${account} and r.ip_address = ${one.address}
        and r.user_agent_hash = hashtextextended(${one.agent}, 0) limit 100)`;
    const [record] = await transaction<{ id: string; survey: string }[]>`
      insert into activation_records (account, survey, session_id, ip_address, cookie, panel_id, hashed_email, user_agent)
      select ${account}, id, ${one.session}, ${one.address}, ${one.cookie}, ${one.panel}, ${one.email}, ${one.agent}
      from activation_surveys where account = ${account} and survey_number = ${one.survey} returning id, survey`;
    const [id, survey] = [record?.id ?? "", record?.survey ?? ""];
    await transaction`
      insert into activation_states (record, survey, search, predupes) values (${id}, ${survey}, true, true)`;
    await transaction`
      select count(*) from fraud_sessions where account = ${account} and survey = ${survey} and subnet = ${subnet}
        and searched_at > now() - interval '1 hour'`;
    const [earlier] = sharing;
    if (earlier) await transaction`insert into fraud_person_links (record, earlier) values (${id}, ${earlier.id})`;
    await transaction`
      insert into fraud_sessions (record, account, survey, subnet, results, duplicate_score, threat_score, failure_reason)
      values (${id}, ${account}, ${survey}, ${subnet}, '{}', 0, 0, '01')`;
  });
}
