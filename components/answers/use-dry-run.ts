import { useEffect, useRef, useState } from "react";
import { checkFile, getCheck, type Planned, startCheck } from "@/lib/answers/queries";
import { MOST_CHECKED_BYTES, type TriedFile } from "@/lib/contracts/imports";
import { controlJob } from "@/lib/jobs/queries";

export const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const LOOK_EVERY_MS = 1000;
/** Looks in a row that may fail, as when the network is away for a moment. */
const MOST_FAILURES = 5;

type Ended = { key: string; result?: TriedFile; problem?: string };
type Running = { stop: AbortController; job: string | null };

/**
 * Tries a file: a small one while the person waits, a large one as work of the worker, which goes on when the page is
 * left and then says under “Work” how it ended. A result belongs to the plan that was tried: corrected since, it is gone.
 */
export function useDryRun(planned: Planned, bytes: number) {
  const running = useRef<Running>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => () => running.current?.stop.abort(), []);
  const key = JSON.stringify(planned);
  const run = async () => {
    const isLarge = bytes > MOST_CHECKED_BYTES;
    const mine: Running = { stop: new AbortController(), job: isLarge ? crypto.randomUUID() : null };
    const { signal } = mine.stop;
    running.current = mine;
    setRunning(true);
    setEnded(null);
    try {
      const result = await (mine.job === null
        ? checkFile(planned, signal)
        : checkAsWork(planned, mine.job, signal, setMessage));
      setEnded({ key, result });
    } catch (error) {
      if (!signal.aborted) setEnded({ key, problem: sentenceOf(error) });
    }
    if (running.current !== mine) return;
    setRunning(false);
    setMessage(null);
  };
  const cancel = () => {
    const { stop, job } = running.current ?? {};
    stop?.abort();
    // Ended meanwhile, or not begun: there is nothing to cancel.
    if (job) void controlJob(job, "cancel").catch(() => {});
  };
  const ofPlan = ended?.key === key ? ended : null;
  return {
    ...{ run: () => void run(), cancel, isRunning, message },
    ...{ result: ofPlan?.result ?? null, problem: ofPlan?.problem ?? null },
  };
}

async function checkAsWork(
  planned: Planned,
  id: string,
  signal: AbortSignal,
  tell: (message: string) => void,
): Promise<TriedFile> {
  tell("A large file is tried by the worker. It begins as soon as one is free.");
  await startCheck({ ...planned, request_id: id });
  for (let failures = 0; ; ) {
    signal.throwIfAborted();
    try {
      const { result, is_over, message } = await getCheck(id, signal);
      if (result) return result;
      if (is_over) throw new Ending(message ?? "The dry run ended without a result. Try again.");
      if (message !== null) tell(message);
      failures = 0;
    } catch (error) {
      failures += 1;
      if (error instanceof Ending || signal.aborted || failures > MOST_FAILURES) throw error;
    }
    await new Promise((later) => setTimeout(later, LOOK_EVERY_MS));
  }
}

/** It will not go on: looking again is no use. */
class Ending extends Error {}
