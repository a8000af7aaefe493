import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { buildWhenStale } from "@/lib/start/build";
import { findOrInstallChromium } from "./chromium";
import { installPsppWhenMissing } from "./install";

/**
 * How the tests of a step ended. `failures` tells of each failed one what is known, for the end of a run; `flakes`
 * of each that passed only at its second try, which is allowed in CI alone.
 */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[]; flakes: string[] };
const PASSED: Counts = { passed: 1, failed: 0, skipped: 0, failures: [], flakes: [] };
const NONE: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], flakes: [] };
/** Two steps as one. */
const plus = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  failures: [...one.failures, ...other.failures],
  flakes: [...one.flakes, ...other.flakes],
});
const failed = (said: string): Counts => ({ ...NONE, failed: 1, failures: [said] });

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
    return failed(output.trim());
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
function counts(code: number | null, found: Counts): Counts {
  return { ...found, failed: code === 0 ? found.failed : Math.max(1, found.failed) };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

type UnitResults = z.infer<typeof vitestReport>["testResults"];

const toldOf = (name: string, { fullName, failureMessages }: UnitResults[number]["assertionResults"][number]) =>
  `${name} › ${fullName}\n${failureMessages?.join("\n") ?? ""}`;

/** A test that passed and yet has failures needed a second try. */
function unitFlakes({ testResults }: z.infer<typeof vitestReport>): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages?.length)
      .map((test) => toldOf(name, test)),
  );
}

/** A file that could not be loaded has no failed test, and is told of by its own message. */
function unitFailures({ testResults }: z.infer<typeof vitestReport>): string[] {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed");
      if (tests.length === 0) return [`${name}\n${message ?? ""}`];
      return tests.map((test) => toldOf(name, test));
    });
}

/** What vitest is told to run: whole files by their path, else the tests of this name in files that have the words. */
function unitSelection(grep: string): string[] {
  const files = ["lib", "components"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  );
  const tests = files.filter((name) => /\.test\.tsx?$/.test(name));
  const words = new RegExp(grep, "i");
  const byPath = tests.filter((name) => words.test(name));
  if (byPath.length > 0) return byPath;
  const byText = tests.filter((name) => new RegExp(grep).test(readFileSync(join(root, name), "utf8")));
  return [...byText, "--testNamePattern", grep];
}

function unit(grep?: string): Promise<Counts> {
  installPsppWhenMissing();
  return withReport(async (file) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`, "--passWithNoTests"];
    const selection = grep === undefined ? [] : unitSelection(grep);
    const { code, output } = await run(
      bin("vitest"),
      ["run", "--config", "lib/vitest.config.ts", ...reporters, ...selection],
      { patienceMs: 1_800_000 },
    );
    if (code !== 0) process.stdout.write(output);
    const report = readReport(file, vitestReport);
    if (!report) return code === 0 ? NONE : failed(output.slice(-4000));
    const skipped = grep === undefined ? report.numPendingTests + report.numTodoTests : 0;
    const { numPassedTests: passed, numFailedTests } = report;
    const said = { failures: unitFailures(report), flakes: unitFlakes(report) };
    return counts(code, { passed, failed: numFailedTests, skipped, ...said });
  });
}

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      ok: z.boolean(),
      tests: z.array(
        z.object({ results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })) }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.object({ message: z.string().optional() })),
  suites: z.array(playwrightSuite),
});

/** What went wrong in the specs that ended well (`ok`: at a second try), or in those that did not. */
function browserErrors({ specs, suites = [] }: z.infer<typeof playwrightSuite>, ok: boolean): string[] {
  const here = specs
    .filter((spec) => spec.ok === ok)
    .flatMap(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      if (ok && errors.length === 0) return [];
      return [`${file}:${line} › ${title}\n${errors.map(({ message }) => message ?? "").join("\n")}`];
    });
  return [...here, ...suites.flatMap((suite) => browserErrors(suite, ok))];
}

export function playwright(projects: ("api" | "browser" | "long")[], grep?: string): Promise<Counts> {
  return withReport(async (file) => {
    const chromium = projects.every((name) => name === "api") ? "" : findOrInstallChromium();
    if (chromium === undefined) {
      return failed("No Chromium was found or could be installed. Set CHROMIUM to the path of one.");
    }
    const { code, output } = await run(
      bin("playwright"),
      [
        "test",
        "--config",
        "e2e/playwright.config.ts",
        "--reporter=list,json",
        ...projects.map((name) => `--project=${name}`),
        ...(grep === undefined ? [] : [`--grep=${grep}`, "--pass-with-no-tests"]),
      ],
      {
        env: {
          ...{ PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM: chromium },
          ...(grep === undefined && projects.includes("api") && { FRONT_IS_NEEDED: "yes" }),
        },
        ...{ shown: true, patienceMs: 3_600_000 },
      },
    );
    const report = readReport(file, playwrightReport);
    if (!report) return code === 0 ? NONE : failed(output.slice(-4000));
    const { expected, unexpected, flaky, skipped } = report.stats;
    const errorsOf = (ok: boolean) => report.suites.flatMap((suite) => browserErrors(suite, ok));
    const general = report.errors.map(({ message }) => message ?? "");
    const said = { failures: [...general, ...errorsOf(false)], flakes: errorsOf(true) };
    return counts(code, { passed: expected + flaky, failed: unexpected, skipped, ...said });
  });
}

async function build(): Promise<Counts> {
  try {
    await buildWhenStale(root);
    return PASSED;
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The unit tests with all cases of their properties, the journeys in e2e/long, then every trial there: a program of its
 * own that ends with the line `N passed, N failed`.
 */
export async function long(grep = ""): Promise<Counts> {
  process.env.LONG_TESTS = "1";
  let sum = plus(await unit(grep || undefined), await playwright(["long"], grep || undefined));
  const trials = readdirSync(join(root, "e2e", "long")).filter((file) => file.endsWith(".trial.ts"));
  for (const name of trials.filter((file) => new RegExp(grep, "i").test(file))) {
    process.stdout.write(`\n${name}\n`);
    const args = ["--conditions", "react-server", "--import", "tsx", join("e2e", "long", name)];
    const { code, output } = await run(process.execPath, args, { shown: true, patienceMs: 3_600_000 });
    const [, passed, failures] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
    sum = plus(sum, counts(code, { ...NONE, passed: Number(passed ?? 0), failed: Number(failures ?? 1) }));
  }
  return sum;
}

/** The single steps of `npm test` by name, in the order in which they run. */
export const steps = {
  lint: () => check([bin("biome"), ["check", "."]]),
  knip: () => check([bin("knip"), []]),
  // Several checkers would repeat much of each other's work, and the other core runs the other checks.
  types: () => check([bin("next"), ["typegen"]], [bin("tsc"), ["--noEmit", "--checkers", "1"]]),
  unit,
  build,
  api: (grep?: string) => playwright(["api"], grep),
  browser: (grep?: string) => playwright(["browser"], grep),
} satisfies Record<string, (grep?: string) => Promise<Counts>>;
export type StepName = keyof typeof steps;

/** Independent of each other: run in parallel, they use both cores. */
export const staticChecks = ["lint", "knip", "types"] as const satisfies readonly StepName[];

export async function runStaticChecks(): Promise<Counts> {
  const results = await Promise.all(staticChecks.map((name) => steps[name]()));
  return results.reduce(plus, NONE);
}
