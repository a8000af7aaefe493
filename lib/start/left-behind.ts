import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import * as z from "zod";
import { endProcess, isRunning, type ProcessId, processIdSchema } from "@/lib/start/process-identity";

const processListSchema = z.record(z.string(), processIdSchema);

/** Which processes belong to this start, on disk, so that the next start finds what a killed one left running. */
export function processList(file: string) {
  const present: Record<string, ProcessId> = {};
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify(present));
    renameSync(`${file}.new`, file);
  };
  return {
    add(name: string, id: ProcessId) {
      present[name] = id;
      write();
    },
    remove(name: string) {
      delete present[name];
      write();
    },
  };
}

function readProcessList(file: string): [string, ProcessId][] {
  try {
    return Object.entries(processListSchema.parse(JSON.parse(readFileSync(file, "utf8"))));
  } catch {
    return [];
  }
}

/** Ends the processes that a killed start left running and returns their names. One whose identity is not certain is left alone. */
export async function endLeftBehind(file: string): Promise<string[]> {
  const ours = readProcessList(file).filter(([, id]) => id.started !== null && isRunning(id));
  await Promise.all(
    ours.map(([, id]) =>
      endProcess(id, [
        ["SIGTERM", 4000],
        ["SIGKILL", 2000],
      ]),
    ),
  );
  rmSync(file, { force: true });
  return ours.map(([name]) => name);
}
