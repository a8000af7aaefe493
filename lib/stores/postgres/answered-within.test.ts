import { stat } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { answeredWithin } from "./answered-within";

afterEach(() => vi.useRealTimers());

test("a silent database is given up after the time that a caller can wait", async () => {
  vi.useFakeTimers();
  const outcome = answeredWithin(250, new Promise(() => {})).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(249);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe("The database did not answer.");
});

test("an answer counts that arrived while this process was busy itself", async () => {
  const answer = answeredWithin(250, stat("."));
  const since = performance.now();
  while (performance.now() - since < 400);
  expect((await answer).isDirectory()).toBe(true);
});
