"use client";

import { createContext, useContext } from "react";
import type { Control, UseFormSetValue } from "react-hook-form";
import type { ConnectionView } from "@/lib/contracts/context";
import type { Definitions } from "@/lib/contracts/interfaces/demand-replies";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SurveyDraft } from "@/lib/surveys/draft";
import type { QuestionsById } from "@/lib/surveys/qualification-text";
import type { QuotaList } from "@/lib/surveys/quotas/quota-list";

/** What every part of the survey editor needs. */
export type Editor = {
  control: Control<SurveyDraft>;
  setValue: UseFormSetValue<SurveyDraft>;
  connection: ConnectionView;
  definitions: Definitions;
  /** The survey as it was loaded; null: a new one. */
  present: Survey | null;
  /** The service's revision of it; null: a new one. */
  revision: string | null;
  /** The survey as it was last read: what it has collected by now; null: a new one. */
  latest: Survey | null;
  /** Names by ids, of those that are named here. */
  projects: ReadonlyMap<string, string>;
  questions: QuestionsById;
  /** Why names of questions are missing, or may be those of another country; null: they are right. */
  namesMissing: string | null;
  /** The quotas, which the form does not hold. */
  list: QuotaList;
  /** Under a soft launch: quota id to what stands at the service for now; targets are the full ones. */
  targetsNow: ReadonlyMap<string, number>;
  /** The viewer may not write: everything is shown, nothing can be changed. */
  readOnly: boolean;
  /** Why nothing may be changed; null: it may. */
  refusal: string | null;
};

const EditorContext = createContext<Editor | null>(null);

export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor is for parts of the survey editor.");
  return editor;
}
