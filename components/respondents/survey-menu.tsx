"use client";

import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { MenuItem, PopMenu } from "@/components/ui/pop-menu";
import { useGo } from "@/components/ui/use-go";
import type { ScoredSurvey } from "@/lib/contracts/ours/respondents";
import { DELETION_REFUSED, FORBIDDEN } from "@/lib/contracts/rules/permissions";
import { NOBODY_SCORED } from "@/lib/respondents/words";
import { migrationHref, rulesHref, scoreHref } from "./hrefs";

const StopDialog = onDemand(async () => (await import("./stop-dialog")).StopDialog, DialogFrame);
const DeletionDialog = onDemand(async () => (await import("./deletion-dialog")).DeletionDialog, DialogFrame);

type Props = {
  surveyId: string;
  /** Null: the quality service does not know the survey. */
  survey: ScoredSurvey | null;
  respondents: number;
  mayWrite: boolean;
  mayDelete: boolean;
};

/** Said where the survey is of a version without the operation. */
export const deletionRefusal = (survey: ScoredSurvey | null, mayDelete: boolean): string | null => {
  if (!mayDelete) return DELETION_REFUSED;
  if (survey === null) return NOBODY_SCORED;
  return survey.version === "v3"
    ? null
    : "The quality service deletes in version 3 alone. Copy the survey to it first.";
};

type Item = { id: string; label: string; run: () => void; refused: string | null; isDangerous?: boolean };
type Open = "stop" | "restart" | "delete" | null;

/** What is done with a survey at the quality service, beside its respondents. */
export function SurveyMenu({ surveyId, survey, respondents, mayWrite, mayDelete }: Props) {
  const go = useGo();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const written = mayWrite ? (survey === null ? NOBODY_SCORED : null) : FORBIDDEN;
  const items: Item[] = [
    { id: "score-responses", label: "Score responses…", run: () => go(scoreHref(surveyId)), refused: null },
    { id: "coherence-rules", label: "Coherence rules", run: () => go(rulesHref(surveyId)), refused: null },
    {
      ...{ id: "stop-scoring", label: "Stop the survey…", run: () => setOpen("stop") },
      refused: written ?? (survey?.is_stopped === true ? "It is stopped." : null),
    },
    {
      ...{ id: "restart-scoring", label: "Restart the survey…", run: () => setOpen("restart") },
      refused: written ?? (survey?.is_stopped === false ? "It is not stopped." : null),
    },
    {
      ...{ id: "copy-to-v3", label: "Copy to version 3…", run: () => go(migrationHref(surveyId)) },
      refused: survey === null ? NOBODY_SCORED : survey.version === "v3" ? "It is of version 3 already." : null,
    },
    {
      ...{ id: "delete-respondents", label: "Delete all respondents…", run: () => setOpen("delete") },
      refused: deletionRefusal(survey, mayDelete),
      isDangerous: true,
    },
  ];
  usePageActions(items.map(({ label, isDangerous: _, ...item }) => ({ ...item, label: label.replace("…", "") })));
  return (
    <>
      <PopMenu
        align="right"
        width={280}
        trigger={(props) => (
          <Button isSquare aria-label="More about this survey" {...props}>
            <IconDots size={16} aria-hidden />
          </Button>
        )}
      >
        {items.map(({ id, label, run, refused, isDangerous = false }) => (
          <MenuItem key={id} onClick={run} refused={refused} isDangerous={isDangerous}>
            {label}
          </MenuItem>
        ))}
      </PopMenu>
      {survey && (open === "stop" || open === "restart") && (
        <StopDialog surveyId={surveyId} survey={survey} isStop={open === "stop"} onClose={close} />
      )}
      {survey && open === "delete" && (
        <DeletionDialog surveyId={surveyId} survey={survey} ids={null} respondents={respondents} onClose={close} />
      )}
    </>
  );
}
