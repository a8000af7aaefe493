import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import type postgres from "postgres";
import { backupsIn, chooseBackup, readManifest, tableFile } from "@/lib/start/backup-files";
import { type Instance, startInstance } from "../instance";
import { openStore } from "../remote/store";
import { test } from "../undrawn";
import { startWriter } from "./demand-writer";
import { startServers } from "./own-servers";

const root = fileURLToPath(new URL("../..", import.meta.url));

type Ran = { code: number; output: string };

/** `npm run backup` or `npm run restore`, as a person would. */
async function run(command: "backup" | "restore", folder: string, settings: Record<string, string>): Promise<Ran> {
  const args = ["--conditions", "react-server", "--import", "tsx", `lib/start/${command}.ts`, folder];
  const options = { cwd: root, env: { ...process.env, ENV_FILE: "", ...settings } };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }; // as execFile rejects
    return { code, output: stdout + stderr };
  }
}

/** What a start or its worker writes by itself. */
const MOVING = [
  "figure_turns",
  "worker_pulses",
  "credential_writes",
  "rate_limits",
  "service_health",
  "single_use_tokens",
  "sessions",
];

/** Rows and values of each table, and of each table of answers. */
async function contentOf(store: postgres.Sql): Promise<Record<string, string>> {
  const tables = await store<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${MOVING})`;
  const content: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await store.unsafe(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as content from "${name}" t`,
    );
    content[name] = String(row?.content);
  }
  return content;
}

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fieldwork-backup-"));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}
const stops: (() => Promise<void>)[] = [];
test.afterAll(async () => {
  for (const stop of stops) await stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The worker imports the demo's answers. */
async function makeDemoAnswers(dataDir: string): Promise<void> {
  const instance = await startInstance({ dataDir });
  const store = openStore(dataDir);
  const seen = () => store`select from answer_revisions where state = 'visible'`;
  await expect.poll(async () => (await seen()).length, { timeout: 120_000 }).toBeGreaterThan(0);
  await store.end({ timeout: 1 });
  await instance.stop();
}

/** Rows and sums of each table of answers in the latest backup of a folder. */
function answersOf(folder: string): [table: string, rows: number, checksum: string][] {
  const { answers } = readManifest(chooseBackup(folder));
  return Object.keys(answers)
    .sort()
    .map((name) => [name, answers[name]?.rows ?? 0, answers[name]?.checksum ?? ""]);
}

/** The pages and the services answer: the secrets fit what was restored. */
async function requireServing({ url }: Instance): Promise<void> {
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
  const token = await fetch(`${url}/service/demand/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "manager@demo.test", password: "fieldwork-demo" }),
  });
  expect(token.status).toBe(200);
}

test("a backup made while people write is restored with every row, and only whole, into empty stores of either kind", async () => {
  const backups = newFolder();
  const dataDir = newFolder();
  await makeDemoAnswers(dataDir);
  // Without a worker, nothing is written but what the test writes.
  const instance = await startInstance({ dataDir, env: { PROCESSES: "web" } });
  const writer = await startWriter(() => instance.url, "manager@demo.test", "fieldwork-demo");
  await writer.next(30_000);
  const before = [...writer.acknowledged];
  expect(await run("backup", backups, { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  await writer.stop();
  const answers = join(backups, "answers");
  const written = readdirSync(answers).map((name) => [name, statSync(join(answers, name)).mtimeMs]);
  expect(written.length).toBeGreaterThan(0);

  // The one that is restored is made of a quiet instance, and copies no answers again.
  const store = openStore(instance.dataDir);
  const content = await contentOf(store);
  expect(await run("backup", backups, { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect(await contentOf(store)).toEqual(content);
  await store.end({ timeout: 1 });
  expect(readdirSync(answers).map((name) => [name, statSync(join(answers, name)).mtimeMs])).toEqual(written);

  // Neither over what is there, nor of a part.
  const over = await run("restore", backups, { DATA_DIR: dataDir });
  expect([over.code, over.output]).toEqual([
    1,
    expect.stringContaining("is not empty. Set DATA_DIR to an empty directory"),
  ]);
  const [first = "", second = ""] = backupsIn(backups);
  const empty = join(newFolder(), "data");
  const table = tableFile(first, "surveys");
  rmSync(table);
  const part = await run("restore", first, { DATA_DIR: empty });
  expect([part.code, part.output]).toEqual([
    1,
    expect.stringContaining(`The backup is not whole: ${table} is missing`),
  ]);
  expect(existsSync(empty)).toBe(false);
  await instance.stop();

  // Into an operator's own servers, which must be empty.
  const servers = await startServers(newFolder);
  stops.push(servers.stop);
  const configured = { ...servers.settings, DATA_DIR: join(newFolder(), "data") };
  const whole = await run("restore", backups, configured);
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining(`Checking ${second}`)]);
  const twice = await run("restore", backups, { ...configured, DATA_DIR: empty });
  expect([twice.code, twice.output]).toEqual([1, expect.stringContaining("The stores are not empty")]);
  const moved = await startInstance({
    dataDir: configured.DATA_DIR,
    env: { ...servers.settings, DEMO: "1", PROCESSES: "web" },
  });
  expect(await contentOf(servers.sql)).toEqual(content);
  const found = await servers.sql`select id from surveys where id = any(${before}::uuid[])`;
  expect(found.length).toBe(before.length);

  // And back.
  const later = newFolder();
  expect(await run("backup", later, configured)).toMatchObject({ code: 0 });
  await requireServing(moved);
  expect(await moved.stop()).toBe(0);
  await servers.stop();
  expect(answersOf(later)).toEqual(answersOf(backups));
  expect(await run("restore", later, { DATA_DIR: empty })).toMatchObject({ code: 0 });
  const again = await startInstance({ dataDir: empty, env: { PROCESSES: "web" } });
  const copy = openStore(empty);
  expect(await contentOf(copy)).toEqual(content);
  await copy.end({ timeout: 1 });
  await requireServing(again);
  expect(await again.stop()).toBe(0);
});
