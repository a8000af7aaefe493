"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { figureKeys } from "@/lib/answers/figure-keys";
import type { RespondentEvidence, RespondentRow } from "@/lib/contracts/ours/respondents";
import * as boxes from "@/lib/respondents/outbox";
import { decideRespondent, evidenceOptions, respondentsKey } from "@/lib/respondents/queries";

/**
 * Sends what a reviewer decides in its order, one after another, while they go on. What could not be saved stops the
 * rest, and stays until somebody tries again or discards it.
 */
export function useOutbox(surveyId: string) {
  const queries = useQueryClient();
  const [outbox, setOutbox] = useState(boxes.emptyOutbox);
  /** How the respondents decided of here stand. */
  const [standings, setStandings] = useState<ReadonlyMap<string, boxes.Standing>>(new Map());
  const stand = (respondentId: string, standing: boxes.Standing) =>
    setStandings((before) => new Map(before).set(respondentId, standing));
  const head = outbox.problem === null ? outbox.waiting[0] : undefined;

  useEffect(() => {
    if (!head) return;
    let isGone = false;
    const { respondentId, after } = head;
    decideRespondent({ survey_id: surveyId, respondent_id: respondentId, ...after }).then(
      (row) => {
        const { queryKey } = evidenceOptions(surveyId, respondentId);
        queries.setQueryData(queryKey, (known) => withRow(known, row));
        // Its history is read anew when it is shown again.
        void queries.invalidateQueries({ queryKey, refetchType: "none" });
        if (!isGone) setOutbox(boxes.saved);
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (!isGone) setOutbox((before) => boxes.stopped(before, message));
      },
    );
    return () => {
      isGone = true;
    };
  }, [head, surveyId, queries]);

  // Lists and figures are read anew by the pages that show them.
  useEffect(
    () => () => {
      const own = ["list", "summary", "preview"].map((part) => [...respondentsKey(surveyId), part]);
      for (const queryKey of [...own, ...figureKeys]) void queries.invalidateQueries({ queryKey, refetchType: "none" });
    },
    [queries, surveyId],
  );

  return {
    ...outbox,
    standings,
    put: (respondentId: string, before: boxes.Standing, after: boxes.Standing) => {
      setOutbox((box) => boxes.put(box, { respondentId, before, after }));
      stand(respondentId, after);
    },
    /** Undoes the last decision; gives whose it was. */
    undo: (): string | null => {
      const { outbox: next, undone } = boxes.undo(outbox);
      if (!undone) return null;
      setOutbox(next);
      stand(undone.respondentId, undone.before);
      return undone.respondentId;
    },
    tryAgain: () => setOutbox(boxes.triedAgain),
    /** Gives whose decision is dropped. */
    discard: (): string | null => {
      const first = outbox.waiting[0];
      if (!first) return null;
      setOutbox(boxes.discarded);
      stand(first.respondentId, first.before);
      return first.respondentId;
    },
  };
}

const withRow = (known: RespondentEvidence | undefined, row: RespondentRow): RespondentEvidence | undefined =>
  known && { ...known, respondent: row };
