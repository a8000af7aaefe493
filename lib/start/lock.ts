import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { identify, isRunning, type ProcessId, processIdSchema } from "@/lib/start/process-identity";

export type Lock = { taken: true; release: () => void } | { taken: false; holder: ProcessId };

function readHolder(file: string): ProcessId | undefined {
  try {
    return processIdSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

const same = (one: ProcessId | undefined, other: ProcessId) => one?.pid === other.pid && one.started === other.started;

/** Puts what `mine` holds at `file`, unless something is there already. A link appears with its content, a write does not. */
function claim(mine: string, file: string): boolean {
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (isExists(error)) return false;
  }
  try {
    copyFileSync(mine, file, constants.COPYFILE_EXCL); // a file system without links
    return true;
  } catch (error) {
    if (isExists(error)) return false;
    throw error;
  }
}

const isExists = (error: unknown) => error instanceof Error && "code" in error && error.code === "EEXIST";

/**
 * Takes the lock for this process until `release`. A lock whose holder no longer runs is taken over,
 * whether that holder was killed or its pid belongs to another process by now.
 */
export function takeLock(file: string, self: ProcessId = identify(process.pid)): Lock {
  const mine = `${file}.${self.pid}`;
  const stale = `${mine}.stale`;
  writeFileSync(mine, JSON.stringify(self));
  try {
    for (;;) {
      if (claim(mine, file)) return { taken: true, release: () => releaseLock(file, self) };
      const holder = readHolder(file);
      if (holder && isRunning(holder)) return { taken: false, holder };
      try {
        renameSync(file, stale);
      } catch {
        continue; // another start was quicker; look again
      }
      // Between reading and renaming another start may have taken over: what was moved is its live lock, so it goes back.
      const moved = readHolder(stale);
      if (moved && isRunning(moved)) {
        claim(stale, file);
        return { taken: false, holder: moved };
      }
    }
  } finally {
    rmSync(mine, { force: true });
    rmSync(stale, { force: true });
  }
}

function releaseLock(file: string, self: ProcessId): void {
  if (same(readHolder(file), self)) rmSync(file, { force: true });
}
