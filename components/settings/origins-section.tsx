"use client";

import { Button, Card, Code, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import type { OriginsOfAccount } from "@/lib/contracts/ours/page-origins";
import { pageOriginsQuery } from "@/lib/settings/queries";
import classes from "./settings.module.css";

const OriginsDialog = onDemand(async () => (await import("./origins-dialog")).OriginsDialog, DialogFrame);

/** The sites whose pages may call with a public key, for admins. */
export function OriginsSection() {
  const { data, error, refetch } = useQuery(pageOriginsQuery());
  const [editing, setEditing] = useState<OriginsOfAccount | null>(null);
  return (
    <Stack component="section" gap="sm" maw={720} aria-label="Web origins">
      <Title order={2} fz="md">
        Web origins
      </Title>
      <Text size="sm">
        A public key stands in the pages of a survey, where anybody can read it. Only pages of these origins may call
        with it.
      </Text>
      {error && !data && <LoadError what="Web origins" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={80} radius="md" />}
      <Stack component="ul" gap="sm" className={classes.list ?? ""}>
        {data?.accounts.map((each) => (
          <OriginsCard key={each.account.id} origins={each} onEdit={() => setEditing(each)} />
        ))}
      </Stack>
      {editing && <OriginsDialog before={editing} onClose={() => setEditing(null)} />}
    </Stack>
  );
}

function OriginsCard({ origins: { account, origins }, onEdit }: { origins: OriginsOfAccount; onEdit: () => void }) {
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" gap="sm">
        <Text fw={600}>{account.name}</Text>
        <Button variant="default" size="xs" onClick={onEdit} aria-label={`Edit origins… of ${account.name}`}>
          Edit origins…
        </Button>
      </Group>
      {origins.length === 0 ? (
        <Text size="sm" c="dimmed">
          None: no page may call.
        </Text>
      ) : (
        <Group gap="xs" mt={4}>
          {origins.map((origin) => (
            <Code key={origin} style={{ overflowWrap: "anywhere" }}>
              {origin}
            </Code>
          ))}
        </Group>
      )}
    </Card>
  );
}
