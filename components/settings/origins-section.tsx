"use client";

import { Button, Card, Code, Group, Skeleton, Stack, Text, Textarea, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import type { OriginsOfAccount } from "@/lib/contracts/ours/page-origins";
import { AppError } from "@/lib/http/problem";
import { pageOriginsQuery, setPageOrigins } from "@/lib/settings/queries";
import classes from "./settings.module.css";

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

function OriginsDialog({ before, onClose }: { before: OriginsOfAccount; onClose: () => void }) {
  const queries = useQueryClient();
  const [text, setText] = useState(before.origins.join("\n"));
  const save = useMutation({
    mutationFn: setPageOrigins,
    onSuccess: () => {
      notifications.show({ message: `Changed the web origins of ${before.account.name}` });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: pageOriginsQuery().queryKey }),
  });
  const origins = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  const isSame = origins.join(" ") === before.origins.join(" ");
  return (
    <Dialog onClose={onClose} title={`Web origins of ${before.account.name}`} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) save.mutate({ account_id: before.account.id, origins });
        }}
      >
        <Stack gap="md">
          <Textarea
            label="Origins"
            description="One per line, such as https://survey.example, without a path. Pages of an origin that you remove are refused at once."
            rows={6}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={save.error && (fieldProblem(save.error) ?? save.error.message)}
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={save.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={isSame}>
              Save origins
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** What is wrong with an origin, whichever of them it is. */
const fieldProblem = (error: Error): string | undefined =>
  error instanceof AppError ? Object.values(error.fields ?? {})[0] : undefined;
