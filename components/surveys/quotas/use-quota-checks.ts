"use client";

import { startTransition, useEffect, useRef, useState } from "react";
import type { Quota } from "@/lib/contracts/interfaces/survey-codec";
import type { QuotaDraft } from "@/lib/surveys/draft";
import type { QuestionsById } from "@/lib/surveys/qualification-text";
import { type Checked, checkQuotas } from "@/lib/surveys/quotas/quota-checks";

type Given = {
  quotas: readonly QuotaDraft[];
  questions: QuestionsById;
  respondents: number | null;
  collected: ReadonlyMap<string, Quota>;
  countsStarts: boolean;
};

/** Checks begin when nothing was changed for this long. */
const PAUSE_MS = 150;

const nothing: Checked = { warnings: [], largestTotal: null };

/**
 * What the checks found last, and of which list: rows are places in that one. They run in a worker, a moment after
 * the last edit, one at a time; what an edit has overtaken is left out.
 */
export function useQuotaChecks(given: Given): Result {
  const { quotas, questions, respondents, collected, countsStarts } = given;
  const [result, setResult] = useState<Result>({ checked: nothing, of: quotas });
  const worker = useRef<Worker | null | "none">(null);
  const run = useRef(0);

  useEffect(() => {
    run.current += 1;
    const mine = run.current;
    const timer = setTimeout(() => {
      const around = { questions, respondents, collected, countsStarts };
      const take = (checked: Checked) => {
        // A key that comes meanwhile goes first.
        if (run.current === mine) startTransition(() => setResult((last) => next(last, checked, quotas)));
      };
      worker.current ??= startWorker();
      const there = worker.current;
      if (there === "none") return take(checkQuotas(quotas, around));
      there.onmessage = ({ data }: MessageEvent<{ run: number; checked: Checked }>) => {
        if (data.run === mine) take(data.checked);
      };
      // Without it the checks are made here, late rather than never.
      there.onerror = () => {
        worker.current = "none";
        take(checkQuotas(quotas, around));
      };
      there.postMessage({ run: mine, given: [quotas, around] });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [quotas, questions, respondents, collected, countsStarts]);

  useEffect(
    () => () => {
      if (worker.current instanceof Worker) worker.current.terminate();
      worker.current = null;
    },
    [],
  );
  return result;
}

type Result = { checked: Checked; of: readonly QuotaDraft[] };

/** Warnings that say what they said before are the same ones: nothing of them is drawn again. */
function next({ checked: last }: Result, { warnings, largestTotal }: Checked, of: readonly QuotaDraft[]): Result {
  const isSame =
    warnings.length === last.warnings.length &&
    warnings.every(({ message, rows }, at) => {
      const was = last.warnings[at];
      return message === was?.message && rows.join() === was.rows.join();
    });
  return { checked: { warnings: isSame ? last.warnings : warnings, largestTotal }, of };
}

function startWorker(): Worker | "none" {
  try {
    return new Worker(new URL("./checks-worker.ts", import.meta.url), { type: "module" });
  } catch {
    return "none";
  }
}
