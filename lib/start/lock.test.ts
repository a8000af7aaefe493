import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scriptArguments } from "@/lib/test-script";
import { takeLock } from "./lock";
import { identify } from "./process-identity";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  file = join(folder, "start.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("refuses a second holder and names the first, until the first lets go", () => {
  const first = takeLock(file);
  const second = takeLock(file);
  expect(second).toEqual({ taken: false, holder: identify(process.pid) });
  if (first.taken) first.release();
  expect(existsSync(file)).toBe(false);
  expect(takeLock(file).taken).toBe(true);
});

test("takes over from a holder whose pid belongs to another process now", () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: "1" }));
  expect(takeLock(file).taken).toBe(true);
});

test("takes over from a holder that no longer runs, and from a file that was never finished", async () => {
  const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
  const id = identify(child.pid ?? 0);
  await new Promise((done) => child.once("exit", done));
  writeFileSync(file, JSON.stringify(id));
  const lock = takeLock(file);
  expect(lock.taken).toBe(true);
  if (lock.taken) lock.release();
  writeFileSync(file, "{");
  expect(takeLock(file).taken).toBe(true);
});

test("leaves nothing beside the lock", () => {
  takeLock(file);
  takeLock(file);
  expect(readdirSync(folder)).toEqual(["start.lock"]);
});

test("lets exactly one of many processes take over a stale lock", async () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: "1" }));
  const program = `import { takeLock } from "@/lib/start/lock";
    process.stdout.write(takeLock(${JSON.stringify(file)}).taken ? "taken" : "refused");
    process.stdin.resume(); // it runs until its input ends`;
  const args = scriptArguments(program);
  const children = Array.from({ length: 6 }, () => spawn(process.execPath, args));
  const outcomes = await Promise.all(
    children.map((child) => new Promise<string>((done) => child.stdout.once("data", (data) => done(String(data))))),
  );
  for (const child of children) child.stdin.end();
  expect(outcomes.sort()).toEqual(["refused", "refused", "refused", "refused", "refused", "taken"]);
});
