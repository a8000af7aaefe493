"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useEffect, useState } from "react";
import type { ReviewDecision } from "@/lib/contracts/terms/respondents";
import { decided, rowAfter, standingOf } from "@/lib/respondents/outbox";
import { evidenceOptions } from "@/lib/respondents/queries";
import { decisionNames } from "@/lib/respondents/words";
import { useNoteDraft } from "./use-note-draft";
import { useOutbox } from "./use-outbox";

/** Evidence is read ahead for so many, so that the next respondent is there when one is decided. */
const AHEAD = 6;
const FRESH_MS = 10 * 60_000;

const WAIT_FOR_EVIDENCE = "Wait until the evidence is shown.";
const DECISION_STOPPED = "A decision could not be saved. Try again or discard it first.";

/** A review under way: who is shown, what was decided, and what may be done next. `ids`: in the order of the review. */
export function useReview(surveyId: string, ids: readonly string[], reviewer: string) {
  const queries = useQueryClient();
  const [at, setAt] = useQueryState("at", parseAsString.withOptions({ history: "replace" }));
  const [hasEnded, setEnded] = useState(false);
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const [announcement, announce] = useState("");
  const outbox = useOutbox(surveyId);
  const index = hasEnded ? ids.length : Math.max(0, at === null ? 0 : ids.indexOf(at));
  const id = ids[index] ?? null;
  const evidence = useQuery({ ...evidenceOptions(surveyId, id ?? ""), enabled: id !== null, staleTime: FRESH_MS });

  useEffect(() => {
    for (const next of ids.slice(index + 1, index + 1 + AHEAD))
      void queries.prefetchQuery({ ...evidenceOptions(surveyId, next), staleTime: FRESH_MS });
  }, [queries, surveyId, ids, index]);

  const row =
    evidence.data && id !== null
      ? rowAfter(evidence.data.respondent, outbox.standings.get(id), reviewer, new Date().toISOString())
      : null;
  const refused = outbox.problem !== null ? DECISION_STOPPED : row === null ? WAIT_FOR_EVIDENCE : null;
  const note = notes.get(id ?? "") ?? row?.review?.note ?? "";
  /** The note on the server about a respondent; undefined while a decision about another is being saved. */
  const savedNote = (of: string): string | undefined =>
    outbox.waiting.some(({ respondentId }) => respondentId === of)
      ? undefined
      : (outbox.standings.get(of) ?? queries.getQueryData(evidenceOptions(surveyId, of).queryKey)?.respondent.review)
          ?.note;
  const draft = useNoteDraft(surveyId, new Map([...notes].filter(([of, text]) => text !== (savedNote(of) ?? ""))));
  const go = (to: number) => {
    const next = Math.min(Math.max(to, 0), ids.length);
    setEnded(next === ids.length);
    const nextId = ids[next];
    if (nextId !== undefined) void setAt(nextId);
  };
  const decide = (decision: ReviewDecision) => {
    if (refused !== null || id === null || row === null) return announce(refused ?? "");
    const before = standingOf(row);
    outbox.put(id, before, decided(before, decision, note));
    const next = ids[index + 1];
    announce(`${decisionNames[decision]}: ${id}. ${next === undefined ? "That was the last." : `Next: ${next}.`}`);
    go(index + 1);
  };
  return {
    ...{ id, index, evidence, row, note, refused, announcement, outbox, draft },
    hasEnded: id === null,
    next: () => go(index + 1),
    previous: () => go(index - 1),
    decide,
    undo: () => {
      const undone = outbox.undo();
      announce(undone === null ? "There is nothing to undo." : `Undone: ${undone}.`);
      if (undone !== null && ids.includes(undone)) go(ids.indexOf(undone));
    },
    discard: () => {
      const dropped = outbox.discard();
      if (dropped !== null && ids.includes(dropped)) go(ids.indexOf(dropped));
    },
    restoreNotes: (earlier: ReadonlyMap<string, string>) => setNotes((before) => new Map([...before, ...earlier])),
    writeNote: (text: string) => id !== null && setNotes((before) => new Map(before).set(id, text)),
    /** A note of somebody who is decided of is saved with the same decision; of others with the decision to come. */
    saveNote: () => {
      if (id === null || !row?.review || note === row.review.note || refused !== null) return;
      const before = standingOf(row);
      outbox.put(id, before, { ...before, note });
      announce("Note saved with the decision.");
    },
  };
}

export type ReviewWork = ReturnType<typeof useReview>;
