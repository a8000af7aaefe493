import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { endProcess, identify, isAlive } from "@/lib/start/process-identity";
import { lastOpener } from "@/lib/stores/clickhouse/engine/directory";

/** The engine's last arguments: a process whose command line ends in the directory is an engine on it. */
export const engineArguments = (directory: string) => ["--directory", directory];

function commandLine(pid: number): string {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    } catch {
      return "";
    }
  }
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
}

/**
 * Ends an engine that a killed start left running on this directory: a directory belongs to one process. A
 * number that is a stranger's by now is left alone. Returns whether one was found.
 */
export async function clearEngineLeftBehind(directory: string): Promise<boolean> {
  const pid = lastOpener(directory);
  if (pid === undefined || pid === process.pid || !isAlive(pid)) return false;
  const id = identify(pid);
  if (!commandLine(pid).endsWith(engineArguments(directory).join(" "))) return false;
  return endProcess(id, [
    ["SIGTERM", 2000],
    ["SIGKILL", 1000],
  ]);
}
