import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** A snapshot of the whole schema is only compared with the next one: each older one is 7,000 lines that nobody reads. */
const folder = join(import.meta.dirname, "migrations/meta");
const older = readdirSync(folder)
  .filter((name) => name.endsWith("_snapshot.json"))
  .sort()
  .slice(0, -1);
for (const name of older) rmSync(join(folder, name));
