import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Scan } from "@/lib/answers/files/scan";
import { env } from "@/lib/env";
import { CHUNK_BYTES } from "@/lib/stores/postgres/answer-files";
import { db } from "@/lib/stores/postgres/client";
import { answerFileChunks, answerFiles } from "@/lib/stores/postgres/schema/answers";
import { withOwnDatabase } from "@/lib/test-database";
import { findSentFile, forgetOldFiles, keepFile, scansOf, workingCopy } from "./sent-files";
import { SENT_LIMITS } from "./sent-limits";

withOwnDatabase();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-sent-"));
beforeEach(() => {
  env.DATA_DIR = join(folder, crypto.randomUUID());
});
beforeAll(() => () => rmSync(folder, { recursive: true, force: true }));
afterEach(() => db().delete(answerFiles));

const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;
const sending = { person: "p", account: "a", projectId: "1", name: "a.csv", mostBytes: 4 * GIGABYTE, declaredBytes: 0 };
async function* megabytes(count: number) {
  for (let sent = 0; sent < count; sent += 1) yield Buffer.alloc(MEGABYTE, sent);
}
const onDisk = () => readdirSync(join(env.DATA_DIR, "imports"));
const inDatabase = () => db().$count(answerFileChunks);
/** Another machine has the database and none of this one's files. */
const onAnotherMachine = () => {
  env.DATA_DIR = join(folder, crypto.randomUUID());
};

test("a file that one instance received is there on every other, byte for byte", async () => {
  const parts = [1, MEGABYTE - 1, 2 * MEGABYTE + 7, 65_536].map((size, at) => Buffer.alloc(size, `${at}ab`));
  async function* bytes() {
    yield* parts;
  }
  const file = await keepFile(bytes(), sending);
  const sum = (content: Buffer) => createHash("sha256").update(content).digest("hex");
  const sent = sum(Buffer.concat(parts));
  expect(sum(readFileSync((await workingCopy(file.id)).path)), "the copy made on the way").toBe(sent);
  onAnotherMachine();
  expect(await findSentFile("p", file.id)).toEqual(file);
  await expect(findSentFile("q", file.id)).rejects.toMatchObject({ code: "not_found" });
  const [copy] = await Promise.all([workingCopy(file.id), workingCopy(file.id)]);
  expect(copy.bytes).toBe(file.bytes);
  expect(sum(readFileSync(copy.path))).toBe(sent);
  expect(onDisk(), "no parts").toEqual([`${file.id}.file`]);
  const sizes = await db()
    .select({ n: sql<number>`length(${answerFileChunks.content})` })
    .from(answerFileChunks);
  expect(Math.max(...sizes.map(({ n }) => n))).toBe(CHUNK_BYTES);
});

test("a copy that broke off or was cut is made again, and one whose file is gone is refused", async () => {
  const file = await keepFile(megabytes(2), sending);
  const { path } = await workingCopy(file.id);
  writeFileSync(path, "cut");
  writeFileSync(`${path}.broken.part`, "x");
  expect(readFileSync((await workingCopy(file.id)).path)).toHaveLength(2 * MEGABYTE);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const name of onDisk()) utimesSync(join(env.DATA_DIR, "imports", name), yesterday, yesterday);
  await forgetOldFiles();
  expect(onDisk()).toEqual([]);
  expect(readFileSync((await workingCopy(file.id)).path), "the file itself stays").toHaveLength(2 * MEGABYTE);
  await db().update(answerFiles).set({ createdAt: sql`now() - interval '8 days'` });
  await forgetOldFiles();
  expect(await inDatabase()).toBe(0);
  await expect(workingCopy(file.id)).rejects.toThrow("This file is no longer kept. Send it again.");
});

test("an upload whose process was killed is found by nobody, holds no place and is removed", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* stuck() {
    yield Buffer.alloc(2 * MEGABYTE);
    await held;
  }
  const sent = keepFile(stuck(), sending).catch((error: unknown) => error);
  await expect.poll(inDatabase).toBe(2);
  const [row] = await db().select().from(answerFiles);
  const id = row?.id ?? "";
  await expect(findSentFile("p", id)).rejects.toMatchObject({ code: "not_found" });
  await forgetOldFiles();
  expect(await inDatabase(), "it may still go on").toBe(2);
  await db().update(answerFiles).set({ seenAt: sql`now() - interval '2 minutes'` }).where(eq(answerFiles.id, id));
  await forgetOldFiles();
  expect(await inDatabase()).toBe(0);
  release();
  expect(await sent, "a process that was only held up cannot end it").toBeInstanceOf(Error);
  expect(await db().$count(answerFiles)).toBe(0);
});

