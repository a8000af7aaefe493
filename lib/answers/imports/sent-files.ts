import "server-only";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { type Scan, type ScanStore, scanSchema } from "@/lib/answers/files/scan";
import type { SentFile } from "@/lib/contracts/ours/imports";
import { env } from "@/lib/env";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { type HeldFile, withinSentLimits } from "./sent-limits";

/** Files that people sent, under DATA_DIR, each with what is known of it beside it. */
const folder = () => join(resolve(env.DATA_DIR), "imports");

const ownedFile = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  project_id: z.string(),
  /** Who sent it: nobody else finds it. */
  person: z.string(),
  /** Whose project it is for; files sent by an earlier version name none. */
  account: z.string().default(""),
});
type OwnedFile = z.output<typeof ownedFile>;

export const sentPath = (id: string): string => join(folder(), `${id}.file`);
const aboutPath = (id: string) => join(folder(), `${id}.json`);
/** The rows and cells that an import refused and reported, by the id of what it was work for. */
export const problemPath = (id: string): string => join(folder(), `${id}.problems.csv`);

/** A project's sessions while they are imported. */
export const sessionsPath = (id: string): string => join(folder(), `${id}.sessions`);

const ownerPath = (id: string) => join(folder(), `${id}.owner.json`);

const ownedList = z.object({ person: z.string(), name: z.string() });

/** Says whose list of refused rows this is, and what it is called. */
export async function ownList(id: string, list: z.output<typeof ownedList>): Promise<void> {
  await makeFolder();
  await writeFile(ownerPath(id), JSON.stringify(list), { mode: 0o600 });
}

/** The list of a dry run of this person's, if it is still kept. */
export async function findOwnList(person: string, id: string): Promise<{ name: string; path: string }> {
  const found = await readFile(ownerPath(id), "utf8").catch(() => null);
  const list = found === null ? null : ownedList.safeParse(JSON.parse(found));
  if (!list?.success || list.data.person !== person || !existsSync(problemPath(id))) {
    throw new AppError("not_found", "This list is no longer kept. Make the dry run again.");
  }
  return { name: list.data.name, path: problemPath(id) };
}

export const makeFolder = () => mkdir(folder(), { recursive: true, mode: 0o700 });

const GIGABYTE = 1024 ** 3;
/** What files leave free on the disk: databases beside them must go on writing. */
const RESERVE_BYTES = GIGABYTE;
/** Others send meanwhile: what is free is looked at again after so much. */
const LOOK_EACH_BYTES = 64 * 1024 ** 2;

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(folder());
  return bavail * bsize;
}

const KEPT_MS = 7 * 24 * 3_600_000;

const full = (sentence: string, cause?: unknown) =>
  new AppError("unavailable", `${sentence} Ask who runs it.`, { status: 507, cause });

async function refuseWithoutRoom(free: typeof freeBytes, bytes: number): Promise<void> {
  if ((await free()) - bytes < RESERVE_BYTES) throw full("The disk of this installation has no room for this file.");
}

const isFull = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOSPC";

type Sending = {
  person: string;
  /** Of the project, under its connection. */
  account: string;
  projectId: string;
  name: string;
  mostBytes: number;
  /** As its sender declares it; 0 where he does not. */
  declaredBytes: number;
};

/**
 * Writes bytes as they come, so that a file of any size needs no memory. What was cut short is removed. An AppError
 * where the disk has no room for it, or the person or account has sent too much.
 */
export async function keepFile(
  bytes: AsyncIterable<Uint8Array> | null,
  sending: Sending,
  free = freeBytes,
): Promise<SentFile> {
  await makeFolder();
  await refuseWithoutRoom(free, sending.declaredBytes);
  const { person, account, declaredBytes } = sending;
  const held: HeldFile = { id: crypto.randomUUID(), person, account, bytes: declaredBytes, sentAt: Date.now() };
  return withinSentLimits(held, { kept: keptFiles, keptMs: KEPT_MS }, (check) => {
    const judge = async (size: number) => {
      held.bytes = Math.max(size, declaredBytes);
      await Promise.all([check(), refuseWithoutRoom(free, 0)]);
    };
    return receive(bytes, { ...sending, id: held.id }, judge);
  });
}

