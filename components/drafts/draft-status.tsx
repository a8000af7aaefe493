"use client";

import { useFormat } from "@/components/ui/use-format";
import type { Format } from "@/lib/tables/format";
import classes from "./draft-status.module.css";
import { draftTime } from "./draft-time";
import type { KeptDraftControl } from "./use-kept-draft";

/** One quiet line about the draft, for a form's save bar. Only what went wrong is read out. */
export function DraftStatus({ control }: { control: KeptDraftControl }) {
  const { state, offer } = control;
  const format = useFormat();
  const line = lineOf(format, state, offer !== null);
  return (
    <span
      className={line?.isProblem ? `${classes.status} ${classes.problem}` : classes.status}
      {...(line?.isProblem && { role: "status" })}
    >
      {line?.text}
    </span>
  );
}

function lineOf(
  format: Format,
  state: KeptDraftControl["state"],
  offered: boolean,
): { text: string; isProblem: boolean } | null {
  const notSaved = (why: string) => ({ text: `Draft not saved: ${why}`, isProblem: true });
  if (state.elsewhere) return notSaved("it is being edited in another window.");
  if (offered) return state.unkeptSince === null ? null : notSaved("decide above about your earlier changes.");
  if (state.problem) return notSaved(state.problem);
  if (state.unkeptSince !== null) return { text: "Saving draft…", isProblem: false };
  return state.savedAt ? { text: `Draft saved ${draftTime(format, state.savedAt)}`, isProblem: false } : null;
}
