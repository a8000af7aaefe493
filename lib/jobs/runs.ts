import "server-only";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import { takeDueJob } from "@/lib/stores/postgres/jobs";
import type { Kinds } from "./kind";
import { runJob } from "./run-job";

const AT_ONCE = 3;

/** The jobs that this process runs, a few at a time, so that a long one does not hold up the others. */
export function jobRuns(kinds: Kinds) {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  return {
    /** Takes due jobs; calls `ended` when there is room again. */
    begin: async (ended: () => void) => {
      while (running.size < AT_ONCE && !stopping.signal.aborted) {
        // After a halt, a process may find that the leases of its own jobs have expired, although they still run.
        const holder = crypto.randomUUID();
        const job = await takeDueJob(db(), holder, [...running.keys()]);
        if (!job) return;
        const one = runJob(job, { kinds, holder, signal: stopping.signal })
          // Its lease expires, and another run takes it.
          .catch((error: unknown) => logger.error({ err: error, jobId: job.id }, "a job was interrupted"))
          .finally(() => {
            running.delete(job.id);
            ended();
          });
        running.set(job.id, one);
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
