import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readOrMakeSecrets } from "./secrets";

test("makes secrets once, for the owner's eyes only, and refuses to replace damaged ones", () => {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  const file = join(folder, "secrets.json");
  const made = readOrMakeSecrets(folder);
  expect(made.appSecret.length).toBeGreaterThanOrEqual(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readOrMakeSecrets(folder)).toEqual(made);
  const { restrictedPassword, ...older } = made;
  writeFileSync(file, JSON.stringify(older));
  const completed = readOrMakeSecrets(folder);
  expect(completed).toMatchObject(older);
  expect(completed.restrictedPassword).not.toBe(restrictedPassword);
  expect(readOrMakeSecrets(folder)).toEqual(completed);
  const { engineKey, ...beforeTheEngine } = completed;
  writeFileSync(file, JSON.stringify(beforeTheEngine));
  const withEngine = readOrMakeSecrets(folder);
  expect(withEngine).toMatchObject(beforeTheEngine);
  expect(withEngine.engineKey).not.toBe(engineKey);
  expect(readOrMakeSecrets(folder)).toEqual(withEngine);
  writeFileSync(file, "{}");
  expect(() => readOrMakeSecrets(folder)).toThrow("Restore it from a backup");
  rmSync(folder, { recursive: true });
});
