"use client";

import { Button, Group, Text } from "@mantine/core";
import { Dialog } from "./dialog";

type Props = { onDiscard: () => void; onKeep: () => void };

/** The question of `DiscardPrompt`. Esc keeps the edits. */
export function DiscardDialog({ onDiscard, onKeep }: Props) {
  return (
    <Dialog
      onClose={onKeep}
      title="Close without saving?"
      centered
      size="sm"
      zIndex={400}
      // Mantine listens on the window: the very Esc that asked would answer.
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === "Escape") onKeep();
      }}
    >
      <Text size="sm">What you changed in this form has not been saved.</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onDiscard}>
          Discard changes
        </Button>
        <Button onClick={onKeep} data-autofocus>
          Keep editing
        </Button>
      </Group>
    </Dialog>
  );
}
