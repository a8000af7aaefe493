import { expect, test } from "vitest";
import { isDeeperThan } from "./transport";

test("depth is counted by brackets outside strings", () => {
  expect(isDeeperThan("[".repeat(101), 100)).toBe(true);
  expect(isDeeperThan(`${"[".repeat(100)}${"]".repeat(100)}`, 100)).toBe(false);
  expect(isDeeperThan(JSON.stringify({ text: '[[[["\\[[[' }), 1)).toBe(false);
  expect(isDeeperThan('{"a":{"b":{"c":1}}}', 2)).toBe(true);
  expect(isDeeperThan('"never closed [[[[', 1)).toBe(false);
  expect(isDeeperThan(`"${"x".repeat(5_000_000)}"`, 1)).toBe(false);
});
