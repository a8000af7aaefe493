export type Slots = {
  /** Waits for a turn, first come first served, and returns how to give it back; rejects when the signal is aborted before. */
  take: (signal: AbortSignal) => Promise<() => void>;
};

/**
 * Turns of statements: those that write rows leave at least one to the others, however many of them wait, unless there
 * is but one.
 */
export function statementSlots(count: number) {
  const [all, writing] = [fairSlots(count), fairSlots(Math.max(1, count - 1))];
  return async (isWriting: boolean, signal: AbortSignal): Promise<() => void> => {
    if (!isWriting) return all.take(signal);
    const releaseWriting = await writing.take(signal);
    try {
      const release = await all.take(signal);
      return () => {
        release();
        releaseWriting();
      };
    } catch (error) {
      releaseWriting();
      throw error;
    }
  };
}

/** So many at once; who comes later waits for his turn. */
export function fairSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;

  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  const once = () => {
    let held = true;
    return () => {
      if (held) release();
      held = false;
    };
  };

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free--;
        return once();
      }
      await new Promise<void>((turn, leave) => {
        const called = () => {
          signal.removeEventListener("abort", left);
          turn();
        };
        const left = () => {
          waiting.splice(waiting.indexOf(called), 1);
          leave(signal.reason);
        };
        waiting.push(called);
        signal.addEventListener("abort", left, { once: true });
      });
      return once();
    },
  };
}
