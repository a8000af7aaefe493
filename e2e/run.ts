import { parseArgs } from "node:util";
import { type Counts, long, playwright, steps } from "./steps";

/** What `npm test` runs: every step, also after a failure, so that one run shows all that is wrong. */
const { values } = parseArgs({ options: { only: { type: "string" }, long: { type: "boolean", default: false } } });

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

/** One instance serves the API and the browser tests when both run. */
function chosenSteps(): [string, () => Promise<Counts>][] {
  if (values.long) return [["long", long]];
  const wanted = values.only?.split(",") ?? Object.keys(steps);
  const unknown = wanted.filter((name) => !(name in steps));
  if (unknown.length > 0)
    throw new Error(`No such step: ${unknown.join(", ")}. There are ${Object.keys(steps).join(", ")}.`);
  const together = wanted.includes("api") && wanted.includes("browser");
  const single = Object.entries(steps).filter(([name]) => wanted.includes(name));
  if (!together) return single;
  const rest = single.filter(([name]) => name !== "api" && name !== "browser");
  return [...rest, ["api and browser", () => playwright(["api", "browser"])]];
}

for (const [name, step] of chosenSteps()) await runStep(name, step);
// Once more at the end: whoever sees only the last lines of a long run sees what failed, and why.
for (const said of [...total.flakes, ...total.failures]) process.stdout.write(`\n${said.slice(0, 4000)}\n`);
process.stdout.write(`\n${describe(total)}\n`);
process.exit(total.failed > 0 ? 1 : 0);
