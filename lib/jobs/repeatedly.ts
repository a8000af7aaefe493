import { logger } from "@/lib/logger";

export type Repeated = {
  /** Starts a round soon, instead of at its time. */
  wake: () => void;
  /** Stops; resolves when the current round has ended. */
  stop: () => Promise<void>;
};

/**
 * Does something now and every `everyMs`, one round at a time. A round that fails is logged, once until one
 * succeeds again, and followed by the next: what it needs may be back by then.
 */
export function repeatedly(name: string, everyMs: number, round: () => Promise<void>): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  let awaited = false;
  let failing = false;
  let stopped = false;

  const run = () => {
    if (stopped) return;
    if (underWay) {
      awaited = true;
      return;
    }
    clearTimeout(timer);
    awaited = false;
    underWay = Promise.resolve()
      .then(round)
      .then(
        () => {
          failing = false;
        },
        (error: unknown) => {
          if (!failing) logger.warn({ err: error, name }, "work failed; it is tried again");
          failing = true;
        },
      )
      .finally(() => {
        underWay = undefined;
        if (awaited && !failing) run();
        else if (!stopped) timer = setTimeout(run, everyMs);
      });
  };
  run();
  return {
    wake: run,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
