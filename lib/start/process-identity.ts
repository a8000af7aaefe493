import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";

/**
 * A pid alone names whoever has that number now. With the moment the process began it names one process,
 * also after the pid was given to another. `started` is null where the system does not tell.
 */
export const processIdSchema = z.object({ pid: z.number().int().positive(), started: z.string().nullable() });
export type ProcessId = z.output<typeof processIdSchema>;

/** State and start time (ticks since boot) from a line of `/proc/<pid>/stat`; the name in it may hold spaces and brackets. */
export function parseProcStat(stat: string): { state: string; started: string } | undefined {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, started] = [fields[0], fields[19]];
  return state && started ? { state, started } : undefined;
}

function readStat(pid: number) {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined;
  }
}

function startedAt(pid: number): string | null {
  if (process.platform === "linux") return readStat(pid)?.started ?? null;
  if (process.platform === "win32") return null;
  return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() || null;
}

export function identify(pid: number): ProcessId {
  return { pid, started: startedAt(pid) };
}

/** Whether something with this pid runs. A zombie, which nobody may ever reap in a container, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return readStat(pid)?.state !== "Z";
}

/** Whether this very process still runs. */
export function isRunning({ pid, started }: ProcessId): boolean {
  if (!isAlive(pid)) return false;
  return started === null || startedAt(pid) === started;
}

/** Sends the signals one after the other, each with its own patience, until the process is gone. Never harms another with the same pid. */
export async function endProcess(id: ProcessId, signals: [NodeJS.Signals, number][]): Promise<boolean> {
  for (const [signal, patienceMs] of signals) {
    if (!isRunning(id)) return true;
    try {
      process.kill(id.pid, signal);
    } catch {
      return !isRunning(id);
    }
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline) {
      if (!isRunning(id)) return true;
      await sleep(25);
    }
  }
  return !isRunning(id);
}
