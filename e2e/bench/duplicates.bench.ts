import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { changeStates } from "@/lib/stores/postgres/activation-changes";
import { checkEntrant } from "@/lib/stores/postgres/activation-pre-check";
import { addAudit } from "@/lib/stores/postgres/audit";
import type { Database } from "@/lib/stores/postgres/client";
import { type Instance, startInstance } from "../instance";
import { databaseUrl } from "./bench-project";
import { ratios, say, spread, timed } from "./figures";

/** Fewer where somebody has less time: BENCH_MANY. */
const MANY = Number(process.env.BENCH_MANY ?? 10_000_000);
const FEW = 10_000;
/** Records of a survey: one call of the interface moves them all. */
const PER_SURVEY = 500;
/** Surveys that record at the same time: a manager's. */
const AT_ONCE = 40;
const ROUNDS = 16;
/** Rounds before what counts: each of the web process's ten connections plans a statement anew for its first five calls. */
const WARMING_UP = 60;
/** The interface takes 10 calls of a key in any second. */
const PAUSE_MS = 120;

const KEY = { "x-api-key": "demo-activation-key", "content-type": "application/json" };

/**
 * Activation of 500 records and a pre-check on five identifiers: the transaction of our service, and the call through
 * HTTP, against their bare indexed statements in one transaction, by turns; and the same among a thousandth of the
 * records.
 */
export async function run(): Promise<void> {
  const few = await measured(FEW);
  const many = await measured(MANY);
  say(`\nms, ${ROUNDS} rounds by turns; median (lowest–highest).`);
  for (const what of ["activation", "preCheck"] as const) {
    say(what === "activation" ? "\nActivation of 500 records" : "\nPre-check on five identifiers");
    const [a, b] = [many[what], few[what]];
    say(`  bare statements, among ${MANY.toLocaleString("en")}     ${spread(a.bare, 1)}`);
    say(`  the service's transaction             ${spread(a.own, 1)}`);
    say(`  times dearer than the bare ones       ${spread(ratios(a.own, a.bare), 2)}`);
    say(`  HTTP                                  ${spread(a.http, 1)}`);
    say(`  times dearer than the bare ones       ${spread(ratios(a.http, a.bare), 2)}`);
    say(`  HTTP of a handler that does nothing   ${spread(a.empty, 1)}`);
    say(`  among ${FEW.toLocaleString("en")}: transaction, HTTP       ${spread(b.own, 1)}, ${spread(b.http, 1)}`);
    say(
      `  times dearer among the many           ${spread(ratios(a.own, b.own), 2)}, ${spread(ratios(a.http, b.http), 2)}`,
    );
  }
}

/** Milliseconds of each round: through HTTP, of nothing through HTTP, our service's transaction, the bare statements. */
type Turns = Record<"http" | "empty" | "own" | "bare", number[]>;
const noTurns = (): Turns => ({ http: [], empty: [], own: [], bare: [] });

const askNothing = async ({ url }: Instance) => (await fetch(`${url}/api/nothing`)).text();

async function measured(records: number): Promise<{ activation: Turns; preCheck: Turns }> {
  const instance = await startInstance();
  const sql = postgres(databaseUrl(instance), { max: 1, onnotice: () => {} });
  const own = postgres(databaseUrl(instance), { max: 1, onnotice: () => {} });
  const places = { instance, sql, own: drizzle(own) };
  try {
    say(`Making ${records.toLocaleString("en")} records…`);
    const account = await fill(sql, records);
    return {
      activation: await activations(places, account, records),
      preCheck: await preChecks(places, account, records),
    };
  } finally {
    await Promise.all([sql.end(), own.end()]);
    await instance.stop();
  }
}

