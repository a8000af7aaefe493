"use client";

import { Button, Group, Modal, Text } from "@mantine/core";

type Props = { opened: boolean; onDiscard: () => void; onKeep: () => void };

/** Asks before a form over the page is closed with unsaved edits. Esc keeps them. */
export function DiscardPrompt({ opened, onDiscard, onKeep }: Props) {
  return (
    <Modal
      opened={opened}
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
    </Modal>
  );
}
