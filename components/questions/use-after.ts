"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { previewQuery } from "@/lib/answers/queries";
import { changeOf, type QuestionDraft } from "@/lib/answers/questions/question-draft";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { useIsThere } from "./use-is-there";

const PAUSE_MS = 300;

/** What a question would count as it is edited; null: there is nothing to count. */
export function useAfter(project: string, question: Question, draft: QuestionDraft | null) {
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  const change = settled && changeOf(question, settled);
  const asked = {
    id: question.id,
    ...(change?.options && { options: change.options.map(({ code, label, value }) => ({ code, label, value })) }),
    ...(change?.missing && { missing: change.missing }),
    ...(change?.derivation && { derivation: change.derivation }),
  };
  const isAsked = Object.keys(asked).length > 1;
  const isThere = useIsThere(project, question.id);
  const { data, error } = useQuery({ ...previewQuery(project, asked), enabled: () => isAsked && isThere() });
  return { isAsked, counted: isAsked && data?.id === question.id ? data : undefined, error: isAsked ? error : null };
}
