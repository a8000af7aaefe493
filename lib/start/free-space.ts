import { statfsSync } from "node:fs";
import { StartError } from "@/lib/start/say";

const MB = 1024 * 1024;
/** The databases beside us write their first files, logs and the demo's data; with servers elsewhere only uploads do. */
const NEEDED_MB = { embedded: 300, uploads: 50 };

export type Space = { freeBytes: number; totalBytes: number; freeFiles: number; totalFiles: number };

/** Why a disk is too full to start on, in a sentence that says what to do; null: it is not. */
export function spaceProblem(
  { freeBytes, totalBytes, freeFiles, totalFiles }: Space,
  { dataDir, holdsStores }: { dataDir: string; holdsStores: boolean },
): string | null {
  const needed = holdsStores ? NEEDED_MB.embedded : NEEDED_MB.uploads;
  const mb = (bytes: number) => Math.floor(bytes / MB);
  if (totalBytes < needed * MB) {
    return `The disk of DATA_DIR (${dataDir}) holds ${mb(totalBytes)} MB, Fieldwork needs ${needed} MB free to start. Set DATA_DIR to a directory on a larger disk.`;
  }
  if (freeBytes < needed * MB) {
    return `The disk of DATA_DIR (${dataDir}) has ${mb(freeBytes)} MB free, Fieldwork needs ${needed} MB to start. Free some space, or set DATA_DIR to a directory on another disk.`;
  }
  // Some file systems have no such limit and say 0 of 0.
  if (totalFiles > 0 && freeFiles < 1000) {
    return `The disk of DATA_DIR (${dataDir}) has room for ${freeFiles} more files (inodes), Fieldwork needs 1,000. Remove files, or set DATA_DIR to a directory on another disk.`;
  }
  return null;
}

/** Fails now with that sentence, rather than as a database that cannot write half its files. */
export function requireFreeSpace(dataDir: string, holdsStores: boolean): void {
  const { bavail, bsize, blocks, ffree, files } = statfsSync(dataDir);
  const space = { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: ffree, totalFiles: files };
  const problem = spaceProblem(space, { dataDir, holdsStores });
  if (problem) throw new StartError(problem);
}
