"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isAbout, questionsQuery, removeQuestion } from "@/lib/answers/queries";

/** The last edit, in words, and what takes it back; that may tell which later edits stay, a sentence each (`stayed`). */
type Edit = { says: string; back: () => Promise<unknown> };

function stayedIn(result: unknown): string[] {
  const stayed = typeof result === "object" && result !== null && "stayed" in result ? result.stayed : [];
  return Array.isArray(stayed) ? stayed.map(String) : [];
}

const NOTHING: string[] = [];

/** Tells everything that is made of a project's answers of an edit, and keeps how the last one is taken back. */
export function useUndo(project: string) {
  const queries = useQueryClient();
  const [last, setLast] = useState<Edit | null>(null);
  const [stayed, setStayed] = useState(NOTHING);
  const refresh = () => queries.invalidateQueries({ predicate: isAbout(project) });
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (edit: Edit) => edit.back(),
    onSuccess: (result) => {
      setLast(null);
      setStayed(stayedIn(result));
      return refresh();
    },
  });
  return {
    last,
    /** What the last undo left, since it was edited meanwhile. */
    stayed,
    isPending,
    error,
    refresh,
    take: () => last && mutate(last),
    /** Removes a derived question. It is off the list at once: forms of it ask no more (`useIsThere`). */
    remove: async (id: string) => {
      queries.setQueryData(questionsQuery(project).queryKey, await removeQuestion(project, id));
    },
    /** After an edit: resolves when what is shown has been read again. */
    done: (edit: Edit | null) => {
      reset();
      setStayed(NOTHING);
      setLast(edit);
      return refresh();
    },
    dismiss: () => {
      reset();
      setStayed(NOTHING);
      setLast(null);
    },
  };
}

export type Undo = ReturnType<typeof useUndo>;
