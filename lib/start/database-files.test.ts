import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeDataDir } from "./database-files";
import { StartError } from "./say";

const directory = mkdtempSync(join(tmpdir(), "fieldwork-data-dir-"));
afterAll(() => rmSync(directory, { recursive: true }));

test("DATA_DIR is made, and left as it is when it is there", () => {
  const dataDir = join(directory, "a", "b");
  makeDataDir(dataDir);
  makeDataDir(dataDir);
  expect(statSync(dataDir).isDirectory()).toBe(true);
});

test("DATA_DIR that names a file, or something in one, is said to be no directory", () => {
  const file = join(directory, "file");
  writeFileSync(file, "");
  for (const dataDir of [file, join(file, "inside")]) {
    expect(() => makeDataDir(dataDir)).toThrow(StartError);
    expect(() => makeDataDir(dataDir)).toThrow(`DATA_DIR is ${dataDir}, which cannot be a directory to write in`);
  }
});
