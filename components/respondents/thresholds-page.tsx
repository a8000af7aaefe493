"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createParser, parseAsArrayOf, parseAsString, useQueryStates } from "nuqs";
import { useCallback, useMemo, useState } from "react";
import { useUndoOffer } from "@/components/jobs/use-undo-offer";
import { Button } from "@/components/ui/button";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { PageHeader } from "@/components/ui/page-header";
import { refusedProps } from "@/components/ui/refusable";
import { Trail } from "@/components/ui/trail";
import { useFormat } from "@/components/ui/use-format";
import { Waiting } from "@/components/ui/waiting";
import type { Thresholds } from "@/lib/contracts/ours/respondents";
import type { QualityCheck } from "@/lib/contracts/terms/quality";
import { MOST_PREVIEWED_QUESTIONS } from "@/lib/contracts/terms/respondents";
import { respondentsKey, saveThresholds, thresholdPreviewOptions, thresholdsOptions } from "@/lib/respondents/queries";
import { readThresholds, sameThresholds, writeThresholds } from "@/lib/respondents/thresholds";
import { applyText, WEAK_ALONE } from "@/lib/respondents/words";
import { respondentsHref } from "./hrefs";
import { QuestionChoice } from "./question-choice";
import { Rates } from "./rates";
import { ThresholdEffect } from "./threshold-effect";
import { ThresholdSliders } from "./threshold-sliders";
import classes from "./thresholds.module.css";

const ApplyDialog = onDemand(async () => (await import("./apply-dialog")).ApplyDialog, DialogFrame);

const parsers = {
  /** Thresholds that are not saved. */
  rules: createParser({ parse: readThresholds, serialize: writeThresholds, eq: sameThresholds }),
  questions: parseAsArrayOf(parseAsString).withDefault([]),
};

/** Short enough to feel at once, long enough that a moving slider asks a few times and not a hundred. */
const PAUSE_MS = 120;

/** Thresholds as sliders, with what they would do. Those not saved and the chosen questions are in the address. */
export function ThresholdsPage({ surveyId }: { surveyId: string }) {
  const [{ rules, questions }, setState] = useQueryStates(parsers, { history: "replace" });
  const stored = useQuery(thresholdsOptions(surveyId));
  const thresholds = rules ?? stored.data?.thresholds ?? null;
  return (
    <>
      <Trail href={respondentsHref(surveyId)}>Respondents</Trail>
      {thresholds && stored.data ? (
        <ThresholdEditor
          surveyId={surveyId}
          thresholds={thresholds}
          saved={stored.data}
          questionIds={questions.slice(0, MOST_PREVIEWED_QUESTIONS)}
          onChange={(next) => void setState({ rules: next })}
          onQuestions={(ids) => void setState({ questions: ids })}
        />
      ) : (
        <>
          <PageHeader title="Thresholds" />
          {stored.isPending && <Waiting what="Reading the thresholds…" />}
          {stored.error && (
            <LoadError what="The thresholds" error={stored.error} onRetry={() => void stored.refetch()} />
          )}
        </>
      )}
    </>
  );
}

type Saved = { thresholds: Thresholds; saved: { by: string; at: string } | null };
type Props = {
  surveyId: string;
  thresholds: Thresholds;
  saved: Saved;
  questionIds: readonly string[];
  /** Null: as they are saved. */
  onChange: (thresholds: Thresholds | null) => void;
  onQuestions: (ids: string[]) => void;
};

