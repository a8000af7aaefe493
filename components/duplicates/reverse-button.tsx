"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { DialogOnDemand } from "@/components/ui/dialog-on-demand";
import { refusedProps } from "@/components/ui/refusable";
import { RowButton } from "@/components/ui/row-button";
import { useFormat } from "@/components/ui/use-format";
import type { ActivationChange } from "@/lib/contracts/ours/duplicates";
import { reverseActivation } from "@/lib/duplicates/queries";
import { reversalInWords } from "@/lib/duplicates/words";
import { useService } from "./service";

type Props = {
  /** Undefined: not read yet. */
  change: ActivationChange | undefined;
  account: string | undefined;
  onStarted: (job: string) => void;
};

/** "Reverse this", which first says what it does. */
export function ReverseButton({ change, account, onStarted }: Props) {
  const [asking, dialog] = useDisclosure(false);
  if (!change) return null;
  return (
    <>
      <RowButton onClick={dialog.open} {...refusedProps(change.not_reversible)}>
        Reverse this
      </RowButton>
      {asking && (
        <DialogOnDemand onClose={dialog.close} title="Reverse this?" centered>
          <Confirm change={change} account={account} onStarted={onStarted} onClose={dialog.close} />
        </DialogOnDemand>
      )}
    </>
  );
}

type ConfirmProps = Props & { change: ActivationChange; onClose: () => void };

function Confirm({ change, account, onStarted, onClose }: ConfirmProps) {
  const format = useFormat();
  const { isExact } = useService();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const reverse = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { id } = await reverseActivation(account, change.id);
      onClose();
      onStarted(id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <Text size="sm">{reversalInWords(change, isExact, format)}</Text>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void reverse()}>
          Reverse
        </Button>
      </Group>
    </Stack>
  );
}
