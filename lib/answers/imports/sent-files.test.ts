import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Scan } from "@/lib/answers/files/scan";
import { env } from "@/lib/env";
import { keepFile, makeFolder, scansOf, sentPath } from "./sent-files";
import { SENT_LIMITS } from "./sent-limits";

const folder = mkdtempSync(join(tmpdir(), "fieldwork-sent-"));
beforeAll(async () => {
  env.DATA_DIR = folder;
  await makeFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GIGABYTE = 1024 ** 3;
const MEGABYTE = 1024 ** 2;
const sending = { person: "p", account: "a", projectId: "1", name: "a.csv", mostBytes: 4 * GIGABYTE, declaredBytes: 0 };
async function* megabytes(count: number) {
  for (let sent = 0; sent < count; sent += 1) yield Buffer.alloc(MEGABYTE, 1);
}
const kept = () => readdirSync(join(folder, "imports"));

test("a file is taken only where the disk keeps a gigabyte free for everything else", async () => {
  const before = kept();
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
  await expect(keepFile(megabytes(200), sending, filling), "others send meanwhile").rejects.toMatchObject(noRoom);
  async function* toTheLast() {
    yield Buffer.alloc(MEGABYTE);
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  }
  const isFull = { status: 507, message: "The disk of this installation is full. Ask who runs it." };
  await expect(keepFile(toTheLast(), sending, async () => 9 * GIGABYTE)).rejects.toMatchObject(isFull);
  expect(kept(), "nothing stays of what was refused").toEqual(before);
  const file = await keepFile(megabytes(1), sending, async () => 1.1 * GIGABYTE);
  expect(file.bytes).toBe(MEGABYTE);
  for (const name of kept().filter((each) => each.startsWith(file.id))) rmSync(join(folder, "imports", name));
});

describe("files that were sent are kept only up to a limit", () => {
  const room = async () => 900 * GIGABYTE;
  const written: string[] = [];
  /** A file that another process received, of which only the size is true. */
  function alreadyKept(file: { person: string; account: string; bytes: number }) {
    const id = crypto.randomUUID();
    const path = join(folder, "imports", `${id}.json`);
    writeFileSync(path, JSON.stringify({ id, name: "a.csv", project_id: "1", ...file }));
    written.push(path);
  }
  const send = async (person: string, account: string, declaredBytes = 0) => {
    const file = await keepFile(megabytes(1), { ...sending, person, account, declaredBytes }, room);
    written.push(sentPath(file.id), sentPath(file.id).replace(".file", ".json"));
  };
  afterEach(() => {
    for (const path of written.splice(0)) rmSync(path, { force: true });
  });
  const refusal = (whose: string) => ({
    status: 413,
    message: expect.stringMatching(new RegExp(`sent by ${whose} are kept, each for a week\\. Room is free again in 7`)),
  });

  test("of files and of bytes for a person, and others go on sending", async () => {
    for (let at = 0; at < SENT_LIMITS.person.files; at += 1) alreadyKept({ person: "many", account: "a", bytes: 1 });
    alreadyKept({ person: "large", account: "a", bytes: SENT_LIMITS.person.bytes - MEGABYTE });
    await expect(send("many", "b")).rejects.toMatchObject(refusal("one person"));
    await expect(send("large", "b", 2 * MEGABYTE)).rejects.toMatchObject(refusal("one person"));
    await send("large", "b", MEGABYTE);
    await expect(send("large", "b"), "declared by nobody").rejects.toMatchObject(refusal("one person"));
    await send("other", "a");
  });

  test("of files and of bytes for an account, whoever sends them", async () => {
    for (let at = 0; at < SENT_LIMITS.account.files; at += 1)
      alreadyKept({ person: `person ${at}`, account: "many", bytes: 1 });
    for (let at = 0; at < 4; at += 1)
      alreadyKept({ person: `sender ${at}`, account: "large", bytes: SENT_LIMITS.account.bytes / 4 });
    await expect(send("p", "many")).rejects.toMatchObject(refusal("one account"));
    await expect(send("p", "large")).rejects.toMatchObject(refusal("one account"));
    await send("p", "other");
  });

  test("for many that are sent at once too, and what is refused leaves nothing", async () => {
    const left = 3;
    for (let at = left; at < SENT_LIMITS.person.files; at += 1) alreadyKept({ person: "p", account: "a", bytes: 1 });
    const before = kept().length;
    const sent = await Promise.allSettled(Array.from({ length: left + 5 }, () => send("p", "a")));
    const taken = sent.filter(({ status }) => status === "fulfilled").length;
    expect(taken).toBe(left);
    expect(kept()).toHaveLength(before + 2 * taken);
  });
});

const scan: Scan = { encoding: "mixed", notices: ["é"], lines: 2, members: [{ name: "a", isList: true }] };

test("what was found out about a file is found again by whoever opens it, and of no other file", async () => {
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  expect(await scansOf(id).find()).toBeNull();
  await Promise.all([scansOf(id).keep(scan), scansOf(id).keep(scan)]);
  expect(await scansOf(id).find()).toEqual(scan);
  expect(await scansOf(other).find()).toBeNull();
  expect(readdirSync(join(folder, "imports"))).toEqual([`${id}.scan.json`]);
});

test("what was found out about a file and cannot be read is as good as none", async () => {
  const id = crypto.randomUUID();
  for (const text of ["", '{"encoding":"mixed"', '{"encoding":"morse","notices":[],"lines":0,"members":[]}']) {
    writeFileSync(sentPath(id).replace(".file", ".scan.json"), text);
    expect(await scansOf(id).find()).toBeNull();
  }
});
