import "server-only";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import { takeDueJob } from "@/lib/stores/postgres/jobs";
import type { Kinds } from "./kind";
import { runJob } from "./run-job";

const AT_ONCE = 6;
/** A service that hangs delays jobs of its own connection only. */
const AT_ONCE_OF_CONNECTION = 3;

type Running = { connection: string; ended: Promise<void> };

/** The jobs that this process runs, a few at a time, so that a long one does not hold up the others. */
export function jobRuns(kinds: Kinds) {
  const stopping = new AbortController();
  const running = new Map<string, Running>();
  const fullConnections = () => {
    const names = [...running.values()].map(({ connection }) => connection);
    return [...new Set(names)].filter((name) => names.filter((each) => each === name).length >= AT_ONCE_OF_CONNECTION);
  };
  return {
    /** Takes due jobs; calls `ended` when there is room again. */
    begin: async (ended: () => void) => {
      while (running.size < AT_ONCE && !stopping.signal.aborted) {
        // After a halt, a process may find that the leases of its own jobs have expired, although they still run.
        const holder = crypto.randomUUID();
        const job = await takeDueJob(db(), holder, { underWay: [...running.keys()], full: fullConnections() });
        if (!job) return;
        const run = runJob(job, { kinds, holder, signal: stopping.signal })
          // Its lease expires, and another run takes it.
          .catch((error: unknown) => logger.error({ err: error, jobId: job.id }, "a job was interrupted"))
          .finally(() => {
            running.delete(job.id);
            ended();
          });
        running.set(job.id, { connection: job.connection, ended: run });
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([...running.values()].map((each) => each.ended));
    },
  };
}
