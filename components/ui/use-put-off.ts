"use client";

import { useState } from "react";
import { AppError } from "@/lib/http/problem";

/** Why an action waits, until when, and what it then does again. */
export type PutOff = { why: string; until: number; again: () => void };

/** An action that a service puts off: nothing was done, and it is done again by itself when the time is over. */
export function usePutOff() {
  const [putOff, setPutOff] = useState<PutOff | null>(null);
  return {
    putOff,
    end: () => setPutOff(null),
    /** Whether the failure is one to wait for; `again` runs when the wait is over. */
    begins: (error: unknown, again: () => void): boolean => {
      const waitMs = error instanceof AppError && error.code === "busy" ? error.retryAfterMs : null;
      if (waitMs === null) return false;
      setPutOff({ why: (error as AppError).message, until: Date.now() + waitMs, again });
      return true;
    },
  };
}
