import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { buildWhenStale } from "@/lib/start/build";
import { findOrInstallChromium } from "./chromium";
import { installPsppWhenMissing } from "./install";

export type Counts = { passed: number; failed: number; skipped: number };
const PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
const FAILED: Counts = { passed: 0, failed: 1, skipped: 0 };

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name: string) => join(root, "node_modules", ".bin", name);

type Finished = { code: number | null; output: string };
type RunOptions = { env?: Record<string, string>; shown?: boolean; patienceMs?: number };

/** Runs a command without stdin; one that hangs is ended by its own pid. */
function run(
  command: string,
  args: string[],
  { env, shown = false, patienceMs = 300_000 }: RunOptions = {},
): Promise<Finished> {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (shown) process.stdout.write(text);
    });
  }
  const timers = [
    setTimeout(() => child.kill("SIGINT"), patienceMs),
    setTimeout(() => child.kill("SIGKILL"), patienceMs + 30_000),
  ];
  return new Promise((done) => {
    const end = (code: number | null) => {
      for (const timer of timers) clearTimeout(timer);
      done({ code, output });
    };
    child.once("error", (error) => {
      output += error.message;
      end(1);
    });
    child.once("close", end);
  });
}

/** A check that passes or fails as a whole. Its output is shown when it fails. */
async function check(...commands: [string, string[]][]): Promise<Counts> {
  for (const [command, args] of commands) {
    const { code, output } = await run(command, args);
    if (code === 0) continue;
    process.stdout.write(`${output.trim()}\n`);
    return FAILED;
  }
  return PASSED;
}

/** Gives `use` a file name for a report that is gone afterwards. */
async function withReport(use: (file: string) => Promise<Counts>): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), "fieldwork-report-"));
  try {
    return await use(join(folder, "report.json"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** A run that failed without a failed test (a file that cannot be loaded, a crash) still is a failure. */
function counts(code: number | null, { passed, failed, skipped }: Counts): Counts {
  return { passed, failed: code === 0 ? failed : Math.max(1, failed), skipped };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

function unit(): Promise<Counts> {
  installPsppWhenMissing();
  return withReport(async (file) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`, "--passWithNoTests"];
    const { code, output } = await run(bin("vitest"), ["run", "--config", "lib/vitest.config.ts", ...reporters], {
      patienceMs: 900_000,
    });
    if (code !== 0) process.stdout.write(output);
    const report = readReport(file, vitestReport);
    if (!report) return code === 0 ? { passed: 0, failed: 0, skipped: 0 } : FAILED;
    const skipped = report.numPendingTests + report.numTodoTests;
    return counts(code, { passed: report.numPassedTests, failed: report.numFailedTests, skipped });
  });
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

export function playwright(projects: ("api" | "browser")[]): Promise<Counts> {
  const present = projects.filter((name) => existsSync(join(root, "e2e", name === "api" ? "api" : "journeys")));
  return withReport(async (file) => {
    if (present.length === 0) return { passed: 0, failed: 0, skipped: 0 };
    const chromium = present.includes("browser") ? findOrInstallChromium() : "";
    if (chromium === undefined) {
      process.stdout.write("No Chromium was found or could be installed. Set CHROMIUM to the path of one.\n");
      return FAILED;
    }
    const { code } = await run(
      bin("playwright"),
      [
        "test",
        "--config",
        "e2e/playwright.config.ts",
        "--reporter=list,json",
        "--pass-with-no-tests",
        ...present.map((name) => `--project=${name}`),
      ],
      { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM: chromium }, shown: true, patienceMs: 2_700_000 },
    );
    const stats = readReport(file, playwrightReport)?.stats;
    if (!stats) return code === 0 ? { passed: 0, failed: 0, skipped: 0 } : FAILED;
    return counts(code, { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped });
  });
}

async function build(): Promise<Counts> {
  try {
    await buildWhenStale(root);
    return PASSED;
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return FAILED;
  }
}

/** Every trial in e2e/long is a program of its own that ends with the line `N passed, N failed`. */
export async function long(): Promise<Counts> {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const name of readdirSync(join(root, "e2e", "long")).filter((file) => file.endsWith(".trial.ts"))) {
    process.stdout.write(`\n${name}\n`);
    const args = ["--conditions", "react-server", "--import", "tsx", join("e2e", "long", name)];
    const { code, output } = await run(process.execPath, args, { shown: true, patienceMs: 3_600_000 });
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
    const found = { passed: Number(passed ?? 0), failed: Number(failed ?? 1), skipped: 0 };
    sum.passed += found.passed;
    sum.failed += counts(code, found).failed;
  }
  return sum;
}

/** The single steps of `npm test` by name, in the order in which they run. */
export const steps: Record<string, () => Promise<Counts>> = {
  lint: () => check([bin("biome"), ["check", "."]]),
  knip: () => check([bin("knip"), []]),
  types: () => check([bin("next"), ["typegen"]], [bin("tsc"), ["--noEmit"]]),
  unit,
  build,
  api: () => playwright(["api"]),
  browser: () => playwright(["browser"]),
};
