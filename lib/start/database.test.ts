import { fork } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { isAlive } from "./process-identity";
import { parsePostmaster } from "./running-database";

/** The postmaster under a directory, from the moment that it says so itself: it takes no connections yet. */
async function postmasterIn(temporary: string): Promise<number> {
  for (;;) {
    for (const name of readdirSync(temporary)) {
      const file = join(temporary, name, "postgres", "postmaster.pid");
      const found = existsSync(file) ? parsePostmaster(readFileSync(file, "utf8")) : undefined;
      if (found) return found.pid;
    }
    await sleep(1);
  }
}

test("a database that is stopped before it is ready is ended, and with it who started it", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "fieldwork-stopped-"));
  chmodSync(temporary, 0o711); // as root the database runs as another user
  const server = fork("lib/test-database-server.ts", {
    execArgv: ["--conditions", "react-server", "--import", "tsx"],
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  try {
    const postmaster = await postmasterIn(temporary);
    server.disconnect();
    await ended;
    expect(isAlive(postmaster)).toBe(false);
  } finally {
    server.kill("SIGKILL");
    rmSync(temporary, { recursive: true, force: true });
  }
});
