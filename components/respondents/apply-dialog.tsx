"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { Dialog } from "@/components/ui/dialog";
import { useFormat } from "@/components/ui/use-format";
import type { Job } from "@/lib/contracts/ours/jobs";
import type { ThresholdPreview, Thresholds } from "@/lib/contracts/ours/respondents";
import { startExclusion } from "@/lib/respondents/queries";
import { applyText, respondentsText } from "@/lib/respondents/words";

type Props = {
  surveyId: string;
  thresholds: Thresholds;
  preview: ThresholdPreview;
  onClose: () => void;
  onStarted: (job: Job) => void;
};

/** Names what applying the thresholds does, and only then starts. */
export function ApplyDialog({ surveyId, thresholds, preview, onClose, onStarted }: Props) {
  const { count } = useFormat();
  const start = useMutation({
    mutationFn: () => startExclusion({ survey_id: surveyId, thresholds }),
    onSuccess: onStarted,
  });
  const action = applyText(preview, count) ?? "Apply";
  const { decided_by_reviewers: reviewed, excluded_after: after, respondents } = preview;
  const stays = reviewed > 0 ? ` ${respondentsText(count, reviewed)} decided of by reviewers stay as they are.` : "";
  return (
    <Dialog onClose={onClose} title={action}>
      <ConfirmBody
        says={`Afterwards ${count(after)} of ${respondentsText(count, respondents)} are excluded: trends, tables and counts change at once.${stays} “Jobs” above can undo it.`}
        confirm={action}
        error={start.error}
        isPending={start.isPending}
        onConfirm={() => start.mutate()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
