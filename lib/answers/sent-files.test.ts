import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import type { Scan } from "./files/scan";
import { makeFolder, scansOf, sentPath } from "./sent-files";

const folder = mkdtempSync(join(tmpdir(), "fieldwork-sent-"));
beforeAll(async () => {
  env.DATA_DIR = folder;
  await makeFolder();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
