import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endLeftBehind, processList } from "./left-behind";
import { identify, isRunning } from "./process-identity";

test("ends what the list names and runs, and spares a stranger with a listed pid", async () => {
  const folder = mkdtempSync(join(tmpdir(), "left-behind-"));
  const file = join(folder, "processes.json");
  const sleeper = () => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const [ours, stranger] = [sleeper(), sleeper()].map((child) => identify(child.pid ?? 0));
  if (!ours || !stranger) throw new Error("no process");
  const list = processList(file);
  list.add("web", ours);
  list.add("worker", { ...stranger, started: "1" });
  expect(await endLeftBehind(file)).toEqual(["web"]);
  expect([isRunning(ours), isRunning(stranger), existsSync(file)]).toEqual([false, true, false]);
  process.kill(stranger.pid);
  rmSync(folder, { recursive: true });
});

test("a list that is missing or cannot be read names nothing", async () => {
  expect(await endLeftBehind(join(tmpdir(), "no-such-list.json"))).toEqual([]);
});
