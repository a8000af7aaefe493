import { beforeAll, vi } from "vitest";
import { env } from "@/lib/env";
import { withOwnStores } from "@/lib/test-own-stores";

withOwnStores();

/**
 * For files that share a process and our modules: each leaves the environment, clocks and functions as they were.
 * Registered before the file's own hooks, this comes before its first and after its last.
 */
beforeAll(() => {
  const before = { ...env };
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
    Object.assign(env, before);
  };
});
