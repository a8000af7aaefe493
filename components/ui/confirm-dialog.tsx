"use client";

import { Button, Group } from "@mantine/core";
import type { Question } from "./confirm";
import { Dialog } from "./dialog";

type Props = { question: Question; onClose: () => void };

/** What is about to happen, with a way back that has the focus. */
export function ConfirmDialog({ question: { title, children, labels, onConfirm }, onClose }: Props) {
  const go = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Group mt="md" justify="flex-end" gap="md">
        <Button variant="default" onClick={onClose} data-autofocus>
          {labels.cancel}
        </Button>
        <Button color="red" onClick={go}>
          {labels.confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
