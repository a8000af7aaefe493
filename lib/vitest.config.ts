import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Replaces modules, or sets what they read and loads them then: needs its modules anew, in whichever process. */
const NEEDS_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\b|^const .* = await import\(/m;
const filesWithOwnModules = ["lib", "components"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, `${name}`)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && NEEDS_MODULES.test(readFileSync(file, "utf8")))
  .map((file) => file.replaceAll("\\", "/"));

/** Of each project those with modules of their own first, so that all others of a process load theirs once. */
class OwnModulesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const hasOwn = ({ moduleId }: TestSpecification) => filesWithOwnModules.includes(moduleId);
    const order = (file: TestSpecification) => 2 * projects.indexOf(file.project) + (hasOwn(file) ? 0 : 1);
    return sorted.sort((one, other) => order(one) - order(other));
  }
}

/** As long as tests wait elsewhere: a busy machine is no failure. */
const PATIENT = {
  testTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  // In CI only. The run lists each test that passed at its second try, so that somebody mends it.
  retry: process.env.CI ? 1 : 0,
};

/** One process for many files: to start one and load all packages anew for each takes longer than most tests. */
const SHARED = { isolate: false };

export default defineConfig({
  root,
  resolve: {
    alias: {
      "@": root,
      typescript: join(root, "lib/test-compiler.ts"),
      "next/headers": join(root, "lib/test-next.ts"),
      "next/navigation": join(root, "lib/test-next.ts"),
    },
    conditions: ["react-server", "node", "import", "default"],
  },
  ssr: { resolve: { conditions: ["react-server", "node", "import", "default"] } },
  test: {
    server: { deps: { inline: ["openapi-typescript"] } },
    // Thousands of expected warnings would hide the one that matters; `LOG_LEVEL=warn` shows them.
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? "silent" },
    globalSetup: ["lib/vitest.global-setup.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: ["{lib,components}/**/*.test.ts"],
          setupFiles: ["lib/vitest.setup.ts"],
          ...SHARED,
        },
      },
      {
        // As a browser loads them: without the server's conditions, which is why this project extends nothing.
        root,
        resolve: { alias: { "@": root } },
        test: {
          name: "components",
          include: ["{lib,components}/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["components/vitest.setup.ts"],
          ...SHARED,
          ...PATIENT,
        },
      },
    ],
    provide: { filesWithOwnModules },
    sequence: { sequencer: OwnModulesFirst },
    // One core stays free unless told: of two that would be half the machine.
    maxWorkers: Math.max(2, availableParallelism()),
    ...PATIENT,
    hookTimeout: 120_000,
  },
});
