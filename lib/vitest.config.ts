import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

const ALL = ["lib/**/*.test.ts", "components/**/*.test.ts"];
/** Folders of pure functions: no test in them replaces a module, sets the environment or keeps a file or a process. */
const PURE = [
  "answers/columns",
  "answers/questions",
  "charts",
  "contracts",
  "pivots",
  "projects",
  "stats",
  // Not its jobs, whose tests replace the service that they call.
  "surveys/quotas",
  "tables",
  "trends",
].map((folder) => `lib/${folder}/**/*.test.ts`);
PURE.push("lib/surveys/*.test.ts");

export default defineConfig({
  root,
  resolve: { alias: { "@": root }, conditions: ["react-server", "node", "import", "default"] },
  ssr: { resolve: { conditions: ["react-server", "node", "import", "default"] } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "apart", include: ALL, exclude: PURE, globalSetup: ["lib/vitest.global-setup.ts"] },
      },
      // One process for many files: to start one and load the modules anew for each takes longer than the tests.
      { extends: true, test: { name: "pure", include: PURE, isolate: false } },
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
