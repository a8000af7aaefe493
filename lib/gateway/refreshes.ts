import "server-only";
import { db } from "@/lib/stores/postgres/client";
import { takeDueRefresh } from "@/lib/stores/postgres/survey-copy-runs";
import { refreshSurveyCopy } from "./refresh-survey-copy";

const AT_ONCE = 4;

/** The refreshes of this process, a few at a time, so that a slow service keeps no other waiting. */
export function refreshes() {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  return {
    /** Begins what is due; calls `ended` when there is room again. */
    begin: async (ended: () => void) => {
      while (running.size < AT_ONCE && !stopping.signal.aborted) {
        const due = await takeDueRefresh(db());
        if (!due) return;
        const one: Promise<void> = refreshSurveyCopy(due, stopping.signal)
          // Neither its end nor its problem could be written: its lease runs out, and it is begun anew.
          .catch(() => {})
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
