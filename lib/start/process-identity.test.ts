import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { endProcess, identify, isRunning, parseProcStat } from "./process-identity";

test("reads state and start time past a name that holds spaces and brackets", () => {
  const rest = "S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 987654 20 21";
  expect(parseProcStat(`42 (a b) (c)) ${rest}`)).toEqual({ state: "S", started: "987654" });
  expect(parseProcStat("")).toBeUndefined();
});

test("knows this process, and tells it from another that had its pid", () => {
  const self = identify(process.pid);
  expect(isRunning(self)).toBe(true);
  expect(isRunning({ ...self, started: "1" })).toBe(false);
});

test("never signals a process that only has the same pid", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const id = identify(child.pid ?? 0);
  expect(await endProcess({ ...id, started: "1" }, [["SIGKILL", 500]])).toBe(true);
  expect(isRunning(id)).toBe(true);
  expect(await endProcess(id, [["SIGTERM", 3000]])).toBe(true);
  expect(isRunning(id)).toBe(false);
});
