"use client";

import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import type { Undo } from "./use-undo";

/** What was last changed here, and its undo. */
export function UndoBar({ undo }: { undo: Undo }) {
  const { last, error, isPending, take, dismiss } = undo;
  if (!last) return null;
  return (
    <Paper withBorder px="sm" py={6} role="status">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
          <Text size="sm">{last.says}</Text>
          {error && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {error.message}
            </Text>
          )}
        </div>
        <Group gap={4} wrap="nowrap">
          <Button size="compact-sm" variant="default" loading={isPending} onClick={take}>
            Undo
          </Button>
          <CloseButton size="sm" aria-label="Keep it" onClick={dismiss} />
        </Group>
      </Group>
    </Paper>
  );
}
