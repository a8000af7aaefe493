import { logger } from "@/lib/logger";
import { liveAsChild, report } from "@/lib/start/as-child";
import { closeDatabase, db } from "@/lib/stores/postgres/client";
import { beatWorkerPulse } from "@/lib/stores/postgres/worker-pulse";

/** The worker: everything that is not an answer to a request. */
const PULSE_MS = 5000;

const pulse = setInterval(async () => {
  try {
    await beatWorkerPulse(db());
  } catch (error) {
    logger.warn({ err: error }, "the worker cannot reach the database; it tries again");
  }
}, PULSE_MS);

liveAsChild(async () => {
  clearInterval(pulse);
  await closeDatabase();
});

await beatWorkerPulse(db());
logger.info("worker ready");
await report({ type: "ready" });
