"use client";

import { Button, type ButtonProps, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmBody } from "@/components/ui/confirm-body";
import { useFormat } from "@/components/ui/use-format";
import type { Job, JobAction, UndoQuestion } from "@/lib/contracts/ours/jobs";
import { controlJob, isActive } from "@/lib/jobs/queries";

type Props = {
  job: Job;
  size: ButtonProps["size"];
  /** What this work can be told at all, in this order; those that its state allows are shown. */
  actions: readonly JobAction[];
  /** Where how many steps failed says nothing. */
  retryLabel?: string;
};

/** The buttons that move a piece of work, wherever it is shown. */
export function JobControls({ job, size, actions, retryLabel }: Props) {
  const format = useFormat();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const act = async (action: JobAction) => {
    setBusy(true);
    try {
      await controlJob(job.id, action);
    } catch (error) {
      notifications.show({ color: "red", message: error instanceof Error ? error.message : String(error) });
    }
    await queries.invalidateQueries({ queryKey: ["jobs"] });
    setBusy(false);
  };
  const { undo_question: question } = job;
  const stands = job.state === "paused" || job.state === "signed out";
  const failed = (job.counts.failed ?? 0) + (job.counts.cancelled ?? 0);
  const possible: Record<JobAction, boolean> = {
    pause: isActive(job),
    resume: stands,
    cancel: isActive(job) || stands,
    retry: job.finished_at !== null && job.undone_by === null && failed > 0,
    undo: job.can_undo,
  };
  const labels: Record<JobAction, string> = {
    pause: "Pause",
    resume: "Resume",
    cancel: "Cancel",
    retry: retryLabel ?? `Try ${format.count(failed)} again`,
    undo: "Undo",
  };
  return actions
    .filter((action) => possible[action])
    .map((action) =>
      action === "undo" && question ? (
        <AskedUndo key={action} {...{ job, size, question }} />
      ) : (
        <Button key={action} size={size} variant="default" disabled={busy} onClick={() => void act(action)}>
          {labels[action]}
        </Button>
      ),
    );
}

function AskedUndo({ job, size, question }: Pick<Props, "job" | "size"> & { question: UndoQuestion }) {
  const queries = useQueryClient();
  const [asking, dialog] = useDisclosure(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => controlJob(job.id, "undo"),
    onSuccess: () => {
      dialog.close();
      return queries.invalidateQueries({ queryKey: ["jobs"] });
    },
  });
  return (
    <>
      <Button size={size} variant="default" onClick={dialog.open}>
        Undo
      </Button>
      <Modal opened={asking} onClose={dialog.close} title={question.title} centered>
        <ConfirmBody
          {...{ says: `“${job.title}”: ${question.says}`, confirm: question.confirm, error, isPending }}
          onConfirm={() => mutate()}
          onCancel={dialog.close}
        />
      </Modal>
    </>
  );
}
