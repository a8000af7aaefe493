import "server-only";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { type Scan, type ScanStore, scanSchema } from "@/lib/answers/files/scan";
import type { SentFile } from "@/lib/contracts/ours/imports";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import * as store from "@/lib/stores/postgres/answer-files";
import { db } from "@/lib/stores/postgres/client";
import { refuseBeyondLimits } from "./sent-limits";
import {
  copyPath,
  freeBytes,
  isWhole,
  makeFolder,
  orFull,
  refuseUploadWithoutSpace,
  refuseWithoutSpace,
  removeOldCopies,
} from "./working-folder";

/**
 * Files that people sent. They stand in PostgreSQL, where every instance finds them; readers go back and forth in a
 * file, so that whoever works with one has a copy on disk, which can be made again at any time.
 */

const GIGABYTE = 1024 ** 3;
/** Others send meanwhile: what is free is looked at again after so much. */
const LOOK_EACH_BYTES = 64 * 1024 ** 2;

type Sending = {
  person: string;
  /** Of the project, under its connection. */
  account: string;
  projectId: string;
  name: string;
  mostBytes: number;
  /** As its sender declares it; 0 where they do not. */
  declaredBytes: number;
};

/**
 * Keeps bytes as they come, so that a file of any size needs no memory. What was cut short is removed. An AppError
 * where a disk has no room for it, or the person or account has sent too much.
 */
export async function keepFile(
  bytes: AsyncIterable<Uint8Array> | null,
  sending: Sending,
  free = freeBytes,
): Promise<SentFile> {
  await makeFolder();
  await removeOldCopies();
  const { person, account, projectId, name, declaredBytes } = sending;
  await refuseUploadWithoutSpace(free, declaredBytes);
  const id = crypto.randomUUID();
  const file = { id, kind: "upload" as const, key: id, personId: person, account, projectId, name };
  await db().transaction(async (transaction) => {
    await store.lockUploads(transaction, sending);
    await store.beginAnswerFile(transaction, { ...file, bytes: declaredBytes });
    await refuseBeyondLimits(transaction, id, sending);
  });
  try {
    const size = await receive(bytes, { ...sending, id }, free);
    await db().transaction(async (transaction) => {
      await store.lockUploads(transaction, sending);
      await store.finishAnswerFile(transaction, id, size);
      await refuseBeyondLimits(transaction, id, sending);
    });
    return { id, name, bytes: size, project_id: projectId };
  } catch (error) {
    await Promise.all([store.removeAnswerFile(db(), id), rm(copyPath(id), { force: true })]);
    throw orFull(error);
  }
}

/** Writes chunks into the database and the copy on this disk, and gives how many bytes they are. */
async function receive(
  bytes: AsyncIterable<Uint8Array> | null,
  sending: Sending & { id: string },
  free: typeof freeBytes,
): Promise<number> {
  const { id, mostBytes, declaredBytes } = sending;
  let size = 0;
  let looked = 0;
  const show = () => store.showWriting(db(), id, Math.max(size, declaredBytes));
  const showing = setInterval(() => void show().catch(cannotShow), store.SHOW_EVERY_MS);
  async function* judged(): AsyncGenerator<Uint8Array> {
    for await (const part of bytes ?? []) {
      size += part.byteLength;
      if (size > mostBytes) {
        const most = `${Math.round(mostBytes / GIGABYTE)} GB`;
        throw new AppError("invalid", `The file is larger than ${most}. Send it in parts.`, { status: 413 });
      }
      if (size - looked >= LOOK_EACH_BYTES) {
        looked = size;
        await show();
        await refuseBeyondLimits(db(), id, sending);
        await refuseUploadWithoutSpace(free, 0);
      }
      yield part;
    }
  }
  try {
    await writeCopy(id, async (copy) => {
      let place = 0;
      for await (const chunk of chunksOf(judged())) {
        await Promise.all([store.writeChunk(db(), id, place, chunk), copy.appendFile(chunk)]);
        place += 1;
      }
    });
  } finally {
    clearInterval(showing);
  }
  if (size === 0) throw new AppError("invalid", "The file is empty.");
  return size;
}

const cannotShow = (error: unknown) => logger.warn({ err: error }, "an upload could not show that it goes on");

/** Bytes that come in parts of any length, as chunks of one. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.byteLength;
    if (length < store.CHUNK_BYTES) continue;
    const whole = Buffer.concat(parts);
    const rest = whole.length - (whole.length % store.CHUNK_BYTES);
    for (let at = 0; at < rest; at += store.CHUNK_BYTES) yield whole.subarray(at, at + store.CHUNK_BYTES);
    parts = [whole.subarray(rest)];
    length = whole.length - rest;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** Makes the copy of a file; others see it when it is whole. */
async function writeCopy(id: string, write: (copy: FileHandle) => Promise<void>): Promise<void> {
  const part = `${copyPath(id)}.${crypto.randomUUID()}.part`;
  try {
    const copy = await open(part, "wx", 0o600);
    await write(copy)
      // A power cut must not leave a copy of the right size that is empty.
      .then(() => copy.datasync())
      .finally(() => copy.close());
    await rename(part, copyPath(id));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

const gone = (code: "not_found" | "invalid") => new AppError(code, "This file is no longer kept. Send it again.");

/** A file that this person sent, if it is still kept. */
export async function findSentFile(person: string, id: string): Promise<SentFile> {
  const found = await store.findAnswerFile(db(), "upload", id);
  if (!found || found.personId !== person) throw gone("not_found");
  return { id, name: found.name, bytes: found.bytes, project_id: found.projectId ?? "" };
}

/** The path of a file's copy on this machine, which is made where there is none, and its size. */
export async function workingCopy(id: string): Promise<{ path: string; bytes: number }> {
  const found = await store.findAnswerFile(db(), "upload", id);
  if (!found) throw gone("invalid");
  const { bytes } = found;
  const path = copyPath(id);
  if (await isWhole(path, bytes)) return { path, bytes };
  await makeFolder();
  await removeOldCopies();
  await refuseWithoutSpace(freeBytes, bytes);
  try {
    await writeCopy(id, async (copy) => {
      let size = 0;
      for await (const chunk of store.readChunks(db(), id)) {
        await copy.appendFile(chunk);
        size += chunk.length;
      }
      if (size !== bytes) throw gone("invalid");
    });
  } catch (error) {
    throw orFull(error);
  }
  return { path, bytes };
}

/**
 * What the first look at a sent file found out by reading all of it, where every process finds it: a file that was sent
 * never changes. One that cannot be read or written is as good as none.
 */
export function scansOf(id: string): ScanStore {
  return {
    async find() {
      const found = await store.findScan(db(), id);
      return found === null ? null : scanIn(found);
    },
    async keep(scan) {
      await store.keepScan(db(), id, JSON.stringify(scan)).catch((error: unknown) => {
        logger.warn({ err: error }, "what was found out about a file was not kept");
      });
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

/** Removes what was sent and written longer ago than a week, and copies that nobody works with. */
export async function forgetOldFiles(): Promise<void> {
  await store.forgetOldAnswerFiles(db());
  await removeOldCopies();
}
