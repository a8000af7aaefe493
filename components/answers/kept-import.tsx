"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useFormat } from "@/components/ui/use-format";
import type { KeptDraft } from "@/lib/contracts/drafts";

type Props = {
  kept: KeptDraft;
  /** Whether this version of the product can go on with it. */
  isReadable: boolean;
  problem: string | null;
  onTakeUp: () => void;
  onDiscard: () => void;
};

/** Offers the file that was being looked at elsewhere, with what was corrected of it. */
export function KeptImport({ kept, isReadable, problem, onTakeUp, onDiscard }: Props) {
  const format = useFormat();
  return (
    <Alert
      variant="light"
      color="indigo"
      role="status"
      icon={<IconHistory aria-hidden />}
      title={`You were looking at a file on ${format.instant(kept.updated_at)}, and have not imported it`}
    >
      <Stack gap="sm">
        <Text size="sm">
          {isReadable
            ? "Go on where you were, with what you corrected; a file is kept for a week."
            : "It was kept by an earlier version and cannot be taken up: choose the file again."}
        </Text>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <Group gap="sm">
          {isReadable && (
            <Button size="xs" onClick={onTakeUp}>
              Go on
            </Button>
          )}
          <Button size="xs" variant="default" onClick={onDiscard}>
            Discard it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
