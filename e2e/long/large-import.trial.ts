import { createWriteStream, openAsBlob, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Instance, startInstance } from "../instance";
import { openAnswersClient } from "./answers-client";

/**
 * A large CSV is sent, tried and imported as a person does it on the page. Rows kept and refused add up to the rows
 * written, and the web process, the worker and the engine stay under 512 MB above what they have before.
 * `GIGABYTES=2`: the size that people are promised, which takes its time.
 */
const GIGABYTES = Number(process.env.GIGABYTES ?? 0.2);
const LIMIT_MB = 512;
const MEGABYTE = 1024 * 1024;

const results = { passed: 0, failed: 0 };
function judge(name: string, holds: boolean): void {
  results[holds ? "passed" : "failed"] += 1;
  process.stdout.write(`${holds ? "✓" : "✗"} ${name}\n`);
}

const REPLIES = ["Fine, thanks", 'He said "no"', "Two\nlines", "Größe – groß", ""];
const GRID = Array.from({ length: 12 }, (_, at) => `Q5_${at + 1}`);
let written = 0;

/** Every thousandth row has a cell too few, and is to be refused. */
function csvRow(row: number): string {
  const reply = (REPLIES[row % REPLIES.length] ?? "").replaceAll('"', '""');
  const codes = GRID.map((_, at) => (row % 50 === 0 ? "NA" : 1 + ((row * 7 + at * 3) % 5)));
  const start = new Date(1_600_000_000_000 + row * 1000).toISOString();
  const cells = [row, ((row % 200) / 100).toFixed(2), start, `"${reply}"`, ...codes, row % 97];
  return `${(row % 1000 === 0 ? cells.slice(1) : cells).join(",")}\n`;
}

async function* content(): AsyncGenerator<string> {
  yield `RespId,weight,Start,Reply,${GRID.join(",")},Age\n`;
  for (let bytes = 0; bytes < GIGABYTES * 1024 * MEGABYTE; ) {
    const block = Array.from({ length: 2_000 }, () => csvRow(++written)).join("");
    bytes += Buffer.byteLength(block);
    yield block;
  }
}

const processes = ["web", "worker", "engine"] as const;

/** Megabytes above those at the beginning, the highest so far. */
function watchMemory(instance: Instance) {
  const now = (name: (typeof processes)[number]) => {
    const status = readFileSync(`/proc/${instance.pids()[name]}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  const idle = processes.map(now);
  const highest = [...idle];
  const look = () => {
    for (const [at, name] of processes.entries()) highest[at] = Math.max(highest[at] ?? 0, now(name));
  };
  const timer = setInterval(look, 200);
  return {
    above: () =>
      Object.fromEntries(processes.map((name, at) => [name, Math.round((highest[at] ?? 0) - (idle[at] ?? 0))])),
    stop: () => clearInterval(timer),
  };
}

const instance = await startInstance();
const path = join(instance.dataDir, "answers.csv");
try {
  await pipeline(content(), createWriteStream(path));
  const size = (statSync(path).size / 1024 / MEGABYTE).toFixed(2);
  process.stdout.write(`${written.toLocaleString("en-US")} rows, ${size} GB\n`);
  const client = await openAnswersClient(() => instance.url);
  const project = await client.project(0);
  await client.imports(project);
  const memory = watchMemory(instance);
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const since = Date.now();
    const result = await work();
    const above = Object.entries(memory.above()).map(([each, megabytes]) => `${each} ${megabytes}`);
    const seconds = ((Date.now() - since) / 1000).toFixed(1);
    process.stdout.write(`  ${name}: ${seconds} s; at most so many MB above idle: ${above.join(", ")}\n`);
    return result;
  };

  const file = await timed("sent", async () => client.send(project, "answers.csv", await openAsBlob(path)));
  rmSync(path);
  const { plan } = await timed("looked at", () => client.guess(file));
  const { result } = await timed("tried", () => client.check(file, plan));
  const step = await timed("imported", async () => client.ended(await client.start(file, plan)));
  memory.stop();
  process.stdout.write(`  ${step.message}\n`);

  const refused = Math.floor(written / 1000);
  const kept = written - refused;
  judge(
    "id, time and weight are found",
    plan.id === "RespId" && plan.time?.column === "Start" && plan.weights.length === 1,
  );
  judge(
    "the dry run counts every row, and refuses those with a cell too few and no others",
    result?.rows === written && result.kept === kept && result.refused === refused,
  );
  const [revision] = await client.imports(project);
  judge(
    "the import counts the same, and the store has a response for each kept row",
    step.state === "done" &&
      revision?.current === true &&
      revision.rows === written &&
      revision.refused === refused &&
      revision.responses === kept,
  );
  for (const [name, megabytes] of Object.entries(memory.above())) {
    judge(`${name} stays under ${LIMIT_MB} MB above idle (${megabytes})`, megabytes < LIMIT_MB);
  }
} finally {
  await instance.stop();
}
process.stdout.write(`${results.passed} passed, ${results.failed} failed\n`);
process.exit(results.failed > 0 ? 1 : 0);