/** Indexes are made after the rows: several times quicker, and as tight as a freshly built one. */
async function fill(sql: postgres.Sql, records: number): Promise<number> {
  const atOnce = Math.min(AT_ONCE, records / PER_SURVEY);
  await sql`truncate activation_records, activation_states, activation_surveys cascade`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('activation_records', 'activation_states')
      and indexname not in (select conname from pg_constraint)`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  const [account] = await sql<{ id: number }[]>`
    select a.id from activation_accounts a join accounts c on c.id::text = a.account_id where c.name = 'Demo Research'`;
  if (!account) throw new Error("The demo account has no records.");
  await sql`insert into activation_surveys (account, survey_number)
    select ${account.id}, 'bench-' || n from generate_series(0, ${records / PER_SURVEY - 1}::int) n`;
  await sql`
    with v as (select id, substr(survey_number, 7)::int as n from activation_surveys where survey_number like 'bench-%'),
    made as (
      select n, (n / ${atOnce * PER_SURVEY}::int) * ${atOnce}::int + n % ${atOnce}::int as survey
      from generate_series(0, ${records - 1}::int) n),
    r as (
      insert into activation_records
        (account, survey, session_id, ip_address, cookie, panel_id, hashed_email, user_agent, recorded_at)
      select ${account.id}, v.id, md5('s' || made.n),
        format('10.%s.%s.%s', made.n / 65536 % 256, made.n / 256 % 256, made.n % 256), md5('c' || made.n),
        'p' || made.n, md5('e' || made.n), 'Agent/' || made.n % 50,
        now() - interval '60 days' + made.n * interval '5 days' / ${records}::int
      from made join v on v.n = made.survey order by made.n returning id, survey)
    insert into activation_states (record, survey, search, predupes) select id, survey, true, true from r`;
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql`vacuum analyze activation_records, activation_states, activation_surveys`;
  await sql`checkpoint`;
  return account.id;
}

/** Another one is first each time: whoever comes after a pause finds the processor asleep. */
async function timedByTurns(turns: Turns, round: number, asks: Record<keyof Turns, () => Promise<unknown>>) {
  const names = Object.keys(asks) as (keyof Turns)[];
  for (const at of names.keys()) {
    const name = names[(round + at) % names.length] ?? "bare";
    const ms = await timed(asks[name]);
    if (round >= WARMING_UP) turns[name].push(ms);
  }
}

async function post({ url }: Instance, path: string, body: unknown): Promise<unknown> {
  const reply = await fetch(`${url}/service/activation${path}`, {
    method: "POST",
    headers: KEY,
    body: JSON.stringify(body),
  });
  const json: unknown = await reply.json();
  if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}: ${JSON.stringify(json)}`);
  return json;
}

type Places = { instance: Instance; sql: postgres.Sql; own: Database };

/** Each turn has surveys of its own, so that there are always 500 to move. */
async function activations({ instance, sql, own }: Places, account: number, records: number): Promise<Turns> {
  const turns = noTurns();
  const surveys = records / PER_SURVEY;
  const rounds = WARMING_UP + ROUNDS;
  const apart = Math.max(1, Math.floor(surveys / (3 * rounds)));
  const surveyAt = (turn: number) => `bench-${(turn * apart) % surveys}`;
  for (let round = 0; round < rounds; round++) {
    const [mine, ours, theirs] = [surveyAt(3 * round), surveyAt(3 * round + 1), surveyAt(3 * round + 2)];
    // Among few records a survey comes again: it is put back first, outside of what is timed.
    await sql`update activation_states s set search = true, search_change = null from activation_surveys v
      where v.id = s.survey and v.survey_number in (${mine}, ${ours}, ${theirs}) and not s.search`;
    await sleep(PAUSE_MS);
    await timedByTurns(turns, round, {
      http: async () => {
        const reply = await post(instance, "/activation", { Type: "1", Survey_Number: mine });
        if (!JSON.stringify(reply).includes("500 records")) throw new Error(`Not 500: ${JSON.stringify(reply)}`);
      },
      empty: () => askNothing(instance),
      own: () => ownActivation(own, account, ours),
      bare: () => bareActivation(sql, account, theirs),
    });
  }
  return turns;
}

const SELF = {
  viewer: { connection: "built-in", email: "bench", name: "Bench", role: "admin" as const, accounts: [] },
  requestId: "bench",
  origin: "service" as const,
};

/** As the service does it: the change and its audit entry. */
const ownActivation = (own: Database, account: number, surveyNumber: string) =>
  own.transaction(async (transaction) => {
    const changed = await changeStates(transaction, {
      account,
      route: "search",
      active: false,
      selectors: { Survey_Number: [surveyNumber] },
      masked: { Survey_Number: surveyNumber },
      who: "bench",
      origin: "service",
      requestId: "bench",
    });
    const entry = { accountId: null, action: "activate", thing: "duplicate check", thingId: surveyNumber } as const;
    await addAudit(transaction, SELF, { ...entry, after: changed, outcome: "done" });
    if (changed.records !== 500) throw new Error(`The service moved ${changed.records}.`);
  });

