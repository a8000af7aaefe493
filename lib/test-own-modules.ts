import { expect, inject, vi } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** Files of tests that load our modules anew (`lib/vitest.config.ts`). */
    filesWithOwnModules: string[];
  }
}

const LAST = Symbol.for("fieldwork-tests.last-had-own-modules");
const holder = globalThis as unknown as Record<symbol, boolean | undefined>;

/**
 * Whether the file of tests that begins has modules of its own. Then, and after one that had, none is there that was
 * loaded before, so that files share modules with their like alone.
 */
export function withOwnModules(): boolean {
  const hasOwn = inject("filesWithOwnModules").includes(expect.getState().testPath ?? "");
  if (hasOwn || holder[LAST]) vi.resetModules();
  holder[LAST] = hasOwn;
  return hasOwn;
}
