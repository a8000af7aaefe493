import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcess, identify, isAlive } from "@/lib/start/process-identity";

function postmasterPid(directory: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(directory, "postmaster.pid"), "utf8"), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A pid in an old file may be a stranger's by now: only a process whose command line names our directory is ours. */
function runsOn(directory: string, pid: number): boolean {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(directory);
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.includes(` ${directory} `) ?? false;
}

/** Every PostgreSQL process has its data directory as working directory, which finds those whose postmaster is gone. */
function processesIn(directory: string): number[] {
  if (process.platform !== "linux") return [];
  const real = realpathSync(directory);
  const isOurs = (pid: number) => {
    try {
      const isPostgres = readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
      return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === real && isAlive(pid);
    } catch {
      return false;
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isOurs);
}

/**
 * Makes way for a new postmaster: ends one that a killed start left running, waits for the processes that a killed
 * postmaster left (they hold its shared memory), and removes a pid file whose number belongs to a stranger now.
 * Returns whether a running postmaster was found.
 */
export async function clearDatabaseLeftBehind(directory: string): Promise<boolean> {
  const pid = postmasterPid(directory);
  const found = pid !== undefined && isAlive(pid) && runsOn(directory, pid);
  if (found) {
    await endProcess(identify(pid), [
      ["SIGINT", 5000],
      ["SIGQUIT", 2000],
      ["SIGKILL", 1000],
    ]);
  }
  await waitForOrphans(directory);
  removeMisleadingPidFile(directory);
  return found;
}

/**
 * PostgreSQL refuses to start while the number in its pid file is anybody's of the same user. With a number that is
 * nobody's it copes, and better: it also looks for processes of the old postmaster, which only Linux lets us do.
 */
function removeMisleadingPidFile(directory: string): void {
  const pid = postmasterPid(directory);
  if (pid === undefined || runsOn(directory, pid) || processesIn(directory).length > 0) return;
  if (process.platform === "linux" || isAlive(pid)) rmSync(join(directory, "postmaster.pid"), { force: true });
}

async function waitForOrphans(directory: string): Promise<void> {
  const deadline = Date.now() + 1500;
  while (processesIn(directory).length > 0 && Date.now() < deadline) await sleep(25);
  const busy = processesIn(directory).map(identify);
  await Promise.all(
    busy.map((id) =>
      endProcess(id, [
        ["SIGQUIT", 1500],
        ["SIGKILL", 1000],
      ]),
    ),
  );
}
