"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { OneTimeDialog } from "@/components/ui/one-time-dialog";
import type { PersonView } from "@/lib/contracts/ours/settings";
import { createPasswordLink } from "@/lib/settings/queries";
import { DeliveredLink } from "./delivered-link";

/** Sends a colleague a link to set a password, once more or for the first time. */
export function PasswordLinkDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const { mutate, data: delivery, error, isPending } = useMutation({ mutationFn: createPasswordLink, gcTime: 0 });
  return (
    <OneTimeDialog
      onClose={onClose}
      title={person.has_password ? `Reset the password of ${person.name}` : `Invite ${person.name} again`}
      isPending={isPending}
      isShown={delivery !== undefined}
    >
      {delivery ? (
        <DeliveredLink delivery={delivery} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text size="sm">
            {person.has_password
              ? `${person.name} gets a link to set a new password. The present one holds until they do; then they are signed out everywhere.`
              : `${person.name} has not set a password yet. They get another link to do so.`}
          </Text>
          {error && (
            <Alert color="red" variant="light" role="alert" title="No link was created">
              {error.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button loading={isPending} onClick={() => mutate(person.email)}>
              Create link
            </Button>
          </Group>
        </Stack>
      )}
    </OneTimeDialog>
  );
}
