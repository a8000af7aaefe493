"use client";

import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePutOff } from "@/components/ui/use-put-off";
import type { JsonObject } from "@/lib/contracts/lenient";
import type { SoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { effectInWords } from "@/lib/http/failures";
import { AppError } from "@/lib/http/problem";
import { addedTargets, asEdited, splitSave } from "@/lib/soft-launches/in-editor";
import { changeSoftLaunch, softLaunchQuery } from "@/lib/soft-launches/queries";
import type { QuotaDraft } from "@/lib/surveys/draft";
import { surveyQuery, updateSurvey } from "@/lib/surveys/queries";
import type { Loaded } from "./use-survey-form";

type Patch = JsonObject & { id: string };

type Given = {
  id: string;
  /** The survey and its soft launch as just read. */
  fresh: Loaded | null | undefined;
  launch: SoftLaunch | null;
  onSaved: (saved: Loaded) => void;
  /** The survey has all but these full targets, by quota id: they are what is left to save. */
  onPartSaved: (saved: Loaded, targets: Record<string, number>) => void;
  /** `sent`: the quotas as they were sent. */
  onRefused: (error: AppError, sent: readonly QuotaDraft[]) => void;
  /** What was read is not so any more. */
  reread: () => void;
  /** A save that ended without anybody knowing how: its body, or null once that is past. */
  onUnknown: (sent: JsonObject | null) => void;
};

/** What is wrong with a save; a conflict is told by what it shows. */
type Trouble = { message: string; isConflict: boolean };

/**
 * Writes what the preview showed. Under a soft launch the full targets go to it, after the survey has the rest: as soon
 * as it has, that is what the editor begins with, so that nothing is written twice should the second write not come.
 */
export function useSave({ id, fresh, launch, onSaved, onPartSaved, onRefused, reread, onUnknown }: Given) {
  const queries = useQueryClient();
  const [saving, setSaving] = useState<AbortController | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const wait = usePutOff();

  const finish = async (saved: Loaded, targets: Record<string, number>) => {
    let [written, kept] = [saved, launch];
    if (launch && Object.keys(targets).length > 0) {
      // The survey's revision does not tell of full targets: the state of the soft launch does.
      const { changed_at } = launch;
      kept = await changeSoftLaunch({ survey_id: id, action: "retarget", targets, changed_at });
      queries.setQueryData(softLaunchQuery(id).queryKey, kept);
      written = (await queries.fetchQuery({ ...surveyQuery(id), staleTime: 0 })) ?? saved;
    }
    queries.setQueryData(surveyQuery(id).queryKey, written);
    onUnknown(null);
    onSaved(asEdited(written, kept));
    notifications.show({ color: "green", message: `“${written.survey.name}” was saved.` });
    await queries.invalidateQueries({ queryKey: ["surveys"] });
  };

  const save = async (body: Patch, sent: readonly QuotaDraft[]) => {
    if (!fresh) return;
    let isInPart = false;
    let isAtLaunch = false;
    const leaving = new AbortController();
    setSaving(leaving);
    setTrouble(null);
    wait.end();
    const { patch, targets, added } = splitSave(body, launch, fresh.survey);
    try {
      const saved = patch ? await updateSurvey(patch, fresh.revision, leaving.signal) : fresh;
      const left = { ...targets, ...addedTargets(fresh.survey, saved.survey, added) };
      isInPart = patch !== null && Object.keys(left).length > 0;
      if (isInPart) {
        queries.setQueryData(surveyQuery(id).queryKey, saved);
        onPartSaved(saved, left);
      }
      isAtLaunch = true;
      await finish(saved, left);
    } catch (error) {
      setSaving(null);
      const message = leaving.signal.aborted ? effectInWords("unknown", SAVE) : messageOf(error);
      const code = error instanceof AppError ? error.code : "unavailable";
      if (isInPart) {
        setTrouble({ message: IN_PART, isConflict: false });
        return reread();
      }
      if (patch && (code === "uncertain" || code === "unavailable")) onUnknown(patch);
      if (code === "conflict") reread();
      if (wait.begins(error, () => void save(body, sent))) return;
      // One of the soft launch names it: what the survey shows does not tell that.
      setTrouble({ message, isConflict: code === "conflict" && !isAtLaunch });
      if (error instanceof AppError) onRefused(error, sent);
    }
  };
  const giveUp = () => {
    if (wait.putOff) setTrouble({ message: wait.putOff.why, isConflict: false });
    wait.end();
  };
  return { save, saving: saving !== null, stopWaiting: () => saving?.abort(), trouble, putOff: wait.putOff, giveUp };
}

const IN_PART = "The survey is saved, but not yet its full targets. Save again to set them.";

const SAVE = { noun: "survey", act: "save" } as const;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
