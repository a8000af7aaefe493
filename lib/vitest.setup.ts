import { beforeAll, vi } from "vitest";
import { withOwnModules } from "@/lib/test-own-modules";
import { withOwnStores } from "@/lib/test-own-stores";

/** Files share a process and its packages, and most of them our modules too. */
const hasOwnModules = withOwnModules();
withOwnStores();

const environment = { ...process.env };
// Those with modules of their own may set what this one reads while it is loaded.
const env = hasOwnModules ? {} : (await import("@/lib/env")).env;
const settings = { ...env };

/**
 * Each leaves the environment, clocks and functions as they were. Registered before the file's own hooks, this comes
 * before its first and after its last.
 */
beforeAll(() => () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Those of a module (`lib/test-next.ts`) are no spies, which is all that is restored.
  vi.resetAllMocks();
  restore(process.env, environment);
  restore(env, settings);
});

function restore(target: object, values: object): void {
  for (const name of Object.keys(target)) if (!(name in values)) Reflect.deleteProperty(target, name);
  Object.assign(target, values);
}
