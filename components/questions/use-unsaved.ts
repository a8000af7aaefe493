"use client";

import { useCallback, useState } from "react";
import { NOTHING_IN_WORK, type QuestionsInWork } from "@/lib/answers/questions/kept-questions";

/** What is typed in the two halves of the page and not saved; another project begins without any. */
export function useUnsaved(project: string | null) {
  const [of, setOf] = useState(project);
  const [work, setWork] = useState(NOTHING_IN_WORK);
  const [turn, setTurn] = useState(0);
  if (of !== project) {
    setOf(project);
    setWork(NOTHING_IN_WORK);
  }
  const setQuestion = useCallback(
    (next: (now: QuestionsInWork["question"]) => QuestionsInWork["question"]) =>
      setWork((now) => {
        const question = next(now.question);
        return question === now.question ? now : { ...now, question };
      }),
    [],
  );
  const setWeight = (weight: QuestionsInWork["weight"]) => setWork((now) => ({ ...now, weight }));
  /** The forms begin anew, with this. */
  const begin = (from: QuestionsInWork) => {
    setWork(from);
    setTurn((now) => now + 1);
  };
  return { work, isDirty: work.question !== null || work.weight !== null, turn, setQuestion, setWeight, begin };
}

export type Unsaved = ReturnType<typeof useUnsaved>;
