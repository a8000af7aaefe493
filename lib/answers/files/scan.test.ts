import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { zipOf } from "@/lib/test-answer-files";
import { openAnswerFile } from "./open-answer-file";
import type { Scan, ScanStore } from "./scan";

const folder = mkdtempSync(join(tmpdir(), "fieldwork-scans-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, bytes: string | Uint8Array): string {
  const path = join(folder, `${crypto.randomUUID()}-${name}`);
  writeFileSync(path, bytes);
  return path;
}

function store(): ScanStore & { kept: Scan[] } {
  const kept: Scan[] = [];
  return { kept, find: async () => kept[0] ?? null, keep: async (scan) => void kept.push(scan) };
}

const tableOf = (rows: number) => `name,value\n${"é,1\n".repeat(rows)}`;
const objectsOf = (rows: number) => `${'{"name":"é","value":1}\n'.repeat(rows)}{"last":["a"]}\n`;
const [TABLE, OBJECTS] = [tableOf(400_000), objectsOf(100_000)];

test.each([
  ["a.csv", tableOf(300_000), "x,\0\n"],
  ["a.jsonl", objectsOf(10_000), '{"more":1}\n'],
])("%s is read to its end once, and after that opened as it was found", async (name, text, unseen) => {
  const path = written(name, text);
  const scans = store();
  const first = await openAnswerFile(path, { name, scans });
  // A file that was sent never changes; here it shows whether the end was looked at again.
  appendFileSync(path, unseen);
  const again = await openAnswerFile(path, { name, scans });
  const known = (file: typeof first) => ({ ...file, rows: null, close: null });
  expect(known(again)).toEqual(known(first));
  expect(scans.kept).toHaveLength(1);
  const alone = openAnswerFile(path, { name }).then(known);
  if (name === "a.csv") await expect(alone).rejects.toThrow(/zero byte/);
  else expect((await alone).columns).toHaveLength(4);
});

const sharedTexts = { name: "xl/sharedStrings.xml", content: `<sst>${"<si><t>a</t></si>".repeat(400_000)}</sst>` };

test.each<[string, string | Uint8Array]>([
  ["a.csv", TABLE],
  ["a.jsonl", OBJECTS],
  ["a.xlsx", zipOf([{ name: "xl/workbook.xml", content: "<workbook/>" }, sharedTexts])],
])("%s is read no further when nobody waits for it any more, and nothing is kept of it", async (name, bytes) => {
  const stop = new AbortController();
  const scans = store();
  const opened = openAnswerFile(written(name, bytes), { name, scans, signal: stop.signal });
  const reason = new Error("He has left.");
  for (let turns = 0; turns < 3; turns += 1) await turn();
  stop.abort(reason);
  await expect(opened).rejects.toBe(reason);
  expect(scans.kept).toEqual([]);
});

test("no more rows are read when nobody waits for them any more", async () => {
  const stop = new AbortController();
  const file = await openAnswerFile(written("a.csv", TABLE), { name: "a.csv", signal: stop.signal });
  const reason = new Error("He has left.");
  let rows = 0;
  const read = async () => {
    for await (const batch of file.rows()) {
      rows += batch.length;
      stop.abort(reason);
    }
  };
  await expect(read()).rejects.toBe(reason);
  expect(rows).toBeLessThan(20_000);
});
