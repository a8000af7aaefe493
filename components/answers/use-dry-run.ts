import { useEffect, useRef, useState } from "react";
import { checkFile, getCheck, type Into, type Planned, startCheck } from "@/lib/answers/queries";
import type { TriedFile } from "@/lib/contracts/ours/imports";
import { MOST_CHECKED_BYTES } from "@/lib/contracts/terms/imports";
import { randomUuid } from "@/lib/http/random-uuid";
import { controlJob } from "@/lib/jobs/queries";

export const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const LOOK_EVERY_MS = 1000;
/** Looks in a row that may fail, as when the network is away for a moment. */
const MOST_FAILURES = 5;

type Ended = { key: string; result?: TriedFile; problem?: string };

/** Why looking ends: the person wants no result. Leaving the page, in contrast, lets the work go on. */
const CANCELLED = "cancelled";

/**
 * Tries a file: a small one while the person waits, a large one as work of the worker, which goes on when the page is
 * left and then says under “Work” how it ended. A result belongs to the plan that was tried and to the answers that the
 * project had: corrected, imported or undone since, it is gone.
 */
export function useDryRun(planned: Planned, into: Into, bytes: number) {
  const running = useRef<AbortController>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const key = JSON.stringify([planned, into]);
  const latestKey = useRef(key);
  useEffect(() => {
    latestKey.current = key;
  }, [key]);
  /** Gives the result; null: it failed, was cancelled, or is of a plan that was corrected meanwhile. */
  const run = async (): Promise<TriedFile | null> => {
    const mine = new AbortController();
    const { signal } = mine;
    running.current = mine;
    setRunning(true);
    setEnded(null);
    let result: TriedFile | null = null;
    try {
      result = await (bytes > MOST_CHECKED_BYTES
        ? checkAsWork(planned, signal, setMessage)
        : checkFile(planned, signal));
      setEnded({ key, result });
    } catch (error) {
      if (!signal.aborted) setEnded({ key, problem: sentenceOf(error) });
    }
    if (running.current !== mine) return null;
    setRunning(false);
    setMessage(null);
    return latestKey.current === key ? result : null;
  };
  const cancel = () => running.current?.abort(CANCELLED);
  const ofPlan = ended?.key === key ? ended : null;
  return {
    ...{ run, cancel, isRunning, message },
    ...{ result: ofPlan?.result ?? null, problem: ofPlan?.problem ?? null },
  };
}

async function checkAsWork(planned: Planned, signal: AbortSignal, tell: (message: string) => void): Promise<TriedFile> {
  tell("A large file is tried by the worker. It begins as soon as one is free.");
  const id = randomUuid();
  await startCheck({ ...planned, request_id: id });
  try {
    return await resultOf(id, signal, tell);
  } finally {
    // Only here it is sure that there is something to cancel.
    if (signal.reason === CANCELLED) await cancelIfRunning(id).catch(() => {});
  }
}

/** One that ended meanwhile is left: nothing is lost. */
async function cancelIfRunning(id: string): Promise<void> {
  const { is_over } = await getCheck(id, new AbortController().signal);
  if (!is_over) await controlJob(id, "cancel");
}

async function resultOf(id: string, signal: AbortSignal, tell: (message: string) => void): Promise<TriedFile> {
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
