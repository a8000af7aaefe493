"use client";

import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { Dialog } from "@/components/ui/dialog";
import type { ScoredSurvey } from "@/lib/contracts/ours/respondents";
import { respondentsKey, setStopped } from "@/lib/respondents/queries";
import { ScoringCost } from "./scoring-cost";

type Props = { surveyId: string; survey: ScoredSurvey; isStop: boolean; onClose: () => void };

/** Says what stopping or restarting a survey at the quality service means, and then does it. */
export function StopDialog({ surveyId, survey, isStop, onClose }: Props) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () => setStopped(survey, isStop),
    onSuccess: () => {
      notifications.show({ message: isStop ? "The survey is stopped." : "The survey takes respondents again." });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: respondentsKey(surveyId) }),
  });
  return (
    <Dialog onClose={onClose} title={isStop ? "Stop the survey" : "Restart the survey"}>
      <ConfirmBody
        says={
          isStop
            ? "The quality service takes no more respondents of this survey and refuses those who are sent. Scores, exclusions and the survey itself stay as they are; you can restart it."
            : "The quality service takes and scores respondents of this survey again, for credits."
        }
        details={isStop ? null : <ScoringCost surveyId={surveyId} of="one response" />}
        confirm={isStop ? "Stop the survey" : "Restart the survey"}
        error={change.error}
        isPending={change.isPending}
        onConfirm={() => change.mutate()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
