import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

const ALL = ["lib/**/*.test.ts", "components/**/*.test.ts"];

/**
 * What a test does to the process that it runs in, or to modules that other files would get as it left them. Runs of
 * jobs that a test leaves as a killed worker does go on renewing their leases.
 */
const KEEPS_A_PROCESS =
  /\bvi\.(mock|doMock|hoisted|stub\w+|useFakeTimers|spyOn|resetModules)\b|\bprocess\.(env|exit|on|kill|chdir)\b|\benv\.[A-Z_]+ \??\??=[^=]|\b(spawn|withOwnEngine|startTestEngine|runJob)\(/;

/** Files of tests that need a process of their own. */
const APART = ["lib", "components"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
  .filter((name) => name.endsWith(".test.ts") && KEEPS_A_PROCESS.test(readFileSync(join(root, name), "utf8")))
  .map((name) => name.replaceAll("\\", "/"));

export default defineConfig({
  root,
  resolve: {
    alias: { "@": root, typescript: join(root, "lib/test-compiler.ts") },
    conditions: ["react-server", "node", "import", "default"],
  },
  ssr: { resolve: { conditions: ["react-server", "node", "import", "default"] } },
  test: {
    server: { deps: { inline: ["openapi-typescript"] } },
    // Thousands of expected warnings would hide the one that matters; `LOG_LEVEL=warn` shows them.
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? "silent" },
    globalSetup: ["lib/vitest.global-setup.ts"],
    projects: [
      { extends: true, test: { name: "apart", include: APART } },
      // One process for many files: to start one and load the modules anew for each takes longer than most tests.
      {
        extends: true,
        test: {
          name: "together",
          include: ALL,
          exclude: APART,
          isolate: false,
          setupFiles: ["lib/vitest.together-setup.ts"],
        },
      },
      // As a browser loads them: without the server's conditions, which are why this project extends nothing.
      {
        root,
        resolve: { alias: { "@": root } },
        test: {
          name: "components",
          include: ["components/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["components/vitest.setup.ts"],
          testTimeout: 120_000,
        },
      },
    ],
    // One core stays free unless told: of two that would be half the machine.
    maxWorkers: Math.max(2, availableParallelism()),
    // Only where nobody is there to look: what needed its second try is named at the end of the run, to be mended.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
