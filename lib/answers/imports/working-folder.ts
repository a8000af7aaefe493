import "server-only";
import { mkdir, readdir, rm, stat, statfs, utimes } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env, isDatabaseHere } from "@/lib/env";
import { AppError } from "@/lib/http/problem";

/**
 * Files under DATA_DIR that this machine works with. None of them is the only one: uploads stand in the database, and
 * what is lost is made again.
 */
const folder = () => join(resolve(env.DATA_DIR), "imports");

export const makeFolder = () => mkdir(folder(), { recursive: true, mode: 0o700 });

export const copyPath = (id: string): string => join(folder(), `${id}.file`);
/** The refused rows of an import on the command line. */
export const problemPath = (id: string): string => join(folder(), `${id}.problems.csv`);
/** A project's sessions while they are imported. */
export const sessionsPath = (id: string): string => join(folder(), `${id}.sessions`);

const GIGABYTE = 1024 ** 3;
/** What files leave free on the disk: databases beside them must go on writing. */
const RESERVE_BYTES = GIGABYTE;

export async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(folder());
  return bavail * bsize;
}

/** A database on this machine keeps an upload on the same disk, beside the copy that is worked with. */
const timesOnDisk = () => (isDatabaseHere() ? 2 : 1);

export async function refuseWithoutSpace(free: typeof freeBytes, bytes: number): Promise<void> {
  if ((await free()) - bytes < RESERVE_BYTES) throw full("The disk of this installation has no room for this file.");
}

export const refuseUploadWithoutSpace = (free: typeof freeBytes, bytes: number) =>
  refuseWithoutSpace(free, bytes * timesOnDisk());

const full = (sentence: string, cause?: unknown) =>
  new AppError("unavailable", `${sentence} Ask who runs it.`, { status: 507, cause });

const DISK_FULL = new Set(["ENOSPC", "53100"]);

/** Of this disk or of the database's: in words for who sent the file. */
export function orFull(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && DISK_FULL.has(String(at.code))) return full("The disk of this installation is full.", error);
  }
  return error;
}

/** Whether a file is here as large as it has to be; it is then kept for longer. */
export async function isWhole(path: string, bytes: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found?.size !== bytes) return false;
  const now = new Date();
  await utimes(path, now, now).catch(() => {});
  return true;
}

const KEPT_MS = 24 * 3_600_000;
const LIST_KEPT_MS = 7 * KEPT_MS;

/** Removes what nobody has worked with for a day; lists of the command line stay for a week. */
export async function removeOldCopies(now = Date.now()): Promise<void> {
  for (const name of await readdir(folder()).catch(() => [])) {
    const path = join(folder(), name);
    const found = await stat(path).catch(() => null);
    const keptMs = name.endsWith(".problems.csv") ? LIST_KEPT_MS : KEPT_MS;
    if (found && now - found.mtimeMs > keptMs) await rm(path, { force: true });
  }
}
