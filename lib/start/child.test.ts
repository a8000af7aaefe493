import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ChildOptions, superviseChild } from "./child";

const READY = "process.send({ type: 'ready' }); setInterval(() => {}, 1000)";

const child = (given: Partial<ChildOptions>) =>
  superviseChild({
    name: "tried",
    args: ["-e", READY],
    root: tmpdir(),
    environment: () => ({ ...process.env }),
    onStart: () => {},
    ...given,
  });

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a process that the system does not make is tried again, and at the start given up in words", async () => {
  const never = child({ root: join(tmpdir(), "no", "such", "folder") });
  await expect(never.ready).rejects.toThrow(/The tried process does not start \(.*ENOENT/);
  await never.stop(100);
});

test("one that could not be noted runs all the same", async () => {
  const pids: number[] = [];
  const running = child({
    onStart: ({ pid }) => {
      pids.push(pid);
      throw new Error("No space left on device");
    },
  });
  await running.ready;
  await running.stop(2000);
  expect(pids).toHaveLength(1);
  await expect.poll(() => isThere(pids[0] ?? 0), { timeout: 60_000 }).toBe(false);
});

test("one that is killed is started again", async () => {
  const pids: number[] = [];
  const running = child({ onStart: ({ pid }) => void pids.push(pid) });
  await running.ready;
  process.kill(pids[0] ?? 0, "SIGKILL");
  await expect.poll(() => pids.length, { timeout: 60_000 }).toBe(2);
  await running.stop(2000);
});

test("a child is told when it may use the stores, and once more when it is started again", async () => {
  const waits = "process.on('message', ({ type }) => type === 'stores-ready' && process.send({ type: 'ready' }))";
  let open = () => {};
  const storesReady = new Promise<void>((resolve) => {
    open = resolve;
  });
  const pids: number[] = [];
  const listens = `process.send({ type: 'listening', port: 1 }); ${waits}`;
  const running = child({ args: ["-e", listens], storesReady, onStart: ({ pid }) => void pids.push(pid) });
  let isReady = false;
  void running.ready.then(() => {
    isReady = true;
  });
  await running.listening;
  expect(isReady).toBe(false);
  open();
  await running.ready;
  process.kill(pids[0] ?? 0, "SIGKILL");
  await expect.poll(() => pids.length, { timeout: 60_000 }).toBe(2);
  await running.stop(2000);
});
