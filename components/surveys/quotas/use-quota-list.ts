"use client";

import { notifications } from "@mantine/notifications";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type QuotaDraft, quotasProblem } from "@/lib/surveys/draft";
import type { Edited } from "@/lib/surveys/quotas/grid-edit";
import type { QuotaProblems } from "@/lib/surveys/quotas/quota-problems";
import { useEditor } from "../editor/editor-context";

/** The open editor's quotas and every way to change them. */
export type QuotaListControl = {
  quotas: readonly QuotaDraft[];
  /**
   * Takes an edit over as one step that can be undone, named by `words` ("500 quotas were pasted"). What is wrong with
   * it is shown instead; tells whether it was taken over.
   */
  apply: (edited: Edited, words: string) => boolean;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** Whether new quotas may be added; else `addRefusal` says why not. */
  mayAdd: boolean;
  addRefusal: string | null;
  /** Why nothing in the list may be changed; null: it may. */
  locked: string | null;
  /** What happened last, for those who hear the screen. */
  said: string;
  /** What was refused when it was last saved. */
  problems: QuotaProblems;
};

export function useQuotaList(): QuotaListControl {
  const { list, connection, present, refusal } = useEditor();
  const state = useSyncExternalStore(list.subscribe, list.state, list.state);
  const unread = useMemo(() => (present ? quotasProblem(present) : null), [present]);
  const locked = refusal ?? unread;
  const fixed =
    present && !connection.addsQuotas ? `${connection.title} cannot add quotas to a survey that exists.` : null;
  const addRefusal = locked ?? fixed;
  const apply = useCallback(
    (edited: Edited, words: string) => {
      const own = "problem" in edited ? edited.problem : added(list.quotas(), edited.quotas, fixed);
      const problem = locked ?? own;
      if (problem !== null) notifications.show({ color: "red", message: problem });
      else if ("quotas" in edited) list.apply(edited.quotas, words);
      return problem === null;
    },
    [list, locked, fixed],
  );
  return {
    quotas: state.present.quotas,
    apply,
    undo: list.undo,
    redo: list.redo,
    canUndo: locked === null && state.past.length > 0,
    canRedo: locked === null && state.future.length > 0,
    mayAdd: addRefusal === null,
    addRefusal,
    locked,
    said: state.said,
    problems: state.problems,
  };
}

/** The refusal where an edit has more new quotas than there were; removing some is always possible. */
function added(before: readonly QuotaDraft[], after: readonly QuotaDraft[], refusal: string | null): string | null {
  if (refusal === null) return null;
  return newOnes(after) > newOnes(before) ? refusal : null;
}

const newOnes = (quotas: readonly QuotaDraft[]) => quotas.filter(({ quota_id }) => quota_id === null).length;