const bareActivation = (sql: postgres.Sql, account: number, surveyNumber: string) =>
  sql.begin(async (transaction) => {
    const found = await transaction<{ survey: string; record: string }[]>`
      select s.survey, s.record from activation_surveys v join activation_states s on s.survey = v.id
      where v.account = ${account} and v.survey_number = ${surveyNumber} and s.search
      order by s.record limit 500`;
    const moved = await transaction`
      update activation_states s set search = false, search_change = 1
      from unnest(${found.map(({ survey }) => survey)}::bigint[], ${found.map(({ record }) => record)}::bigint[]) as m(survey, record)
      where s.survey = m.survey and s.record = m.record`;
    await transaction`update activation_surveys set search = false where account = ${account} and survey_number = ${surveyNumber}`;
    if (moved.count !== 500) throw new Error(`The bare statements moved ${moved.count}.`);
  });

async function preChecks({ instance, sql, own }: Places, account: number, records: number): Promise<Turns> {
  const turns = noTurns();
  for (let round = 0; round < WARMING_UP + ROUNDS * 4; round++) {
    const entrant = (turn: string) => {
      const n = Math.floor(Math.random() * records);
      return {
        Session_Id: `bench ${turn} ${round} ${n}`,
        Survey_Number: "bench-0",
        Cookie: `c ${turn} ${n}`,
        Panel_Id: `p${n}`,
        Hashed_Email: "0".repeat(24) + String(n).padStart(8, "0"),
        IP_Address: `10.${Math.floor(n / 65536) % 256}.${Math.floor(n / 256) % 256}.${n % 256}`,
        User_Agent: `Agent/${n % 50}`,
      };
    };
    const [mine, ours, theirs] = [entrant("a"), entrant("b"), entrant("c")];
    const { Survey_Number: _, ...everywhere } = mine;
    await sleep(20);
    await timedByTurns(turns, round, {
      http: () => post(instance, "/predupes", everywhere),
      empty: () => askNothing(instance),
      own: () => ownPreCheck(own, account, ours),
      bare: () => barePreCheck(sql, account, theirs),
    });
  }
  return turns;
}

type Entrant = Record<
  "Session_Id" | "Survey_Number" | "Cookie" | "Panel_Id" | "Hashed_Email" | "IP_Address" | "User_Agent",
  string
>;

function ownPreCheck(own: Database, account: number, { Session_Id, Survey_Number: _, ...identifiers }: Entrant) {
  const entrant = { account, sessionId: Session_Id, surveyNumbers: [], identifiers };
  return own.transaction((transaction) => checkEntrant(transaction, entrant));
}

const barePreCheck = (sql: postgres.Sql, account: number, one: Entrant) =>
  sql.begin(async (transaction) => {
    await transaction`
      select r.id from activation_records r join activation_states s on s.survey = r.survey and s.record = r.id and s.predupes
      where r.account = ${account} and r.cookie = ${one.Cookie}
      union all
      select r.id from activation_records r join activation_states s on s.survey = r.survey and s.record = r.id and s.predupes
      where r.account = ${account} and r.panel_id = ${one.Panel_Id}
      union all
      select r.id from activation_records r join activation_states s on s.survey = r.survey and s.record = r.id and s.predupes
      where r.account = ${account} and r.hashed_email = ${one.Hashed_Email}
      union all
      select r.id from activation_records r join activation_states s on s.survey = r.survey and s.record = r.id and s.predupes
      where r.account = ${account} and r.ip_address = ${one.IP_Address}
        and r.user_agent_hash = hashtextextended(${one.User_Agent}, 0)`;
    const [record] = await transaction<{ id: string; survey: string }[]>`
      insert into activation_records (account, survey, session_id, ip_address, cookie, panel_id, hashed_email, user_agent)
      select ${account}, id, ${one.Session_Id}, ${one.IP_Address}, ${one.Cookie}, ${one.Panel_Id}, ${one.Hashed_Email}, ${one.User_Agent}
      from activation_surveys where account = ${account} and survey_number = ${one.Survey_Number} returning id, survey`;
    await transaction`
      insert into activation_states (record, survey, search, predupes)
      values (${record?.id ?? ""}, ${record?.survey ?? ""}, true, true)`;
  });
