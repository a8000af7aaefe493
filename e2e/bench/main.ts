import { readdirSync, statSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { runInstaller } from "../install";

/** `npm run bench -- NAME`: runs e2e/bench/NAME.bench.ts, which prints ratios against a named peer. */
const SUFFIX = ".bench.ts";
const folder = fileURLToPath(new URL(".", import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));

const modifiedAt = (file: string) => statSync(`${folder}${file}`, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The peers are a package of their own, which `npm install` leaves out: nobody needs them to run or test the product. */
function installPeers(): void {
  if (modifiedAt("node_modules/.package-lock.json") >= modifiedAt("package-lock.json")) return;
  if (!runInstaller("npm", ["ci", "--prefix", folder])) process.exit(1);
}

const name = process.argv[2];
if (name === undefined || !names.includes(name)) {
  process.stderr.write(`Say which: npm run bench -- NAME, with NAME one of ${names.join(", ")}.\n`);
  process.exit(1);
}
installPeers();
process.stdout.write(`${name}, on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}\n`);
const { run } = (await import(`./${name}${SUFFIX}`)) as { run: () => Promise<void> };
await run();
process.exit(0);
