"use client";

import { useQueryClient } from "@tanstack/react-query";
import { questionsQuery } from "@/lib/answers/queries";

/** Whether a project still has a question, asked each time: its form is shown for a moment after it was removed. */
export function useIsThere(project: string, id: string): () => boolean {
  const queries = useQueryClient();
  return () => {
    const known = queries.getQueryData(questionsQuery(project).queryKey);
    return known?.questions.some((question) => question.id === id) ?? false;
  };
}