function ThresholdEditor({ surveyId, thresholds, saved, questionIds, onChange, onQuestions }: Props) {
  const format = useFormat();
  const [isApplying, setApplying] = useState(false);
  const [asked] = useDebouncedValue(thresholds, PAUSE_MS);
  const preview = useQuery(
    thresholdPreviewOptions({ survey_id: surveyId, thresholds: asked, question_ids: [...questionIds] }),
  );
  const isOld = preview.isPlaceholderData || !sameThresholds(asked, thresholds);
  const changed = useMemo(() => [respondentsKey(surveyId)], [surveyId]);
  const onStarted = useUndoOffer(changed);
  const isSame = sameThresholds(thresholds, saved.thresholds);
  const save = useSave(surveyId, () => onChange(null));
  const action = preview.data ? applyText(preview.data, format.count) : null;
  const { hasProblems, setProblem } = usePointsProblems();
  const applyRefused = isOld || !preview.data ? "The effect is being worked out." : action === null ? NOBODY : null;
  const refused = hasProblems ? POINTS_REFUSED : applyRefused;
  const apply = () => refused === null && setApplying(true);
  const saveRefused = hasProblems ? POINTS_REFUSED : isSame ? "These thresholds are saved." : null;
  usePageActions([
    { id: "save-thresholds", label: "Save thresholds", run: () => save.mutate(thresholds), refused: saveRefused },
    { id: "apply-thresholds", label: "Apply thresholds", keywords: "exclude include", run: apply, refused },
  ]);
  return (
    <>
      <PageHeader title="Thresholds" aside={savedText(saved, isSame, format.day)}>
        {!isSame && <Button onClick={() => onChange(null)}>Discard changes</Button>}
        <Button {...refusedProps(refused)} onClick={apply}>
          {action === null ? "Apply" : `${action}…`}
        </Button>
        <Button
          look="primary"
          isBusy={save.isPending}
          {...refusedProps(saveRefused)}
          {...(saveRefused === null && { onClick: () => save.mutate(thresholds) })}
        >
          Save thresholds
        </Button>
      </PageHeader>
      <p className={classes.weak}>
        Applying the thresholds excludes every respondent who is below one of them. {WEAK_ALONE}
      </p>
      {save.error && (
        <LoadError what="The saved thresholds" error={save.error} onRetry={() => save.mutate(thresholds)} />
      )}
      <div className={classes.page}>
        <div>
          <ThresholdSliders
            thresholds={thresholds}
            rules={preview.data?.rules ?? []}
            onChange={onChange}
            onProblem={setProblem}
          />
          <Rates />
        </div>
        <div>
          {preview.data && (
            <ThresholdEffect preview={preview.data} isOld={isOld}>
              <QuestionChoice surveyId={surveyId} chosen={questionIds} onChange={onQuestions} />
            </ThresholdEffect>
          )}
          {preview.isPending && <Waiting what="Working out what the thresholds do…" />}
          {preview.error && !preview.data && (
            <LoadError what="The effect" error={preview.error} onRetry={() => void preview.refetch()} />
          )}
        </div>
      </div>
      {isApplying && preview.data && action !== null && (
        <ApplyDialog
          surveyId={surveyId}
          thresholds={thresholds}
          preview={preview.data}
          onClose={() => setApplying(false)}
          onStarted={(job) => {
            setApplying(false);
            onStarted(job);
          }}
        />
      )}
    </>
  );
}

const POINTS_REFUSED = "A number of points cannot be read. Correct it first.";
const NOBODY = "These thresholds change nobody’s exclusion.";

const savedText = ({ saved }: Saved, isSame: boolean, day: (iso: string) => string) =>
  isSame ? (saved ? `Saved by ${saved.by}, ${day(saved.at)}` : "Defaults") : "Not saved";

/** Which checks' numbers of points are typed as text that is refused: what is in force is not what their fields show. */
function usePointsProblems() {
  const [checks, setChecks] = useState<ReadonlySet<QualityCheck>>(new Set());
  const setProblem = useCallback(
    (check: QualityCheck, hasProblem: boolean) =>
      setChecks((before) => {
        const others = [...before].filter((each) => each !== check);
        return new Set(hasProblem ? [...others, check] : others);
      }),
    [],
  );
  return { hasProblems: checks.size > 0, setProblem };
}

function useSave(surveyId: string, onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (thresholds: Thresholds) => saveThresholds({ survey_id: surveyId, thresholds }),
    onSuccess: (stored) => {
      queries.setQueryData(thresholdsOptions(surveyId).queryKey, stored);
      onSaved();
      notifications.show({ color: "green", message: "Thresholds saved. Nobody was excluded by that." });
    },
  });
}
