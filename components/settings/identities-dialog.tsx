"use client";

import { Alert, Button, Card, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { refusedProps } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import type { IdentityView, PersonView } from "@/lib/contracts/ours/settings";
import { removeIdentity } from "@/lib/settings/queries";
import classes from "./settings.module.css";

/** By which identity providers a colleague signs in, and the way to end one of them. */
export function IdentitiesDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate: remove, ...removing } = useMutation({
    mutationFn: ({ id }: IdentityView) => removeIdentity(id),
    onSuccess: (changed, { provider }) => {
      notifications.show({ message: `Removed the identity of ${changed.name} at ${provider}` });
      if (changed.identities.length === 0) onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["settings", "people"] }),
  });
  return (
    <Dialog onClose={onClose} title={`Identities of ${person.name}`}>
      <Stack gap="md">
        {removing.error && (
          <Alert color="red" variant="light" role="alert" title="The identity was not removed">
            {removing.error.message}
          </Alert>
        )}
        <Stack component="ul" gap="sm" className={classes.list ?? ""} aria-label="Identities">
          {person.identities.map((identity) => (
            <IdentityCard
              key={identity.id}
              identity={identity}
              refusal={person.identities_refusal}
              isRemoving={removing.isPending && removing.variables.id === identity.id}
              onRemove={() => confirmRemoval(person, identity, () => remove(identity))}
            />
          ))}
        </Stack>
      </Stack>
    </Dialog>
  );
}

function confirmRemoval({ name }: PersonView, { provider }: IdentityView, onConfirm: () => void) {
  confirm({
    title: `Remove the identity of ${name} at ${provider}?`,
    children: (
      <Text size="sm">
        Their sessions from there end at once. They can sign in from there again only if {provider} confirms the e-mail
        that they have here. To keep them out, disable them.
      </Text>
    ),
    labels: { confirm: "Remove identity", cancel: "Keep" },
    onConfirm,
  });
}

type CardProps = { identity: IdentityView; refusal: string | null; isRemoving: boolean; onRemove: () => void };

function IdentityCard({ identity, refusal, isRemoving, onRemove }: CardProps) {
  const { instant } = useFormat();
  const { provider, subject, email, linked_at, last_used_at } = identity;
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" gap="sm" align="flex-start" wrap="nowrap">
        <Stack gap={4}>
          <Text fw={600}>{provider}</Text>
          <dl className={classes.facts}>
            <dt>Known there as</dt>
            <dd>{subject}</dd>
            <dt>E-mail there</dt>
            <dd>{email ?? "Unknown"}</dd>
            <dt>Linked</dt>
            <dd>{instant(linked_at)}</dd>
            <dt>Last sign-in</dt>
            <dd>{instant(last_used_at)}</dd>
          </dl>
        </Stack>
        <Button
          variant="default"
          size="xs"
          loading={isRemoving}
          onClick={onRemove}
          aria-label={`Remove the identity at ${provider}`}
          {...refusedProps(refusal)}
        >
          Remove
        </Button>
      </Group>
    </Card>
  );
}
