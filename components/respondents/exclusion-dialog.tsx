"use client";

import { useMutation } from "@tanstack/react-query";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { Dialog } from "@/components/ui/dialog";
import { useFormat } from "@/components/ui/use-format";
import type { Job } from "@/lib/contracts/ours/jobs";
import { startExclusion } from "@/lib/respondents/queries";
import { respondentsText } from "@/lib/respondents/words";

export type ChosenRespondents = { ids: readonly string[]; isExcluded: boolean };

type Props = { surveyId: string; chosen: ChosenRespondents; onClose: () => void; onStarted: (job: Job) => void };

/** Says what excluding or including chosen respondents means, and only then starts. */
export function ExclusionDialog({ surveyId, chosen: { ids, isExcluded }, onClose, onStarted }: Props) {
  const { count } = useFormat();
  const start = useMutation({
    mutationFn: () => startExclusion({ survey_id: surveyId, respondent_ids: [...ids], is_excluded: isExcluded }),
    onSuccess: onStarted,
  });
  const action = `${isExcluded ? "Exclude" : "Include"} ${respondentsText(count, ids.length)}`;
  const says = isExcluded
    ? "They leave trends, tables and counts at once, and stay in the list. Those who are excluded already stay as they are. “Jobs” above can undo it."
    : "They count again in trends, tables and counts at once. Those who are not excluded stay as they are. “Jobs” above can undo it.";
  return (
    <Dialog onClose={onClose} title={action}>
      <ConfirmBody
        says={says}
        confirm={action}
        error={start.error}
        isPending={start.isPending}
        onConfirm={() => start.mutate()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
