"use client";

import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useFormat } from "@/components/ui/use-format";
import type { Delivery } from "@/lib/contracts/ours/invitations";

/** How a link to set a password reaches its person: by e-mail, or by the admin who sees it this once. */
export function DeliveredLink({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { email, link, problem, expires_at } = delivery;
  const { instant } = useFormat();
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
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
      {link !== null && (
        <TextInput
          label="Link"
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          error={error && "Your browser did not allow copying. Select the text and copy it."}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant={link === null ? "filled" : "default"} onClick={onClose}>
          Done
        </Button>
        {link !== null && <Button onClick={() => copy(link)}>{copied ? "Copied" : "Copy link"}</Button>}
      </Group>
    </Stack>
  );
}
