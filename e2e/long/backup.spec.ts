import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import type postgres from "postgres";
import { startInstance } from "../instance";
import { openStore } from "../remote/store";
import { startWriter } from "./demand-writer";

const root = fileURLToPath(new URL("../..", import.meta.url));

type Ran = { code: number; output: string };

/** `npm run backup` or `npm run restore`, as a person would. */
async function run(command: "backup" | "restore", folder: string, dataDir: string): Promise<Ran> {
  const args = ["--conditions", "react-server", "--import", "tsx", `lib/start/${command}.ts`, folder];
  const settings = { ...process.env, ENV_FILE: "", DATA_DIR: dataDir };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env: settings });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }; // as execFile rejects
    return { code, output: stdout + stderr };
  }
}

/** What a start or its worker writes by itself. */
const MOVING = ["worker_pulses", "credential_writes", "rate_limits", "service_health", "single_use_tokens", "sessions"];

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
test.afterAll(() => {
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

test("a backup made while people write is restored with every row, and only whole, into an empty place", async () => {
  const backups = newFolder();
  const dataDir = newFolder();
  await makeDemoAnswers(dataDir);
  // Without a worker, nothing is written but what the test writes.
  const instance = await startInstance({ dataDir, env: { PROCESSES: "web" } });
  const writer = await startWriter(() => instance.url, "manager@demo.test", "fieldwork-demo");
  await writer.next(30_000);
  const before = [...writer.acknowledged];
  expect(await run("backup", backups, instance.dataDir)).toMatchObject({ code: 0 });
  await writer.stop();
  const answers = join(backups, "answers");
  const written = readdirSync(answers).map((name) => [name, statSync(join(answers, name)).mtimeMs]);
  expect(written.length).toBeGreaterThan(0);

  // The one that is restored is made of a quiet instance, and copies no answers again.
  const store = openStore(instance.dataDir);
  const content = await contentOf(store);
  expect(await run("backup", backups, instance.dataDir)).toMatchObject({ code: 0 });
  expect(await contentOf(store)).toEqual(content);
  await store.end({ timeout: 1 });
  expect(readdirSync(answers).map((name) => [name, statSync(join(answers, name)).mtimeMs])).toEqual(written);

  // Neither over what is there, nor of a part.
  const over = await run("restore", backups, instance.dataDir);
  expect([over.code, over.output]).toEqual([
    1,
    expect.stringContaining("is not empty. Set DATA_DIR to an empty directory"),
  ]);
  const [first = "", second = ""] = readdirSync(backups)
    .filter((name) => /^\d/.test(name))
    .sort();
  const restored = join(newFolder(), "data");
  const table = join(backups, first, "postgres", "surveys.copy.gz");
  rmSync(table);
  const part = await run("restore", join(backups, first), restored);
  expect([part.code, part.output]).toEqual([
    1,
    expect.stringContaining(`The backup is not whole: ${table} is missing`),
  ]);
  expect(existsSync(restored)).toBe(false);
  await instance.stop();

  const whole = await run("restore", backups, restored);
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining(`Checking ${join(backups, second)}`)]);
  const again = await startInstance({ dataDir: restored, env: { PROCESSES: "web" } });
  const copy = openStore(restored);
  expect(await contentOf(copy)).toEqual(content);
  const found = await copy`select id from surveys where id = any(${before}::uuid[])`;
  expect(found.length).toBe(before.length);
  await copy.end({ timeout: 1 });
  expect((await fetch(`${again.url}/api/health/ready`)).status).toBe(200);
  const token = await fetch(`${again.url}/service/demand/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "manager@demo.test", password: "fieldwork-demo" }),
  });
  expect(token.status).toBe(200);
  expect(await again.stop()).toBe(0);
});
