import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Instance, startInstance } from "../instance";
import { startBookMaker } from "./book-maker";
import { startWriter } from "./demand-writer";
import { startImporter } from "./importer";

/**
 * Kills each process, and all at once, ten times in a row while surveys are being written, answers imported and books
 * of tables made. Every time the product must serve again within 15 s; no write that was acknowledged may be missing,
 * every import has to come through whole, nobody may see a part of one, and every book has to say the same.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 10);
const LIMIT_MS = 15_000;

const dataDir = mkdtempSync(join(tmpdir(), "fieldwork-kills-"));
chmodSync(dataDir, 0o711);
let instance: Instance = await startInstance({ dataDir });
const port = new URL(instance.url).port;

const killPid = (pid: number | undefined) => {
  if (pid) process.kill(pid, "SIGKILL");
};

/** The next start, by hand as it were: the supervisor is gone, and what it left behind is what is found. */
async function startAgain(): Promise<void> {
  instance = await startInstance({ dataDir, env: { PORT: port } });
}

async function workerReady(count: number): Promise<void> {
  while (countWorkerStarts() <= count) await sleep(10);
}
const countWorkerStarts = () => instance.logs().split('"worker ready"').length - 1;

async function answerStore(): Promise<string | undefined> {
  const reply = await fetch(`${instance.url}/api/health`);
  const { stores } = (await reply.json()) as { stores?: { clickhouse?: string } };
  return stores?.clickhouse;
}

/** Gives up after the limit: the round is judged by the clock. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (Date.now() < deadline && !(await holds())) await sleep(20);
}

const targets: Record<string, () => Promise<void>> = {
  postgres: async () => killPid(instance.pids().postgres),
  web: async () => killPid(instance.pids().web),
  worker: async () => {
    const before = countWorkerStarts();
    killPid(instance.pids().worker);
    await Promise.race([workerReady(before), sleep(LIMIT_MS)]);
  },
  engine: async () => {
    const { engine: killed } = instance.pids();
    killPid(killed);
    await until(async () => instance.pids().engine !== killed);
    await sleep(1000); // until then health may still give its report of the engine that was killed
    await until(async () => (await answerStore()) === "ok");
  },
  supervisor: async () => {
    await instance.kill();
    await startAgain();
  },
  "all at once": async () => {
    const { web, worker, engine, postgres } = instance.pids();
    const gone = instance.kill();
    for (const pid of [web, worker, engine, postgres]) killPid(pid);
    await gone;
    await startAgain();
  },
};

const writer = await startWriter(() => instance.url, "manager@demo.test", "fieldwork-demo");
const importer = await startImporter(() => instance.url);
const bookMaker = await startBookMaker(() => instance.url);
const results = { passed: 0, failed: 0 };

function judge(name: string, holds: boolean): void {
  results[holds ? "passed" : "failed"] += 1;
  process.stdout.write(`${holds ? "✓" : "✗"} ${name}\n`);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

for (const [name, strike] of Object.entries(targets)) {
  const timesMs: number[] = [];
  const before = writer.acknowledged.length;
  for (let round = 0; round < ROUNDS; round++) {
    await writer.next(LIMIT_MS); // it is killed while it works, not while it recovers
    await sleep(Math.random() * 400);
    const since = Date.now();
    await strike();
    const servedAt = await writer.next(LIMIT_MS);
    timesMs.push(servedAt === undefined ? Number.POSITIVE_INFINITY : servedAt - since);
  }
  const longest = Math.max(...timesMs);
  const figures = `median ${median(timesMs)} ms, longest ${longest} ms, ${writer.acknowledged.length - before} writes`;
  judge(`${name}: ${ROUNDS} kills, each served again within 15 s (${figures})`, longest <= LIMIT_MS);
}

await importer.stop();
const { imports, retried, looks, halves } = importer.found;
judge(`${imports} imports came through, after ${retried} that were tried again by hand`, imports > 0);
const seen = halves.length > 0 ? `: ${halves.slice(0, 5).join(", ")}` : "";
judge(`nobody saw a part of an import (${looks} looks, ${halves.length} saw one${seen})`, halves.length === 0);
await bookMaker.stop();
const { books, others } = bookMaker.found;
const made = `${books} books of ${bookMaker.sheets} sheets came through, after ${bookMaker.found.retried} tried again`;
judge(`${made}; ${others} differ from the one made before`, books > 0 && others === 0 && bookMaker.sheets > 1);
await writer.stop();
const missing = await writer.missing();
const total = `${writer.acknowledged.length} acknowledged, ${writer.unacknowledged} refused or unanswered`;
judge(`no acknowledged write is missing (${total}, ${missing.length} missing)`, missing.length === 0);
judge("it stops with exit code 0", (await instance.stop()) === 0);
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(`\n${results.passed} passed, ${results.failed} failed\n`);
process.exit(results.failed > 0 ? 1 : 0);
