import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FieldClient, fieldClient, type Visit } from "@/lib/start/field-client";
import { parsePostmaster } from "@/lib/start/running-database";
import { readOrMakeSecrets } from "@/lib/start/secrets";
import type { HttpSession } from "../http-session";
import { type Instance, startInstance } from "../instance";
import { makeSurvey } from "../new-survey";
import { openStore } from "../remote/store";
import { signInApi } from "../sign-in";
import { patiently } from "./patiently";

/**
 * Twenty thousand respondents, two hundred at once, through two web processes on one database, into surveys of forty
 * overlapping quotas of both calculation types and one that is paced, while processes are killed. Everybody comes again
 * until they are answered, as people do. No quota may be over, no hour's cap broken, no session lost that was
 * acknowledged, and sums must equal rows.
 */
const RESPONDENTS = Number(process.env.RESPONDENTS ?? 20_000);
const AT_ONCE = 200;
const KILLS = Number(process.env.KILLS ?? 5);
const PACED = 1000;
const HOUR = 3_600_000;

const dataDir = mkdtempSync(join(tmpdir(), "fieldwork-fielding-"));
chmodSync(dataDir, 0o711);
const first = await startInstance({ dataDir });
const second = await startInstance({ env: secondEnvironment() });
const store = openStore(dataDir);
const manager = await signInApi(first.url, { email: "manager@demo.test" });
const clients = [first, second].map(({ url }) => fieldClient(url, AT_ONCE / 2));

