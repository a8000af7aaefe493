import { expect, test } from "vitest";
import { backoff } from "./backoff";

test("waits longer for what dies young, at most two seconds, and starts over after a healthy life", () => {
  const pause = backoff();
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(() => pause.after(10))).toEqual([50, 100, 200, 400, 800, 1600, 2000, 2000]);
  expect(pause.after(60_000)).toBe(50);
});
