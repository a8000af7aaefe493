import { expect, test, vi } from "vitest";
import { whenNeeded } from "./when-needed";

test("loads at the first call, once for all", async () => {
  const load = vi.fn(async () => ({ answer: 42 }));
  const needed = whenNeeded(load);
  expect(load).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([needed(), needed()]);
  expect(first).toBe(second);
  expect(load).toHaveBeenCalledTimes(1);
});

test("a load that failed is tried again by the next call", async () => {
  let online = false;
  const needed = whenNeeded(async () => {
    if (!online) throw new Error("offline");
    return "loaded";
  });
  await expect(needed()).rejects.toThrow("offline");
  online = true;
  await expect(needed()).resolves.toBe("loaded");
});
