"use client";

import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import type { Undo } from "./use-undo";

/** What was last changed here, and its undo; or the later edits that an undo left. */
export function UndoBar({ undo }: { undo: Undo }) {
  const { last, stayed, error, isPending, take, dismiss } = undo;
  if (!last && stayed.length === 0) return null;
  return (
    <Paper withBorder px="sm" py={6} role="status">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <Text size="sm">{last ? last.says : `Undone. ${stayed.join(" ")}`}</Text>
          {error && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {error.message}
            </Text>
          )}
        </div>
        <Group gap={4} wrap="nowrap">
          {last && (
            <Button size="compact-sm" variant="default" loading={isPending} onClick={take}>
              Undo
            </Button>
          )}
          <CloseButton size="sm" aria-label={last ? "Keep it" : "Close"} onClick={dismiss} />
        </Group>
      </Group>
    </Paper>
  );
}
