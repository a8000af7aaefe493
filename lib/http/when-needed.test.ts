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

test("a script that is gone since an update is told of in a sentence that says what to do", async () => {
  const gone = Object.assign(new Error("Failed to load chunk /_next/static/chunks/0a1.js"), { name: "ChunkLoadError" });
  await expect(whenNeeded(() => Promise.reject(gone))()).rejects.toThrow(
    "Fieldwork was updated since this page was opened, or the connection was lost. Reload the page",
  );
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
