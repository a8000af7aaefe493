import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dispenseFront } from "./remote/front-dispenser";
import { copyDataDir, makeUnsyncedDataDir, startSharedInstance } from "./shared-instance";

const RESULTS = fileURLToPath(new URL("../test-results", import.meta.url));

/** One instance for all tests of a run; with BASE_URL, the one that is running there already. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return (await dispenseFront(await makeUnsyncedDataDir())).stop;
  const instance = await startSharedInstance(await makeUnsyncedDataDir());
  // Before the first test changes anything there.
  const { startFront, stop: stopFront } = await dispenseFront(await copyDataDir(instance.dataDir));
  process.env.BASE_URL = instance.url;
  process.env.INSTANCE_DATA_DIR = instance.dataDir;
  // Beside the first tests; else all processes of tests would wait for it at once.
  if (process.env.FRONT_IS_NEEDED) startFront();
  return async () => {
    await Promise.all([instance.stop(), stopFront()]);
    // Beside the pictures of failed tests: what the instance said of them.
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(join(RESULTS, "instance.log"), instance.logs());
  };
}
