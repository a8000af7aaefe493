"use client";

import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { JsonObject } from "@/lib/contracts/lenient";
import type { SoftLaunch } from "@/lib/contracts/soft-launches";
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
  /** `sent`: the quotas as they were sent. */
  onRefused: (error: AppError, sent: readonly QuotaDraft[]) => void;
};

/**
 * Writes what the preview showed. Under a soft launch the full targets go to it, after the survey has the rest: should
 * that fail, the next try sets those alone, so that nothing is written twice.
 */
export function useSave({ id, fresh, launch, onSaved, onRefused }: Given) {
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [left, setLeft] = useState<{ saved: Loaded; targets: Record<string, number> } | null>(null);

  const finish = async (saved: Loaded, targets: Record<string, number>) => {
    let [written, kept] = [saved, launch];
    if (Object.keys(targets).length > 0) {
      setLeft({ saved, targets });
      kept = await changeSoftLaunch({ survey_id: id, action: "retarget", targets });
      queries.setQueryData(softLaunchQuery(id).queryKey, kept);
      written = (await queries.fetchQuery({ ...surveyQuery(id), staleTime: 0 })) ?? saved;
    }
    queries.setQueryData(surveyQuery(id).queryKey, written);
    onSaved(asEdited(written, kept));
    notifications.show({ color: "green", message: `“${written.survey.name}” was saved.` });
    await queries.invalidateQueries({ queryKey: ["surveys"] });
  };

  const save = async (body: Patch, sent: readonly QuotaDraft[]) => {
    if (!fresh) return;
    setSaving(true);
    setProblem(null);
    try {
      if (left) return await finish(left.saved, left.targets);
      const { patch, targets, added } = splitSave(body, launch);
      const saved = patch ? await updateSurvey(patch, fresh.revision) : fresh;
      await finish(saved, { ...targets, ...addedTargets(fresh.survey, saved.survey, added) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      if (error instanceof AppError) onRefused(error, sent);
      setSaving(false);
    }
  };
  const told =
    problem && left ? `The survey is saved, but not yet its full targets: ${problem} Save again to set them.` : problem;
  return { save, saving, problem: told };
}
