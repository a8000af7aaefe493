import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Instance, startInstance } from "../instance";
import { openStore, ownerUrlOf } from "../remote/store";
import { startBookMaker } from "./book-maker";
import { startWriter } from "./demand-writer";
import { startImporter } from "./importer";
import { firstOf, startJudging } from "./judge";
import { startPageViewer } from "./page-viewer";
import { peerSettings } from "./peers";
import { startRoundRobin } from "./round-robin";

/**
 * Three instances behind a proxy that sends each request to the next one, with two workers, on one PostgreSQL and one
 * ClickHouse and no common disk. While surveys are written, files imported, books made and pages looked at, one after
 * the other is killed with all its processes and started again. Nothing may be lost and nothing may happen twice.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 6);
const LIMIT_MS = 15_000;

const folders = [0, 1, 2].map(() => {
  const folder = mkdtempSync(join(tmpdir(), "fieldwork-instances-"));
  chmodSync(folder, 0o711);
  return folder;
});
const [stores = "", ...others] = folders;

const running = new Map<string, Instance>();
const proxy = await startRoundRobin(() => [...running.values()].map(({ url }) => url));
const PUBLIC_URL = proxy.url;

const first = await startInstance({ dataDir: stores, env: { PUBLIC_URL } });
running.set(stores, first);
const peer = { ...peerSettings(first, ownerUrlOf(stores)), PUBLIC_URL };
/** The second has a worker too, the third has none. */
const processesOf = (folder: string) => (folder === others[0] ? "web,worker" : "web");
async function startPeer(dataDir: string): Promise<void> {
  running.set(dataDir, await startInstance({ dataDir, env: { ...peer, PROCESSES: processesOf(dataDir) } }));
}
await Promise.all(others.map(startPeer));

const { judge, end } = startJudging();
const store = openStore(stores);
const base = () => proxy.url;
const writer = await startWriter(base, "manager@demo.test", "fieldwork-demo");
const importer = await startImporter(base);
const bookMaker = await startBookMaker(base);
const viewer = await startPageViewer(proxy.url);

/** Some steps are under way, so that a kill meets them. */
async function untilBusy(): Promise<string> {
  for (;;) {
    const [found] = await store<{ kinds: string }[]>`
      select string_agg(distinct j.kind, ', ' order by j.kind) as kinds
      from job_items i join jobs j on j.id = i.job_id where i.state = 'running'`;
    if (found?.kinds) return found.kinds;
    await sleep(5);
  }
}

/** All processes of an instance at once, as when its machine is gone; the first one's stores stay. */
async function kill(folder: string): Promise<void> {
  const instance = running.get(folder);
  if (!instance) throw new Error("This instance does not run.");
  const { web, worker } = instance.pids();
  if (folder === stores) {
    for (const pid of [web, worker]) if (pid) process.kill(pid, "SIGKILL");
    return; // its supervisor starts them again
  }
  running.delete(folder);
  const gone = instance.kill();
  for (const pid of [web, worker]) if (pid) process.kill(pid, "SIGKILL");
  await gone;
}

const met: string[] = [];
const timesMs: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const folder = folders[round % folders.length] ?? stores;
  await writer.next(LIMIT_MS);
  await sleep(Math.random() * 300);
  met.push(await untilBusy());
  const since = Date.now();
  await kill(folder);
  const servedAt = await writer.next(LIMIT_MS);
  timesMs.push(servedAt === undefined ? Number.POSITIVE_INFINITY : servedAt - since);
  await sleep(4000);
  if (folder !== stores) await startPeer(folder);
}
const longest = Math.max(...timesMs);
judge(`${ROUNDS} instances killed, the others served within 15 s (longest ${longest} ms)`, longest <= LIMIT_MS);
judge(`each was killed in the middle of a job (${met.join("; ")})`, met.length === ROUNDS);

await Promise.all([viewer.stop(), importer.stop(), bookMaker.stop(), writer.stop()]);

const { pages, failed, saves, stale } = viewer.found;
const { requests, passedOver, cut } = proxy.found;
judge(
  `${pages} pages were looked at, ${failed.length} failed (${requests} requests, ${passedOver} passed on, ${cut} cut)${firstOf(failed)}`,
  pages > 0 && failed.length === 0,
);
judge(
  `${saves} names were read back from whichever instance, ${stale.length} stale${firstOf(stale)}`,
  saves > 0 && stale.length === 0,
);

const { imports, retried, halves } = importer.found;
judge(
  `${imports} imports came through, ${retried} tried again by hand; nobody saw a part of one`,
  imports > 1 && halves.length === 0,
);
const [audits] = await store<{ shown: number; done: number }[]>`
  select (select count(*)::int from audit where action = 'importAnswers' and outcome = 'done' and origin = 'job') as shown,
    (select count(*)::int from job_items i join jobs j on j.id = i.job_id
      where j.kind = 'import answers' and i.state = 'done') as done`;
judge(
  `each import became visible once (${audits?.done} done, ${audits?.shown} in the audit)`,
  audits !== undefined && audits.shown === audits.done,
);
const { books, others: different } = bookMaker.found;
judge(`${books} books came through; ${different} differ from the one made before`, books > 0 && different === 0);

const missing = await writer.missing();
const written = `${writer.acknowledged.length} acknowledged, ${writer.unacknowledged} refused or unanswered`;
judge(`no acknowledged write is missing (${written}, ${missing.length} missing)`, missing.length === 0);
const [copies] = await store<{ copies: number }[]>`
  select count(*)::int as copies from (
    select name from surveys where name like 'Kill trial %' group by name having count(*) > 1) as doubled`;
judge(`no survey was written twice (${copies?.copies} were)`, copies?.copies === 0);
const [workers] = await store<{ n: number }[]>`
  select count(*)::int as n from worker_pulses where at > clock_timestamp() - interval '30 seconds'`;
judge(`both workers show themselves (${workers?.n})`, (workers?.n ?? 0) >= 2);
const [halfWritten] = await store<{ n: number }[]>`
  select count(*)::int as n from answer_files where kind = 'upload' and state = 'writing' and seen_at < now() - interval '3 minutes'`;
judge(`no upload that broke off is kept (${halfWritten?.n})`, halfWritten?.n === 0);

await store.end();
for (const folder of others) judge("a peer stops with exit code 0", (await running.get(folder)?.stop()) === 0);
judge("the first stops with exit code 0", (await first.stop()) === 0);
await proxy.stop();
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
end();
