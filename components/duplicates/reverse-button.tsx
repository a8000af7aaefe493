"use client";

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import type { ActivationChange } from "@/lib/contracts/duplicates";
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
      <Refusable reason={change.not_reversible}>
        {(refused) => (
          <Button size="xs" variant="default" onClick={dialog.open} {...refused}>
            Reverse this
          </Button>
        )}
      </Refusable>
      <Modal opened={asking} onClose={dialog.close} title="Reverse this?" centered>
        <Confirm change={change} account={account} onStarted={onStarted} onClose={dialog.close} />
      </Modal>
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