test("a file is taken only where the disk keeps a gigabyte free for everything else", async () => {
  const noRoom = { status: 507, message: expect.stringMatching(/no room for this file. Ask who runs it/) };
  const declared = { ...sending, declaredBytes: 2 * GIGABYTE };
  let read = false;
  async function* unread() {
    read = true;
    yield* megabytes(1);
  }
  await expect(keepFile(unread(), declared, async () => 2.9 * GIGABYTE)).rejects.toMatchObject(noRoom);
  expect(read).toBe(false);
  let left = 1.1 * GIGABYTE;
  const filling = async () => {
    left -= 0.06 * GIGABYTE;
    return left;
  };
  async function* large() {
    yield* megabytes(1);
    yield Buffer.alloc(64 * MEGABYTE);
  }
  await expect(keepFile(large(), sending, filling), "others send meanwhile").rejects.toMatchObject(noRoom);
  async function* toTheLast() {
    yield Buffer.alloc(MEGABYTE);
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  }
  const isFull = { status: 507, message: "The disk of this installation is full. Ask who runs it." };
  await expect(keepFile(toTheLast(), sending, async () => 9 * GIGABYTE)).rejects.toMatchObject(isFull);
  expect([onDisk(), await inDatabase()], "nothing stays of what was refused").toEqual([[], 0]);
  const file = await keepFile(megabytes(1), sending, async () => 1.1 * GIGABYTE);
  expect(file.bytes).toBe(MEGABYTE);
});

describe("files that were sent are kept only up to a limit", () => {
  const room = async () => 900 * GIGABYTE;
  type Kept = { person: string; account: string; bytes: number };
  /** Files that another instance received, of which only the sizes are true. */
  const alreadyKept = (count: number, file: (at: number) => Kept) =>
    db()
      .insert(answerFiles)
      .values(
        Array.from({ length: count }, (_, at) => {
          const id = crypto.randomUUID();
          const { person: personId, account, bytes } = file(at);
          const kind = "upload" as const;
          return {
            id,
            key: id,
            kind,
            personId,
            account,
            bytes,
            projectId: "1",
            name: "a.csv",
            state: "whole" as const,
          };
        }),
      );
  const send = (person: string, account: string, declaredBytes = 0) =>
    keepFile(megabytes(1), { ...sending, person, account, declaredBytes }, room);
  const refusal = (whose: string) => ({
    status: 413,
    message: expect.stringMatching(new RegExp(`sent by ${whose} are kept, each for a week\\. Room is free again in 7`)),
  });

  test("of files and of bytes for a person, and others go on sending", async () => {
    await alreadyKept(SENT_LIMITS.person.files, () => ({ person: "many", account: "a", bytes: 1 }));
    await alreadyKept(1, () => ({ person: "large", account: "a", bytes: SENT_LIMITS.person.bytes - MEGABYTE }));
    await expect(send("many", "b")).rejects.toMatchObject(refusal("one person"));
    await expect(send("large", "b", 2 * MEGABYTE)).rejects.toMatchObject(refusal("one person"));
    await send("large", "b", MEGABYTE);
    await expect(send("large", "b"), "declared by nobody").rejects.toMatchObject(refusal("one person"));
    await send("other", "a");
  });

  test("of files and of bytes for an account, whoever sends them", async () => {
    await alreadyKept(SENT_LIMITS.account.files, (at) => ({ person: `person ${at}`, account: "many", bytes: 1 }));
    const quarter = SENT_LIMITS.account.bytes / 4;
    await alreadyKept(4, (at) => ({ person: `sender ${at}`, account: "large", bytes: quarter }));
    await expect(send("p", "many")).rejects.toMatchObject(refusal("one account"));
    await expect(send("p", "large")).rejects.toMatchObject(refusal("one account"));
    await send("p", "other");
  });

  test("for many that are sent at once too, and what is refused leaves nothing", async () => {
    const left = 3;
    await alreadyKept(SENT_LIMITS.person.files - left, () => ({ person: "p", account: "a", bytes: 1 }));
    const before = await db().$count(answerFiles);
    const sent = await Promise.allSettled(Array.from({ length: left + 5 }, () => send("p", "a")));
    const taken = sent.filter(({ status }) => status === "fulfilled").length;
    expect(taken).toBe(left);
    expect(await db().$count(answerFiles)).toBe(before + taken);
    expect(onDisk()).toHaveLength(taken);
  });
});

const scan: Scan = { encoding: "mixed", notices: ["é \0"], lines: 2, members: [{ name: "a", isList: true }] };

test("what was found out about a file is found again by whoever opens it, and of no other file", async () => {
  const [{ id }, { id: other }] = [await keepFile(megabytes(1), sending), await keepFile(megabytes(1), sending)];
  expect(await scansOf(id).find()).toBeNull();
  await Promise.all([scansOf(id).keep(scan), scansOf(id).keep(scan)]);
  expect(await scansOf(id).find()).toEqual(scan);
  expect(await scansOf(other).find()).toBeNull();
});

test("what was found out about a file and cannot be read is as good as none", async () => {
  const { id } = await keepFile(megabytes(1), sending);
  for (const text of ["", '{"encoding":"mixed"', '{"encoding":"morse","notices":[],"lines":0,"members":[]}']) {
    await db().update(answerFiles).set({ scan: text });
    expect(await scansOf(id).find()).toBeNull();
  }
});
