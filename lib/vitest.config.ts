import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  resolve: { alias: { "@": root }, conditions: ["react-server", "node", "import", "default"] },
  ssr: { resolve: { conditions: ["react-server", "node", "import", "default"] } },
  test: {
    include: ["lib/**/*.test.ts", "components/**/*.test.ts"],
    globalSetup: ["lib/vitest.global-setup.ts"],
    // One core stays free unless told: of two that would be half the machine.
    maxWorkers: Math.max(2, availableParallelism()),
    // Only where nobody is there to look: what needed its second try is named at the end of the run, to be mended.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
