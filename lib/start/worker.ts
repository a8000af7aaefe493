import { logger } from "@/lib/logger";
import { liveAsChild, report, storesReady } from "@/lib/start/as-child";
import { closeDatabase, db } from "@/lib/stores/postgres/client";
import { beatWorkerPulse } from "@/lib/stores/postgres/worker-pulse";
import { startWork } from "./work";

/** The worker: everything that is not an answer to a request. */
const stops = [closeDatabase];
liveAsChild(async () => {
  for (const stop of stops.toReversed()) await stop();
});

await storesReady();
await beatWorkerPulse(db());
try {
  stops.push(await startWork());
} catch (error) {
  await report({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
logger.info("worker ready");
await report({ type: "ready" });
