import type { UseFormSetValue } from "react-hook-form";
import { usePageActions, useShortcuts } from "@/components/ui/page-actions";
import type { SurveyDraft } from "@/lib/surveys/draft";

const UNTOUCHED = "Nothing on this page has been changed.";

type Editing = {
  /** The survey's status as saved; null: it does not exist yet. */
  status: string | null;
  /** Why nothing may be changed; null: it may. */
  refusal: string | null;
  untouched: boolean;
  setValue: UseFormSetValue<SurveyDraft>;
  submit: () => void;
  discard: () => void;
  /** Brings back what was discarded; null: nothing was, or other changes stand in its place. */
  takeBack: (() => void) | null;
};

const statusChanges = [
  { to: "Live", id: "take-live", label: "Take this survey live…", keywords: "start launch resume", refused: "live" },
  { to: "Paused", id: "pause", label: "Pause this survey…", keywords: "stop hold", refused: "paused" },
  { to: "Complete", id: "complete", label: "Complete this survey…", keywords: "finish end close", refused: "complete" },
] as const;

/** What the survey's page lets a person do, for the palette. A new status is saved as any edit: shown first. */
export function useEditorActions({ status, refusal, untouched, setValue, submit, discard, takeBack }: Editing): void {
  const reason = (other: string | null) => refusal ?? other;
  const changes = statusChanges.map(({ to, refused, ...action }) => ({
    ...action,
    refused: reason(status === to ? `This survey is ${refused} already.` : null),
    run: () => {
      setValue("status", to, { shouldDirty: true, shouldTouch: true });
      submit();
    },
  }));
  usePageActions([
    {
      id: "save",
      label: status === null ? "Create this survey" : "Save this survey…",
      run: submit,
      refused: reason(status !== null && untouched ? UNTOUCHED : null),
    },
    { id: "discard", label: "Discard changes", run: discard, refused: reason(untouched ? UNTOUCHED : null) },
    ...(takeBack
      ? [{ id: "take-back", label: "Take changes back", keywords: "undo discard restore", run: takeBack }]
      : []),
    ...(status === null ? [] : changes),
  ]);
  useShortcuts([
    { keys: ["Mod", "S"], does: status === null ? "Create the survey" : "Save: shows first what changes" },
  ]);
}
