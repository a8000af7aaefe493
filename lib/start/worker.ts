import { randomUUID } from "node:crypto";
import { env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { liveAsChild, report, storesReady } from "@/lib/start/as-child";
import type { Serving } from "@/lib/start/serving";
import { startTracing } from "@/lib/start/tracing";
import { watchWorker } from "@/lib/start/worker-server";
import { closeDatabase, db } from "@/lib/stores/postgres/client";
import { beatWorkerPulse, endWorkerPulse } from "@/lib/stores/postgres/worker-pulse";
import { startWork } from "./work";

/** The worker: everything that is not an answer to a request. */
const stops: (() => Promise<void>)[] = [closeDatabase];
let serving: Serving = "starting";
liveAsChild(async () => {
  serving = "stopping";
  for (const stop of stops.toReversed()) await stop();
});

try {
  stops.push(await startTracing("worker"));
  if (env.WORKER_PORT) await watchWorker(env.HOST, env.WORKER_PORT, () => serving);
  await storesReady();
  const workerId = randomUUID();
  await beatWorkerPulse(db(), workerId);
  // A database that is away keeps nobody from stopping.
  stops.push(() => endWorkerPulse(db(), workerId).catch(() => {}));
  stops.push(await startWork(workerId));
} catch (error) {
  await report({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
if (serving === "starting") serving = "serving";
logger.info("worker ready");
await report({ type: "ready" });