async function receive(
  bytes: AsyncIterable<Uint8Array> | null,
  { id, person, account, projectId, name, mostBytes }: Sending & { id: string },
  judge: Judge,
): Promise<SentFile> {
  const path = sentPath(id);
  try {
    const size = await write(bytes, `${path}.part`, { mostBytes, judge });
    if (size === 0) throw new AppError("invalid", "The file is empty.");
    await judge(size);
    const file: SentFile = { id, name, bytes: size, project_id: projectId };
    await writeFile(aboutPath(id), JSON.stringify({ ...file, person, account } satisfies OwnedFile), { mode: 0o600 });
    await rename(`${path}.part`, path);
    return file;
  } catch (error) {
    await rm(`${path}.part`, { force: true });
    await rm(aboutPath(id), { force: true });
    throw isFull(error) ? full("The disk of this installation is full.", error) : error;
  }
}

const ABOUT = /^[0-9a-f-]{36}\.json$/;

/** Every file that is kept, with who sent it, whichever process received it. */
async function keptFiles(): Promise<HeldFile[]> {
  const names = (await readdir(folder())).filter((name) => ABOUT.test(name));
  const files: HeldFile[] = [];
  for (const path of names.map((name) => join(folder(), name))) {
    const [text, found] = await Promise.all([readFile(path, "utf8"), stat(path)]).catch(() => [null, null]);
    const about = text === null ? null : ownedFile.safeParse(JSON.parse(text)).data;
    if (about && found) files.push({ ...about, sentAt: found.mtimeMs });
  }
  return files;
}

/** Is told how much has come, and throws when no more may. */
type Judge = (size: number) => Promise<void>;

async function write(
  bytes: AsyncIterable<Uint8Array> | null,
  path: string,
  { mostBytes, judge }: { mostBytes: number; judge: Judge },
) {
  if (!bytes) return 0;
  let size = 0;
  let looked = 0;
  async function judgeNow(): Promise<void> {
    if (size > mostBytes) {
      const most = `${Math.round(mostBytes / GIGABYTE)} GB`;
      throw new AppError("invalid", `The file is larger than ${most}. Send it in parts.`, { status: 413 });
    }
    if (size - looked < LOOK_EACH_BYTES) return;
    looked = size;
    await judge(size);
  }
  const counted = new Transform({
    transform(chunk: Uint8Array, _, done) {
      size += chunk.byteLength;
      judgeNow().then(() => done(null, chunk), done);
    },
  });
  await pipeline(Readable.from(bytes, { objectMode: false }), counted, createWriteStream(path, { mode: 0o600 }));
  return size;
}

/** A file that this person sent, if it is still kept. */
export async function findSentFile(person: string, id: string): Promise<SentFile> {
  const found = await readFile(aboutPath(id), "utf8").catch(() => null);
  const about = found === null ? null : ownedFile.safeParse(JSON.parse(found));
  if (!about?.success || about.data.person !== person) {
    throw new AppError("not_found", "This file is no longer kept. Send it again.");
  }
  const { person: _, ...file } = about.data;
  return file;
}

const scanPath = (id: string) => join(folder(), `${id}.scan.json`);

/**
 * What the first look at a sent file found out by reading all of it, beside the file, where every process finds it: a
 * file that was sent never changes. One that cannot be read or written is as good as none.
 */
export function scansOf(id: string): ScanStore {
  return {
    async find() {
      const found = await readFile(scanPath(id), "utf8").catch(() => null);
      return found === null ? null : scanIn(found);
    },
    async keep(scan) {
      const part = `${scanPath(id)}.${crypto.randomUUID()}.part`;
      try {
        await writeFile(part, JSON.stringify(scan), { mode: 0o600 });
        await rename(part, scanPath(id));
      } catch (error) {
        logger.warn({ err: error }, "what was found out about a file was not kept");
        await rm(part, { force: true });
      }
    },
  };
}

function scanIn(text: string): Scan | null {
  try {
    return scanSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Removes what was sent and written longer ago than a week. */
export async function forgetOldFiles(now = Date.now()): Promise<void> {
  const names = await readdir(folder()).catch(() => []);
  for (const name of names) {
    const path = join(folder(), name);
    const found = await stat(path).catch(() => null);
    if (found && now - found.mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}
