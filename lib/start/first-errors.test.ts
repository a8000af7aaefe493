import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";

withOwnDatabase();

/** Real starts, which end before anything is built or started. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), "fieldwork-first-errors-"));
beforeAll(() => chmodSync(dataDir, 0o711));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

function start(settings: Record<string, string>): Started {
  const child = spawn(process.execPath, ["--conditions", "react-server", "lib/start/launch.mjs"], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ENV_FILE: "", PORT: "0", DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output, ended: new Promise((done) => child.once("close", done)) };
}

/** The last line of a start that ends by itself with an error. */
async function lastLine(settings: Record<string, string>): Promise<string> {
  const { output, ended } = start(settings);
  expect(await ended).toBe(1);
  expect(output()).not.toMatch(/^\s+at /m); // no stack
  return output().trim().split("\n").at(-1) ?? "";
}

test("a misspelt variable stops the start and is told with the one that was meant", async () => {
  expect(await lastLine({ DATABSE_URL: "postgres://a@b/c", PORT: "34o2" })).toBe(
    "The environment is not usable. DATABSE_URL is not a setting: did you mean DATABASE_URL?; PORT=34o2: must be a whole number from 0 to 65535",
  );
});

test("a database that refuses us is told at once, before anything is built", async () => {
  const url = new URL(env.DATABASE_URL ?? "");
  url.password = "not-this-one";
  expect(await lastLine({ DATABASE_URL: url.href })).toMatch(/^PostgreSQL refuses the password of postgres\. Correct/);
});

test("a ClickHouse that is away is waited for aloud, and a signal ends the wait", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => closed.once("listening", done));
  const place = closed.address();
  const port = typeof place === "object" && place ? place.port : 0;
  await new Promise((done) => closed.close(done));
  const { child, output, ended } = start({ CLICKHOUSE_URL: `http://127.0.0.1:${port}` });
  await expect.poll(output, { timeout: 60_000 }).toContain(`Waiting for ClickHouse at http://127.0.0.1:${port} (`);
  expect(output()).toContain(`ClickHouse: database fieldwork at http://127.0.0.1:${port} (CLICKHOUSE_URL)`);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});
