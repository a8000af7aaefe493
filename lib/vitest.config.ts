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
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
