import { beforeAll } from "vitest";
import { env } from "@/lib/env";

/**
 * For files that share a process: each begins without what `processWide` keeps, and leaves the environment as it was.
 * Registered before the file's own hooks, this comes before its first and after its last.
 */
beforeAll(() => {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key.description?.startsWith("fieldwork.")) Reflect.deleteProperty(globalThis, key);
  }
  const before = { ...env };
  return () => {
    for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
    Object.assign(env, before);
  };
});
