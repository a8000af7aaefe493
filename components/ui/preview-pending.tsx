"use client";

import { Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { LoadError } from "./load-error";
import { useServiceName } from "./service-name";
import { Waiting } from "./waiting";

type Props = {
  error: Error | null;
  onRetry: () => void;
  /** The button that leads out: what was typed before the preview is not lost with it. */
  leave: ReactNode;
};

/** Stands in a dialog for a preview that is being worked out, or could not be. */
export function PreviewPending({ error, onRetry, leave }: Props) {
  const service = useServiceName();
  return (
    <Stack gap="md">
      {error ? (
        <LoadError what="The preview" error={error} onRetry={onRetry} />
      ) : (
        <Waiting
          what="Working out what this changes…"
          explanation={`${service} is slow to answer. Nothing is changed yet, so you can leave this.`}
        />
      )}
      <Group justify="flex-end">{leave}</Group>
    </Stack>
  );
}
