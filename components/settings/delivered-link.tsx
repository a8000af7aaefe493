"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { OneTimeText } from "@/components/ui/one-time-text";
import { useFormat } from "@/components/ui/use-format";
import type { Delivery } from "@/lib/contracts/ours/invitations";

/** How a link to set a password reaches its person: by e-mail, or by the admin who sees it this once. */
export function DeliveredLink({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { email, link, problem, expires_at } = delivery;
  const { instant } = useFormat();
  return (
    <Stack gap="md">
      {problem && (
        <Alert color="yellow" variant="light" role="alert" title="The e-mail was not sent">
          {problem}
        </Alert>
      )}
      <Text size="sm" role="status">
        {link === null
          ? `A link to set a password was sent to ${email}. It works once, until ${instant(expires_at)}.`
          : `Pass this link on to ${email}. It is shown only here, and works once, until ${instant(expires_at)}.`}
      </Text>
      {link === null ? (
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      ) : (
        <OneTimeText label="Link" text={link} onClose={onClose} />
      )}
    </Stack>
  );
}
