"use client";

import { Group, Loader, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { LoadError } from "./load-error";

type Props = {
  error: Error | null;
  onRetry: () => void;
  /** The button that leads out: what was typed before the preview is not lost with it. */
  leave: ReactNode;
};

/** Stands in a dialog for a preview that is being worked out, or could not be. */
export function PreviewPending({ error, onRetry, leave }: Props) {
  return (
    <Stack gap="md">
      {error ? (
        <LoadError what="The preview" error={error} onRetry={onRetry} />
      ) : (
        <Group justify="center" py="xl">
          <Loader size="sm" aria-label="Working out what this changes" />
        </Group>
      )}
      <Group justify="flex-end">{leave}</Group>
    </Stack>
  );
}
