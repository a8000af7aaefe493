import { parseArgs } from "node:util";
import { type Counts, long, playwright, runStaticChecks, type StepName, staticChecks, steps } from "./steps";

/**
 * What `npm test` runs: every step, also after a failure, so that one run shows all that is wrong. `--only unit,api`
 * runs these steps, `--grep WORDS` the tests whose file or name has the words (a regular expression).
 */
const { values } = parseArgs({
  options: { only: { type: "string" }, grep: { type: "string" }, long: { type: "boolean", default: false } },
});

const stepNames = Object.keys(steps) as StepName[];
const testSteps: StepName[] = ["unit", "api", "browser"];

const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], flakes: [] };

function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

async function runStep(name: string, step: () => Promise<Counts>): Promise<void> {
  process.stdout.write(`\n── ${name}\n`);
  const since = Date.now();
  const found = await step();
  total.passed += found.passed;
  total.failed += found.failed;
  total.skipped += found.skipped;
  total.failures.push(...found.failures.map((said) => `✗ ${name}: ${said}`));
  total.flakes.push(...found.flakes.map((said) => `↻ ${name}, passed only at a second try, to be mended: ${said}`));
  process.stdout.write(
    `${found.failed > 0 ? "✗" : "✓"} ${name}: ${describe(found)} (${((Date.now() - since) / 1000).toFixed(1)} s)\n`,
  );
}

const { grep } = values;

type NamedStep = { name: string; names: readonly StepName[]; run: () => Promise<Counts> };

const single = (name: StepName): NamedStep => ({ name, names: [name], run: () => steps[name](grep) });
const checks: NamedStep = { name: "lint, knip and types", names: staticChecks, run: runStaticChecks };
/** They share an instance. */
const journeys: NamedStep = {
  name: "api and browser",
  names: ["api", "browser"],
  run: () => playwright(["api", "browser"], grep),
};

/**
 * Stages follow each other. The lanes of a stage run at the same time, each its steps in turn, and use the processor
 * time that the others leave idle. Unit tests beside journeys took longer than one after the other: each slowed the
 * other down by more than it left idle.
 */
const stages: readonly (readonly NamedStep[])[][] = [[[checks, single("build")], [single("unit")]], [[journeys]]];

function chosenNames(): StepName[] {
  const wanted: string[] = values.only?.split(",") ?? (grep === undefined ? stepNames : testSteps);
  const unknown = wanted.filter((name) => !(name in steps));
  if (unknown.length > 0) throw new Error(`No such step: ${unknown.join(", ")}. There are ${stepNames.join(", ")}.`);
  return stepNames.filter((name) => wanted.includes(name));
}

/** The chosen steps of a lane. Steps that can run as one do so only if all of them are chosen. */
const chosenIn = (lane: readonly NamedStep[], chosen: StepName[]): NamedStep[] =>
  lane.flatMap((step) => {
    const names = step.names.filter((name) => chosen.includes(name));
    return names.length === step.names.length ? [step] : names.map(single);
  });

async function runLane(lane: readonly NamedStep[]): Promise<void> {
  for (const { name, run } of lane) await runStep(name, run);
}

if (values.long) await runStep("long", () => long(grep));
else {
  const chosen = chosenNames();
  for (const lanes of stages) await Promise.all(lanes.map((lane) => runLane(chosenIn(lane, chosen))));
}
if (grep !== undefined && total.passed + total.failed === 0) {
  total.failed = 1;
  total.failures.push(`✗ No test has ${grep} in its name or its file's.`);
}
// Once more at the end: whoever sees only the last lines of a long run sees what failed, and why.
for (const said of [...total.flakes, ...total.failures]) process.stdout.write(`\n${said.slice(0, 4000)}\n`);
process.stdout.write(`\n${describe(total)}\n`);
process.exit(total.failed > 0 ? 1 : 0);
