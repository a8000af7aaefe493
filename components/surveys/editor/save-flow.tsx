"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import { ReadingFromService } from "@/components/ui/waiting";
import type { JsonObject } from "@/lib/contracts/lenient";
import { WHOLE_SURVEY } from "@/lib/contracts/terms/soft-launches";
import { asEdited, isShareOf, waitsFor, withTargetsOf } from "@/lib/soft-launches/in-editor";
import { describeChanges } from "@/lib/surveys/changes";
import { draftOf, quotasProblem, type SurveyDraft, sameField } from "@/lib/surveys/draft";
import { changeSince } from "@/lib/surveys/earlier-save";
import { mergeSurvey, type Side } from "@/lib/surveys/merge";
import { priceEffect } from "@/lib/surveys/price-effect";
import { pricedFields } from "@/lib/surveys/price-floor";
import { patchBody } from "@/lib/surveys/survey-body";
import { useEditor } from "./editor-context";
import { type Refusals, showFieldProblems } from "./refusals";
import { SavePreview } from "./save-preview";
import { freshKey, useFreshSurvey } from "./use-fresh-survey";
import { useSave } from "./use-save";
import type { Loaded } from "./use-survey-form";

type Props = {
  base: Loaded;
  mine: SurveyDraft;
  onClose: () => void;
  onSaved: (saved: Loaded) => void;
  refusals: Refusals;
  /** The body of the last save of which nobody knows how it ended; null: there is none. */
  unknown: JsonObject | null;
  onUnknown: (sent: JsonObject | null) => void;
};

/**
 * From "Save" to saved: the preview is made at once of what was last read, and again when the survey has been read
 * afresh. The save goes to just the revision that it was made of, which is compared with the service's right before
 * the change is sent; if the survey changed meanwhile, nothing is sent and the preview is made again.
 */
export function SaveFlow({ base, mine, onClose, onSaved, refusals, unknown, onUnknown }: Props) {
  const { projects, questions, setValue, connection } = useEditor();
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const id = base.survey.id;
  const queries = useQueryClient();
  const read = useFreshSurvey(id);
  const { survey: fresh, launch, reread } = read;
  const { save, saving, stopWaiting, trouble, putOff, giveUp } = useSave({
    id,
    fresh,
    launch: launch ?? null,
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
    onPartSaved: (saved, targets) => {
      queries.setQueryData(freshKey(id), saved);
      onSaved(asEdited(saved, launch ?? null));
      // What is left to save is an edit again: of quotas that have their ids by now.
      refusals.list.apply(withTargetsOf(refusals.list.quotas(), targets), "Full targets of the soft launch");
      const whole = targets[WHOLE_SURVEY];
      if (whole !== undefined) setValue("respondents", whole, { shouldDirty: true });
    },
    onRefused: (error, sent) => showFieldProblems(error, refusals, sent),
    reread: () => void reread(),
    onUnknown,
  });
  const waits = fresh && launch !== undefined ? waitsFor(fresh.survey, launch) : null;
  useEffect(() => {
    if (waits === null || saving) return;
    const timer = setInterval(() => void reread(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits, saving, reread]);

  if (!fresh || launch === undefined) {
    return <Reading read={read} onClose={onClose} />;
  }
  const edited = asEdited(fresh, launch);
  const { survey, revision } = edited;
  const theirs = draftOf(survey);
  const since = changeSince({ before: base.survey, now: survey, served: fresh.survey, sent: unknown });
  const { merged, conflicts } = mergeSurvey(since.base, mine, theirs, choices, isShareOf(launch));
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
      since={{ ...since, isChanged: revision !== base.revision, before: base.survey, now: survey }}
      reading={{ isReading: read.isReading, error: read.error, retry: () => void reread(), stop: read.stop }}
      saving={saving}
      onStopWaiting={stopWaiting}
      putOff={putOff && { ...putOff, stop: giveUp }}
      trouble={unread || blocked ? { message: unread ?? blocked ?? "", isConflict: false } : trouble}
      blocked={blocked !== null}
      onSave={() => void save(patchBody(id, theirs, merged), merged.respondent_attributes)}
      onDone={() => {
        onUnknown(null);
        onSaved(edited);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const LOOK_AGAIN_MS = 2000;

type ReadingProps = { read: ReturnType<typeof useFreshSurvey>; onClose: () => void };

/** Before anything of the survey is there. */
function Reading({ read, onClose }: ReadingProps) {
  const isGone = read.survey === null && !read.isReading;
  const error =
    read.error ?? (isGone ? new Error("It could not be found. It may belong to another account now.") : null);
  return (
    <Dialog onClose={onClose} title="Save these changes?" size="xl">
      {error && !read.isReading ? (
        <LoadError what="The survey" error={error} onRetry={() => void read.reread()} />
      ) : (
        <ReadingFromService what="the survey" cancel={{ run: onClose }} />
      )}
    </Dialog>
  );
}
