"use client";

import { LoadingOverlay, Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "@/components/ui/load-error";
import { AppError } from "@/lib/http/problem";
import { describeChanges } from "@/lib/surveys/changes";
import { draftOf, patchBody, quotasProblem, type SurveyDraft, sameField } from "@/lib/surveys/draft";
import { mergeSurvey, type Side } from "@/lib/surveys/merge";
import { surveyQuery, updateSurvey } from "@/lib/surveys/queries";
import { useEditor } from "./editor-context";
import { SavePreview } from "./save-preview";
import { type Refusals, showFieldProblems } from "./survey-editor";
import type { Loaded } from "./use-survey-form";

type Props = {
  base: Loaded;
  mine: SurveyDraft;
  onClose: () => void;
  onSaved: (saved: Loaded) => void;
  refusals: Refusals;
};

/**
 * From "Save" to saved: the survey is read afresh, so that the preview shows what the save changes now; the save
 * goes to just that state, and if the survey changed once more meanwhile, the preview is made again.
 */
export function SaveFlow({ base, mine, onClose, onSaved, refusals }: Props) {
  const { projects, questions } = useEditor();
  const queries = useQueryClient();
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = base.survey.id;
  const fresh = useQuery({
    ...surveyQuery(id),
    queryKey: ["surveys", "before-save", id],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (!fresh.data) return <Reading failed={fresh} onClose={onClose} />;
  const { survey, revision } = fresh.data;
  const theirs = draftOf(survey);
  const { merged, conflicts } = mergeSurvey(draftOf(base.survey), mine, theirs, choices);
  const names = { projects, questions };
  // A list of quotas that was not read whole must not be written: what is missing from it would be removed.
  const unread = sameField("respondent_attributes", theirs, merged) ? null : quotasProblem(survey);

  const save = async () => {
    setSaving(true);
    setProblem(null);
    try {
      const saved = await updateSurvey(patchBody(id, theirs, merged), revision);
      queries.setQueryData(surveyQuery(id).queryKey, saved);
      onSaved(saved);
      onClose();
      notifications.show({ color: "green", message: `“${saved.survey.name}” was saved.` });
      await queries.invalidateQueries({ queryKey: ["surveys"] });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      if (error instanceof AppError && error.code === "conflict") await fresh.refetch();
      if (error instanceof AppError) showFieldProblems(error, refusals, merged.respondent_attributes);
      setSaving(false);
    }
  };

  return (
    <SavePreview
      changes={describeChanges(survey, merged, names)}
      conflicts={conflicts}
      choices={choices}
      onChoose={(key, side) => setChoices({ ...choices, [key]: side })}
      mine={mine}
      theirs={theirs}
      names={names}
      changedSince={revision !== base.revision}
      saving={saving}
      problem={unread ?? problem}
      blocked={unread !== null}
      onSave={() => void save()}
      onClose={onClose}
    />
  );
}

function Reading({
  failed,
  onClose,
}: {
  failed: { error: Error | null; isPending: boolean; refetch: () => unknown };
  onClose: () => void;
}) {
  const gone = !failed.isPending && !failed.error;
  const error =
    failed.error ?? (gone ? new Error("It could not be found. It may belong to another account now.") : null);
  return (
    <Modal opened onClose={onClose} title="Save these changes?" size="xl">
      {error ? (
        <LoadError what="The survey" error={error} onRetry={() => void failed.refetch()} />
      ) : (
        <LoadingOverlay visible />
      )}
    </Modal>
  );
}