/** Another instance on the first one's database, with its secret; whose database it is, it does not end it. */
function secondEnvironment(): Record<string, string> {
  const server = parsePostmaster(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"));
  const { databasePassword, appSecret } = readOrMakeSecrets(dataDir);
  const url = `postgres://postgres:${databasePassword}@127.0.0.1:${server?.port}/fieldwork`;
  return { DATABASE_URL: url, APP_SECRET: appSecret, DEMO: "1" };
}

const results = { passed: 0, failed: 0 };
function judge(name: string, holds: boolean): void {
  results[holds ? "passed" : "failed"] += 1;
  process.stdout.write(`${holds ? "✓" : "✗"} ${name}\n`);
}

type Members = Record<string, unknown>;
const ask = (question_id: number, ...allowed_option_ids: number[]) => ({ question_id, allowed_option_ids });
const range = (low: number, high: number) => Array.from({ length: high - low + 1 }, (_, index) => low + index);

/** Age by gender, and beside it gender, ages and employment: everybody belongs to four or five. */
const overlapping = [
  ...range(0, 12).flatMap((band) => [1, 2].map((sex) => [ask(1, ...range(18 + band * 5, 22 + band * 5)), ask(2, sex)])),
  ...[1, 2].map((sex) => [ask(2, sex)]),
  ...range(0, 4).map((band) => [ask(1, ...range(18 + band * 13, 30 + band * 13))]),
  ...range(17_001, 17_007).map((status) => [ask(17, status)]),
].map((qualifications, index) => ({
  quota_name: `Quota ${index + 1}`,
  quota: Math.ceil(((index < 26 ? 120 : 900) * RESPONDENTS) / 20_000),
  qualifications,
}));

const outOfField = (hours: number) => ({
  out_of_field_date: new Date(Date.now() + hours * HOUR).toISOString(),
  out_of_field_timezone: "(UTC) Coordinated Universal Time",
});

const makeLive = (api: HttpSession, members: Members) =>
  makeSurvey(api, {
    ...{ status: "Live", incidence_rate: 70, device_compatibilities: ["desktop", "mobile", "tablet"] },
    ...{ respondents: 4000, respondent_attributes: overlapping },
    ...members,
  });

const byCompletes = await makeLive(manager, { calculation_type: "Completes" });
const byStarts = await makeLive(manager, { calculation_type: "Survey Starts" });
const paced = await makeLive(manager, {
  ...outOfField(9.5),
  ...{ respondents: 4000, traffic_control_limit_type: "Even Pacing" },
  respondent_attributes: [{ quota_name: "Everybody", quota: 4000, qualifications: [] }],
});
const surveyIds = [byCompletes, byStarts, paced].map(({ id }) => id);

/** Sessions that were acknowledged, with the outcome that was. */
const acknowledged = new Map<string, string | null>();
let changedSessions = 0;
let retried = 0;

const agentOf = (index: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 T/${index}`;

/** Whoever is not answered, or is told to come again, does so, perhaps at the other instance. */
function visit(index: number, path: string): Promise<Visit> {
  let tries = index;
  return patiently(async () => {
    const client = clients[tries++ % clients.length] as FieldClient;
    const found = await client.visit(path, agentOf(index));
    if (found.status >= 500 || found.status === 429) throw new Error(`${found.status}`);
    return found;
  }).finally(() => {
    retried += tries - index - 1;
  });
}

const ridIn = ({ location }: Visit) => /[?&]id=([0-9a-f-]{36})/.exec(location ?? "")?.[1];
const OUTCOMES = [
  "complete",
  "complete",
  "complete",
  "complete",
  "complete",
  "standard_termination",
  "quality_termination",
];

async function come(index: number): Promise<void> {
  const isPaced = index < PACED;
  const surveyId = surveyIds[isPaced ? 2 : index % 2];
  const answers = `q1=${18 + (index % 65)}&q2=${1 + ((index >> 3) % 2)}&q17=${17_001 + ((index >> 2) % 7)}`;
  const path = `/enter/${surveyId}?respondent=trial-${index}&${answers}`;
  const rid = ridIn(await visit(index, path));
  if (rid === undefined) return;
  acknowledged.set(rid, null);
  if (index % 20 === 0 && ridIn(await visit(index, path)) !== rid) changedSessions += 1;
  // Nobody of the paced survey returns: places of its hour are freed by terminations alone.
  if (isPaced || index % 11 === 0) return;
  const outcome = OUTCOMES[index % OUTCOMES.length] ?? "complete";
  const { status } = await visit(index, `/return/${outcome}?rid=${rid}`);
  if (status === 200) acknowledged.set(rid, outcome);
}

let next = 0;
let done = 0;
const crowd = Array.from({ length: AT_ONCE }, async () => {
  for (let index = next++; index < RESPONDENTS; index = next++) {
    await come(index);
    done += 1;
  }
});

const killed: string[] = [];
async function kill(instance: Instance, what: "web" | "worker"): Promise<void> {
  const pid = instance.pids()[what];
  if (pid === undefined) return;
  process.kill(pid, "SIGKILL");
  killed.push(what);
}

const began = Date.now();
const strikes = (async () => {
  for (let strike = 0; strike < KILLS; strike += 1) {
    while (done < ((strike + 0.5) * RESPONDENTS) / KILLS) await sleep(20);
    await kill(strike % 2 ? second : first, strike === 2 ? "worker" : "web");
  }
})();
await Promise.all([...crowd, strikes]);
const seconds = (Date.now() - began) / 1000;
process.stdout.write(
  `${RESPONDENTS} respondents in ${seconds.toFixed(0)} s, ${killed.length} kills, ${retried} visits repeated, ${acknowledged.size} sessions\n`,
);

type Row = { quota_id: string; quota: number; starts: number; completes: number; open: number };
/** What each quota has, added up from the sessions, beside what its places say. */
const quotaSums = (surveyId: string) => store<(Row & { p_starts: number; p_completes: number; p_open: number })[]>`
  select q.id as quota_id, q.quota, count(r.rdud)::int as starts, count(*) filter (where r.counted)::int as completes,
    count(*) filter (where r.status = 'in progress' and r.reason is null)::int as open,
    coalesce(max(p.starts), 0) as p_starts, coalesce(max(p.completes), 0) as p_completes, coalesce(max(p.open), 0) as p_open
  from quotas q left join responses r on q.id = any(r.quota_ids) and r.survey_id = q.survey_id and r.reached and not r.test
    left join quota_places p on p.quota_id = q.id
  where q.survey_id = ${surveyId} group by q.id, q.quota`;

const sums = await Promise.all(surveyIds.map(quotaSums));
const [ofCompletes = [], ofStarts = []] = sums;
judge(
  `completes over quota: ${ofCompletes.filter((one) => one.completes > one.quota).length}`,
  ofCompletes.every((one) => one.completes <= one.quota),
);
judge(
  `starts over quota: ${ofStarts.filter((one) => one.starts > one.quota).length}`,
  ofStarts.every((one) => one.starts <= one.quota),
);
// Who dropped out holds a place for hours: a quota of completes can have no room before it is full.
const hasNoRoom = (one: Row) => one.open >= Math.ceil(((one.quota - one.completes) * 100) / 70);
const [closed, filled] = [ofCompletes.filter(hasNoRoom), ofStarts.filter((one) => one.starts === one.quota)];
judge(
  `quotas closed on the way: ${closed.length} by completes, ${filled.length} by starts`,
  closed.length > 0 && filled.length > 0,
);
const differ = sums
  .flat()
  .filter((one) => one.starts !== one.p_starts || one.completes !== one.p_completes || one.open !== one.p_open);
judge(`sums equal rows in ${sums.flat().length} quotas (${differ.length} differ)`, differ.length === 0);

const [pacing] = await store<[{ hours: number; most: number; entered: number }]>`
  select count(distinct hour)::int as hours, max(n)::int as most, sum(n)::int as entered from (
    select floor(extract(epoch from r.started_at - s.went_live_at) / 3600) as hour, count(*) as n
    from responses r join surveys s on s.id = r.survey_id where s.id = ${paced.id} and r.reached group by 1) as hours`;
const cap = Math.ceil((1.1 * 4000) / 10);
judge(
  `hourly caps broken: ${pacing.most > cap ? 1 : 0} (${pacing.entered} of ${PACED} entered, cap ${cap})`,
  pacing.most <= cap && pacing.entered >= Math.min(cap, PACED),
);

const ids = [...acknowledged.keys()];
const rows = await store<
  { rdud: string; status: string }[]
>`select rdud, status from responses where rdud = any(${ids})`;
const statuses = new Map(rows.map(({ rdud, status }) => [rdud, status.replace(" ", "_")]));
const lost = ids.filter((rid) => !statuses.has(rid));
judge(`sessions lost: ${lost.length} of ${ids.length}`, lost.length === 0);
// A complete that came to a full quota is over quota.
const wrong = [...acknowledged].filter(([rid, outcome]) => {
  const status = statuses.get(rid);
  return outcome !== null && status !== outcome && !(outcome === "complete" && status === "overquota_termination");
});
judge(`acknowledged outcomes lost: ${wrong.length}`, wrong.length === 0);
judge(`respondents who came again and got another session: ${changedSessions}`, changedSessions === 0);
const [twice] = await store<[{ n: number }]>`
  select count(*)::int as n from (select from responses where survey_id = any(${surveyIds}::uuid[])
    group by survey_id, supplier, respondent having count(*) > 1) as twice`;
judge(`respondents with two sessions: ${twice.n}`, twice.n === 0);

for (const client of clients) client.close();
await store.end({ timeout: 1 });
await second.stop();
judge("it stops with exit code 0", (await first.stop()) === 0);
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(`\n${results.passed} passed, ${results.failed} failed\n`);
process.exit(results.failed > 0 ? 1 : 0);
