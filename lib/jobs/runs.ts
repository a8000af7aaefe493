import "server-only";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import { takeDueJob } from "@/lib/stores/postgres/jobs";
import { runJob } from "./run-job";

const AT_ONCE = 3;

/** The jobs that this process carries out, a few at a time, so that a long one keeps no other waiting. */
export function jobRuns() {
  const holder = crypto.randomUUID();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    /** Takes what is due; calls `ended` when there is room again. */
    begin: async (ended: () => void) => {
      while (running.size < AT_ONCE && !stopping.signal.aborted) {
        const job = await takeDueJob(db(), holder);
        if (!job) return;
        const one: Promise<void> = runJob(job, holder, stopping.signal)
          // Its lease runs out, and it is taken up again.
          .catch((error: unknown) => logger.error({ err: error, jobId: job.id }, "a job was interrupted"))
          .finally(() => {
            running.delete(one);
            ended();
          });
        running.add(one);
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
