import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files of tests by their text, which tells what they need. */
const filesOf = (ending: string): { name: string; text: string }[] =>
  ["lib", "components"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name: name.replaceAll("\\", "/"), text: readFileSync(join(root, name), "utf8") }));

/** Starts processes or an engine, ends this one or is told of its end: needs a process of its own. */
const NEEDS_A_PROCESS = /\bprocess\.(exit|on|kill|chdir)\b|\b(spawn|withOwnEngine|startTestEngine)\(/;
/** Replaces modules, or sets what they read while they are loaded: needs its modules anew, in whichever process. */
const NEEDS_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\b|\bprocess\.env\b|^const .* = await import\(/m;
const REPLACES_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\b/;
/** As long as tests wait elsewhere: a busy machine is no failure. */
const PATIENT = { testTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

const names = (files: { name: string }[]) => files.map(({ name }) => name);
const units = filesOf(".test.ts");
const apart = units.filter(({ text }) => NEEDS_A_PROCESS.test(text));
const anew = units.filter((file) => !apart.includes(file) && NEEDS_MODULES.test(file.text));
const together = units.filter((file) => !apart.includes(file) && !anew.includes(file));
const components = filesOf(".test.tsx");
const componentsAnew = components.filter(({ text }) => REPLACES_MODULES.test(text));

/** As a browser loads them: without the server's conditions, which are why these projects extend nothing. */
const inBrowser = (name: string, include: string[], setupFiles: string[]): TestProjectInlineConfiguration => ({
  root,
  resolve: { alias: { "@": root } },
  test: { name, include, isolate: false, environment: "happy-dom", setupFiles, ...PATIENT },
});

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
    // One process for many files: to start one and load all packages anew for each takes longer than most tests.
    projects: [
      { extends: true, test: { name: "apart", include: names(apart) } },
      {
        extends: true,
        test: { name: "anew", include: names(anew), isolate: false, setupFiles: ["lib/vitest.anew-setup.ts"] },
      },
      {
        extends: true,
        test: {
          name: "together",
          include: names(together),
          isolate: false,
          setupFiles: ["lib/vitest.together-setup.ts"],
        },
      },
      inBrowser("components", names(components.filter((file) => !componentsAnew.includes(file))), [
        "components/vitest.setup.ts",
      ]),
      inBrowser("components anew", names(componentsAnew), ["lib/vitest.anew-setup.ts", "components/vitest.setup.ts"]),
    ],
    // One core stays free unless told: of two that would be half the machine.
    maxWorkers: Math.max(2, availableParallelism()),
    // Only where nobody is there to look: what needed its second try is named at the end of the run, to be mended.
    retry: process.env.CI ? 1 : 0,
    ...PATIENT,
    hookTimeout: 120_000,
  },
});
