"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { dismissedFor } from "@/lib/settings/role-notice";

type Props = { personId: string; contact: { title: string; admins: readonly string[] } };

/** Tells who has no role yet that they are an analyst for that, and whom to ask; until they have read it. */
export function RoleNotice({ personId, contact }: Props) {
  const [isRead, setRead] = useState(false);
  if (isRead) return null;
  const dismiss = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies that it means is not in every browser
    document.cookie = dismissedFor(personId);
    setRead(true);
  };
  return (
    <Alert color="gray" variant="light" role="note" mb="md" py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{sentence(contact)}</Text>
        <Button size="compact-sm" variant="default" onClick={dismiss}>
          Dismiss
        </Button>
      </Group>
    </Alert>
  );
}

const either = new Intl.ListFormat("en", { type: "disjunction" });

function sentence({ title, admins }: Props["contact"]): string {
  const whom = admins.length > 0 ? either.format(admins) : "who runs this installation";
  return `Nobody has given you a role at ${title} yet, so you are an analyst: you read surveys and analyse answers. To change surveys, ask ${whom} for another role.`;
}
