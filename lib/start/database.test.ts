import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect, test } from "vitest";
import { scriptArguments } from "@/lib/test-script";
import { isAlive } from "./process-identity";
import { parsePostmaster } from "./running-database";

/** The database of unit tests in a process of its own. `exited`: when it is gone, and its data with it. */
function forkDatabaseServer(): {
  server: ChildProcess;
  temporary: string;
  exited: Promise<unknown>;
  output: () => string;
} {
  const temporary = mkdtempSync(join(tmpdir(), "fieldwork-database-"));
  chmodSync(temporary, 0o711); // as root the database runs as another user
  const server = spawn(process.execPath, scriptArguments('import "./lib/test-database-server.ts";'), {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  let output = "";
  server.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const exited = new Promise((resolve) => server.once("exit", resolve));
  return { server, temporary, exited, output: () => output };
}

/** The postmaster under a directory, from the moment that it says so itself: it takes no connections yet. */
async function postmasterIn(temporary: string): Promise<{ directory: string; pid: number }> {
  for (;;) {
    for (const name of readdirSync(temporary)) {
      const directory = join(temporary, name, "postgres");
      const file = join(directory, "postmaster.pid");
      const found = existsSync(file) ? parsePostmaster(readFileSync(file, "utf8")) : undefined;
      if (found) return { directory, pid: found.pid };
    }
    await sleep(1);
  }
}

test("a database that is stopped before it is ready is ended, and with it who started it", async () => {
  const { server, temporary, exited } = forkDatabaseServer();
  try {
    const { pid } = await postmasterIn(temporary);
    server.disconnect();
    await exited;
    expect(isAlive(pid)).toBe(false);
  } finally {
    server.kill("SIGKILL");
    rmSync(temporary, { recursive: true, force: true });
  }
});

test("a database whose data are moved away says so, and goes on once they are back; meanwhile it can be stopped", async () => {
  const { server, temporary, exited, output } = forkDatabaseServer();
  try {
    const url = await new Promise<string>((resolve) => server.once("message", (text) => resolve(String(text))));
    const { directory, pid } = await postmasterIn(temporary);
    const loseData = (postmaster: number) => {
      renameSync(directory, `${directory}-elsewhere`);
      process.kill(postmaster, "SIGKILL");
    };
    const times = () => output().split("is missing").length - 1;
    loseData(pid);
    await expect.poll(times).toBeGreaterThan(1);
    renameSync(`${directory}-elsewhere`, directory);
    await expect.poll(() => isAnswering(url)).toBe(true);

    const before = times();
    loseData((await postmasterIn(temporary)).pid);
    await expect.poll(times).toBeGreaterThan(before);
    server.disconnect();
    await exited;
  } finally {
    server.kill("SIGKILL");
    rmSync(temporary, { recursive: true, force: true });
  }
});

async function isAnswering(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
