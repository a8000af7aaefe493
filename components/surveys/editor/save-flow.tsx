"use client";

import { LoadingOverlay } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import { WHOLE_SURVEY } from "@/lib/contracts/terms/soft-launches";
import { asEdited, isShareOf, waitsFor, withTargetsOf } from "@/lib/soft-launches/in-editor";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { describeChanges } from "@/lib/surveys/changes";
import { draftOf, quotasProblem, type SurveyDraft, sameField } from "@/lib/surveys/draft";
import { mergeSurvey, type Side } from "@/lib/surveys/merge";
import { priceEffect } from "@/lib/surveys/price-effect";
import { pricedFields } from "@/lib/surveys/price-floor";
import { surveyQuery } from "@/lib/surveys/queries";
import { patchBody } from "@/lib/surveys/survey-body";
import { useEditor } from "./editor-context";
import { type Refusals, showFieldProblems } from "./refusals";
import { SavePreview } from "./save-preview";
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
  const { projects, questions, setValue, connection } = useEditor();
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const id = base.survey.id;
  const queries = useQueryClient();
  const { fresh, launch, reread } = useFreshlyRead(id);
  const { save, saving, problem } = useSave({
    id,
    fresh: fresh.data,
    launch: launch.data ?? null,
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
    onPartSaved: (saved, targets) => {
      queries.setQueryData(freshKey(id), saved);
      onSaved(asEdited(saved, launch.data ?? null));
      // What is left to save is an edit again: of quotas that have their ids by now.
      refusals.list.apply(withTargetsOf(refusals.list.quotas(), targets), "Full targets of the soft launch");
      const whole = targets[WHOLE_SURVEY];
      if (whole !== undefined) setValue("respondents", whole, { shouldDirty: true });
    },
    onRefused: (error, sent) => showFieldProblems(error, refusals, sent),
    reread,
  });
  const waits = fresh.data && launch.data !== undefined ? waitsFor(fresh.data.survey, launch.data) : null;
  useEffect(() => {
    if (waits === null || saving) return;
    const timer = setInterval(reread, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits, saving, reread]);

  if (!fresh.data || launch.data === undefined) {
    return <Reading failed={fresh.error || fresh.data === null ? fresh : launch} onClose={onClose} />;
  }
  const edited = asEdited(fresh.data, launch.data);
  const { survey, revision } = edited;
  const theirs = draftOf(survey);
  const { merged, conflicts } = mergeSurvey(draftOf(base.survey), mine, theirs, choices, isShareOf(launch.data));
  const names = { projects, questions };
  // A list of quotas that was not read whole must not be written: what is missing from it would be removed.
  const unread = sameField("respondent_attributes", theirs, merged) ? null : quotasProblem(survey);
  const blocked = unread ?? (saving ? null : waits);
  const isPriceSaved = pricedFields.some((field) => !sameField(field, theirs, merged));

  return (
    <SavePreview
      changes={describeChanges(survey, merged, names)}
      conflicts={conflicts}
      choices={choices}
      onChoose={(key, side) => setChoices({ ...choices, [key]: side })}
      mine={mine}
      theirs={theirs}
      names={names}
      priceEffect={
        isPriceSaved ? priceEffect([{ survey, edited: merged }], connection.environment === "built-in") : null
      }
      changedSince={revision !== base.revision}
      saving={saving}
      problem={unread ?? problem ?? blocked}
      blocked={blocked !== null}
      onSave={() => void save(patchBody(id, theirs, merged), merged.respondent_attributes)}
      onDone={() => {
        onSaved(edited);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const LOOK_AGAIN_MS = 2000;

const freshKey = (id: string): string[] => ["surveys", "before-save", id];

/**
 * The survey as it is now, and its soft launch read after it: a soft launch that has changed the survey as it was read
 * is known by then, and one that changes it later makes it another revision, which the save does not go to.
 */
function useFreshlyRead(id: string) {
  const once = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY };
  const fresh = useQuery({ ...surveyQuery(id), queryKey: freshKey(id), ...once });
  const launch = useQuery({
    ...softLaunchQuery(id),
    queryKey: ["soft-launches", "before-save", id],
    ...once,
    enabled: Boolean(fresh.data),
    refetchInterval: false,
  });
  const [readSurvey, readLaunch] = [fresh.refetch, launch.refetch];
  const reread = useCallback(() => void readSurvey().then(() => readLaunch()), [readSurvey, readLaunch]);
  return { fresh, launch, reread };
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
    <Dialog onClose={onClose} title="Save these changes?" size="xl">
      {error ? (
        <LoadError what="The survey" error={error} onRetry={() => void failed.refetch()} />
      ) : (
        <LoadingOverlay visible />
      )}
    </Dialog>
  );
}
