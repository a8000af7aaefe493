"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  /** What will happen, in a sentence. */
  says: string;
  /** More of it, beneath. */
  details?: ReactNode;
  confirm: string;
  error: Error | null;
  isPending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** A question before something is taken away: what it means, what went wrong with the last try, yes and no. */
export function ConfirmBody({ says, details, confirm, error, isPending, onConfirm, onCancel }: Props) {
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {says}
      </Text>
      {details && (
        <Text size="sm" component="div">
          {details}
        </Text>
      )}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" style={{ overflowWrap: "anywhere" }}>
          {error.message}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button loading={isPending} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
