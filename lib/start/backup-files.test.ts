import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  answersFile,
  beginBackup,
  chooseBackup,
  finishBackup,
  type Manifest,
  openCompressed,
  readManifest,
  removeUnnamedAnswers,
  requireWhole,
  tableFile,
  writeCompressed,
} from "./backup-files";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fieldwork-backups-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ANSWERS = `answers_${"0".repeat(32)}`;

/** A whole backup with one table and one table of answers. */
async function makeBackup(at: string): Promise<{ backup: string; manifest: Manifest }> {
  const begun = beginBackup(folder, new Date(at));
  const file = await writeCompressed(tableFile(begun, "accounts"), Readable.from(["1\tone\n"]));
  const answers = await writeCompressed(answersFile(folder, ANSWERS), Readable.from(["native"]));
  const manifest: Manifest = {
    ...{ format: 1, madeAt: at, migration: "m", sequences: { s: "7" }, hasSecrets: false },
    tables: [{ name: "accounts", columns: ["id", "name"], rows: 1, checksum: "1", file }],
    answers: { [ANSWERS]: { rows: 1, checksum: "2", definition: "CREATE TABLE x", file: answers } },
  };
  return { backup: finishBackup(begun, manifest), manifest };
}

test("a whole backup is found, read as it was written and checked", async () => {
  const { backup, manifest } = await makeBackup("2026-01-02T03:04:05.678Z");
  expect(chooseBackup(folder)).toBe(backup);
  expect(chooseBackup(backup)).toBe(backup);
  expect(readManifest(backup)).toEqual(manifest);
  await requireWhole(backup, manifest);
  expect(await text(openCompressed(tableFile(backup, "accounts")))).toBe("1\tone\n");
});

test("of several the latest is taken", async () => {
  await makeBackup("2026-01-02T03:04:05.678Z");
  const { backup } = await makeBackup("2026-01-03T03:04:05.678Z");
  expect(chooseBackup(folder)).toBe(backup);
});

test("a backup that was cut short is refused, and gone after the next one begins", async () => {
  const begun = beginBackup(folder, new Date());
  await writeCompressed(tableFile(begun, "accounts"), Readable.from(["1\tone\n"]));
  expect(() => chooseBackup(folder)).toThrow("holds no whole backup");
  expect(() => readManifest(begun)).toThrow("is no whole backup: it has no manifest.json");
  await makeBackup("2026-01-02T03:04:05.678Z");
  expect(existsSync(begun)).toBe(false);
});

test("a backup with a file missing, shortened or changed is refused before anything is restored", async () => {
  const { backup, manifest } = await makeBackup("2026-01-02T03:04:05.678Z");
  const path = tableFile(backup, "accounts");
  writeFileSync(path, "another");
  await expect(requireWhole(backup, manifest)).rejects.toThrow(`The backup is damaged: ${path} is not as it was`);
  rmSync(path);
  await expect(requireWhole(backup, manifest)).rejects.toThrow(`The backup is not whole: ${path} is missing.`);
  writeFileSync(join(backup, "manifest.json"), "{");
  expect(() => readManifest(backup)).toThrow("cannot be read");
});

test("tables of answers are removed when no backup names them any more", async () => {
  const { backup } = await makeBackup("2026-01-02T03:04:05.678Z");
  await writeCompressed(answersFile(folder, `answers_${"1".repeat(32)}`), Readable.from(["x"]));
  removeUnnamedAnswers(folder);
  expect(readdirSync(join(folder, "answers"))).toEqual([`${ANSWERS}.native.gz`]);
  rmSync(backup, { recursive: true });
  removeUnnamedAnswers(folder);
  expect(readdirSync(join(folder, "answers"))).toEqual([]);
});
