import { afterAll, vi } from "vitest";
import { withOwnStores } from "@/lib/test-own-stores";

/**
 * For files that share a process and its packages, but neither our modules nor what these keep for the whole process:
 * each loads them anew, as it replaces some or sets what they read.
 */
vi.resetModules();
withOwnStores();
const before = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
