"use client";

import { Alert, Button, Group, Select, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { OneTimeDialog } from "@/components/ui/one-time-dialog";
import type { ApiKey } from "@/lib/contracts/ours/api-keys";
import { rotateKey } from "@/lib/settings/queries";
import { CreatedKey } from "./created-key";

const overlaps = [
  { value: "0", label: "Ends at once" },
  { value: "1", label: "Works for 1 hour more" },
  { value: "24", label: "Works for a day more" },
  { value: "168", label: "Works for a week more" },
];

type Props = { of: ApiKey; onClose: () => void; onRotated: () => void };

/** Exchanges a key for a new one, with time to give it to the client. */
export function RotateKeyDialog({ of, onClose, onRotated }: Props) {
  const [hours, setHours] = useState("24");
  const rotation = useMutation({ mutationFn: rotateKey, onSettled: onRotated, gcTime: 0 });
  const { data: created, isPending } = rotation;
  return (
    <OneTimeDialog
      onClose={onClose}
      title={`Rotate the key “${of.name}”`}
      size="lg"
      isPending={isPending}
      isShown={created !== undefined}
    >
      {created ? (
        <CreatedKey created={created} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text size="sm">A new key takes over what this one can do. It is shown once, in the next step.</Text>
          <Select
            label="Former key"
            allowDeselect={false}
            data={overlaps}
            value={hours}
            onChange={(chosen) => setHours(chosen ?? hours)}
            data-autofocus
          />
          {rotation.error && (
            <Alert color="red" variant="light" role="alert" title="The key was not rotated">
              {rotation.error.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button loading={isPending} onClick={() => rotation.mutate({ id: of.id, overlap_hours: Number(hours) })}>
              Rotate key
            </Button>
          </Group>
        </Stack>
      )}
    </OneTimeDialog>
  );
}
