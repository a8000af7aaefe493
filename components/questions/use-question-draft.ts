"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { questionsQuery, updateQuestion } from "@/lib/answers/queries";
import type { EditInWork } from "@/lib/answers/questions/kept-questions";
import {
  changeOf,
  conflictsOf,
  type DraftField,
  draftOf,
  mergeDrafts,
  type Side,
  typedSince,
} from "@/lib/answers/questions/question-draft";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";
import { AppError } from "@/lib/http/problem";
import type { Undo } from "./use-undo";

type Editing = {
  project: string;
  question: Question;
  undo: Undo;
  /** What was typed earlier and is gone on with. */
  from: EditInWork | null;
  /** What differs from what editing began from; null: nothing. */
  onTyped: (work: EditInWork | null) => void;
};

/**
 * A question being edited. What somebody else makes of it meanwhile is taken over while nothing is changed here; else it
 * is shown, and where both changed a part the person chooses.
 */
export function useQuestionDraft({ project, question, undo, from, onTyped }: Editing) {
  const [base, setBase] = useState(from?.base ?? question);
  const [draft, setDraft] = useState(() => from?.draft ?? draftOf(question));
  const [choices, setChoices] = useState<Partial<Record<DraftField, Side>>>({});
  const isDirty = changeOf(base, draft) !== null;
  const isNews = question !== base && canonicalJson(question) !== canonicalJson(base);
  const begin = (saved: Question) => {
    setBase(saved);
    setDraft(draftOf(saved));
    setChoices({});
  };
  if (isNews && !isDirty) begin(question);
  const theirs = isNews && isDirty ? question : null;
  const typed = useMemo(
    (): EditInWork | null => (isDirty ? { form: "edit", id: base.id, base, draft } : null),
    [isDirty, base, draft],
  );
  useEffect(() => onTyped(typed), [typed, onTyped]);

  const queries = useQueryClient();
  const before = draftOf(base);
  const conflicts = theirs ? conflictsOf(before, draft, draftOf(theirs)) : [];
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const against = theirs ?? base;
      const wanted = theirs ? mergeDrafts(before, draft, draftOf(theirs), choices) : draft;
      const change = changeOf(against, wanted);
      const saved = change
        ? await updateQuestion({ project_id: project, version: against.version, ...change })
        : against;
      // Before the list is read again it would bring back what was there before.
      queries.setQueryData(questionsQuery(project).queryKey, (known) => known && withQuestion(known, saved));
      setBase(saved);
      setDraft((now) => typedSince(draft, now, draftOf(saved)));
      setChoices({});
      const back = changeOf(saved, draftOf(against));
      await undo.done(
        back && {
          says: `“${saved.id}” was saved.`,
          back: () => updateQuestion({ project_id: project, version: saved.version, ...back }),
        },
      );
    },
    // Somebody was quicker: what is there now comes with the list, and is shown beside what was typed.
    onError: (problem) => (problem instanceof AppError && problem.code === "conflict" ? undo.refresh() : undefined),
  });
  return {
    base: before,
    draft,
    theirs,
    choices,
    choose: (field: DraftField, side: Side) => setChoices({ ...choices, [field]: side }),
    change: setDraft,
    discard: () => {
      reset();
      begin(question);
    },
    isDirty,
    /** Something both changed is not decided yet. */
    isOpen: conflicts.some((field) => choices[field] === undefined),
    isSaving: isPending,
    error: theirs ? null : error,
    save: () => mutate(),
  };
}

const withQuestion = <T extends { questions: Question[] }>(known: T, saved: Question): T => ({
  ...known,
  questions: known.questions.map((each) => (each.id === saved.id ? saved : each)),
});

export type QuestionEditing = ReturnType<typeof useQuestionDraft>;
