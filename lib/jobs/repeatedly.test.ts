import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { repeatedly } from "./repeatedly";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("work is done at once and then at its interval, and not after it was stopped", async () => {
  const round = vi.fn(async () => {});
  const work = repeatedly("work", 1000, round);
  await vi.advanceTimersByTimeAsync(2500);
  expect(round).toHaveBeenCalledTimes(3);
  await work.stop();
  work.wake();
  await vi.advanceTimersByTimeAsync(5000);
  expect(round).toHaveBeenCalledTimes(3);
});

test("a round that fails, also before it has begun to wait, is followed by the next at the interval", async () => {
  const round = vi.fn(() => {
    throw new Error("down");
  });
  const work = repeatedly("failing", 1000, round);
  work.wake();
  await vi.advanceTimersByTimeAsync(2500);
  expect(round).toHaveBeenCalledTimes(3);
  await work.stop();
});

test("rounds never overlap, and a wake during one is followed by another", async () => {
  let underWay = 0;
  const round = vi.fn(async () => {
    underWay += 1;
    expect(underWay).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    underWay -= 1;
  });
  const work = repeatedly("slow", 1000, round);
  await vi.advanceTimersByTimeAsync(100);
  work.wake();
  work.wake();
  await vi.advanceTimersByTimeAsync(700);
  expect(round).toHaveBeenCalledTimes(2);
  await work.stop();
});
