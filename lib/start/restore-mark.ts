import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "@/lib/start/say";

/** In a DATA_DIR whose restore is under way, or was cut short. */
const markIn = (dataDir: string) => join(dataDir, "restore-unfinished");

export const markRestore = (dataDir: string): void => writeFileSync(markIn(dataDir), "");
export const endRestore = (dataDir: string): void => rmSync(markIn(dataDir));

/** Fails in a sentence where a DATA_DIR holds a part of a backup: nobody must take it for an installation. */
export function requireNoHalfRestore(dataDir: string): void {
  if (!existsSync(markIn(dataDir))) return;
  throw new StartError(`A restore into ${dataDir} was cut short. Remove what is in it, then restore again.`);
}
