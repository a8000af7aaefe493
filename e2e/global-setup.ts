import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startInstance, WITHOUT_SOURCE_MAPS } from "./instance";
import { dispenseFront } from "./remote/front-dispenser";
import { answerBeforeDisk } from "./remote/store";

const RESULTS = fileURLToPath(new URL("../test-results", import.meta.url));

/** One instance for all tests of a run; with BASE_URL, the one that is running there already. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stopFront = await dispenseFront();
  if (process.env.BASE_URL) return stopFront;
  const instance = await startInstance({ env: WITHOUT_SOURCE_MAPS });
  await answerBeforeDisk(instance.dataDir);
  process.env.BASE_URL = instance.url;
  process.env.INSTANCE_DATA_DIR = instance.dataDir;
  return async () => {
    await Promise.all([instance.stop(), stopFront()]);
    // Beside the pictures of failed tests: what the instance said of them.
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(join(RESULTS, "instance.log"), instance.logs());
  };
}
