import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useWatch } from "react-hook-form";
import { type QuestionsById, questionsById } from "@/lib/surveys/qualification-text";
import { questionsQuery } from "@/lib/surveys/queries";
import { useEditor } from "./editor-context";

/**
 * The questions of the country that is chosen now, read first where they are not yet: a file has names in it or is not
 * made. Those on the screen may be none so far, or the ones of the country before.
 */
export function useReadQuestions(): () => Promise<QuestionsById> {
  const { control } = useEditor();
  const queries = useQueryClient();
  const country = useWatch({ control, name: "country_code" });
  return useCallback(async () => {
    try {
      return questionsById(await queries.fetchQuery(questionsQuery(country)));
    } catch (error) {
      throw new Error(`${QUESTIONS_UNREAD} ${error instanceof Error ? error.message : String(error)}`);
    }
  }, [queries, country]);
}

const QUESTIONS_UNREAD = "The questions of this country cannot be read, so that quotas have no names for them.";

/** Why what is on the screen has no names of questions, or may have other ones; null: it has them. */
export const namesMissing = ({ isRead, error }: { isRead: boolean; error: Error | null }): string | null => {
  if (isRead) return null;
  return error ? `${QUESTIONS_UNREAD} ${error.message}` : "The questions of this country are still being read.";
};
