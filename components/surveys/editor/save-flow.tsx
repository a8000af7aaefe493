"use client";

import { LoadingOverlay, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "@/components/ui/load-error";
import { asEdited } from "@/lib/soft-launches/in-editor";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { describeChanges } from "@/lib/surveys/changes";
import { draftOf, patchBody, quotasProblem, type SurveyDraft, sameField } from "@/lib/surveys/draft";
import { mergeSurvey, type Side } from "@/lib/surveys/merge";
import { surveyQuery } from "@/lib/surveys/queries";
import { useEditor } from "./editor-context";
import { SavePreview } from "./save-preview";
import { type Refusals, showFieldProblems } from "./survey-editor";
import { useSave } from "./use-save";
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
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const id = base.survey.id;
  const fresh = useQuery({
    ...surveyQuery(id),
    queryKey: ["surveys", "before-save", id],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const launch = useQuery({
    ...softLaunchQuery(id),
    queryKey: ["soft-launches", "before-save", id],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  const { save, saving, problem } = useSave({
    id,
    fresh: fresh.data,
    launch: launch.data ?? null,
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
    onRefused: (error, sent) => {
      if (error.code === "conflict") void Promise.all([fresh.refetch(), launch.refetch()]);
      showFieldProblems(error, refusals, sent);
    },
  });

  if (!fresh.data || launch.data === undefined) {
    return <Reading failed={fresh.error || fresh.data === null ? fresh : launch} onClose={onClose} />;
  }
  const { survey, revision } = asEdited(fresh.data, launch.data);
  const theirs = draftOf(survey);
  const { merged, conflicts } = mergeSurvey(draftOf(base.survey), mine, theirs, choices);
  const names = { projects, questions };
  // A list of quotas that was not read whole must not be written: what is missing from it would be removed.
  const unread = sameField("respondent_attributes", theirs, merged) ? null : quotasProblem(survey);

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
      onSave={() => void save(patchBody(id, theirs, merged), merged.respondent_attributes)}
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
