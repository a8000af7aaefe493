import { readdirSync } from "node:fs";
import { cpus } from "node:os";

/** `npm run bench -- NAME`: runs e2e/bench/NAME.bench.ts, which prints ratios against a named peer. */
const SUFFIX = ".bench.ts";
const names = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));

const name = process.argv[2];
if (name === undefined || !names.includes(name)) {
  process.stderr.write(`Say which: npm run bench -- NAME, with NAME one of ${names.join(", ")}.\n`);
  process.exit(1);
}
process.stdout.write(`${name}, on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}\n`);
const { run } = (await import(`./${name}${SUFFIX}`)) as { run: () => Promise<void> };
await run();
process.exit(0);
