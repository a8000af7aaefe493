"use client";

import { Alert, Button, Group, List, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useUndoOffer } from "@/components/jobs/use-undo-offer";
import { DialogOnDemand } from "@/components/ui/dialog-on-demand";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import type { DemoData } from "@/lib/contracts/ours/demo-data";
import type { Job } from "@/lib/contracts/ours/jobs";
import { randomUuid } from "@/lib/http/random-uuid";
import { demoDataQuery, removeDemoData } from "@/lib/settings/queries";

const changed = [demoDataQuery().queryKey, ["surveys"], ["projects"], ["views"]];

/** How much of the demo data there is, and its removal, for admins. */
export function DemoSection() {
  const { data, error, refetch } = useQuery(demoDataQuery());
  const [isAsking, setAsking] = useState(false);
  const onStarted = useUndoOffer(changed);
  return (
    <Stack component="section" gap="sm" maw={720} aria-label="Demo data">
      <Title order={2} fz="md">
        Demo data
      </Title>
      <Text size="sm">The first start makes surveys, sessions and a tracking project to try the product with.</Text>
      {error && !data && <LoadError what="Demo data" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={120} radius="md" />}
      {data && (data.refused === null ? <Contents demo={data} /> : <Text size="sm">{data.refused}</Text>)}
      {data && (
        <Group>
          <Button color="red" variant="light" disabled={data.refused !== null} onClick={() => setAsking(true)}>
            Remove demo data…
          </Button>
        </Group>
      )}
      {data && isAsking && <RemovalDialog demo={data} onStarted={onStarted} onClose={() => setAsking(false)} />}
    </Stack>
  );
}

function Contents({ demo: { goes, stays, users } }: { demo: DemoData }) {
  const { count } = useFormat();
  const of = (n: number, one: string, many: string) => `${count(n)} ${n === 1 ? one : many}`;
  const staying = [
    ...(stays.surveys > 0 ? [of(stays.surveys, "survey", "surveys")] : []),
    ...(stays.projects > 0 ? [of(stays.projects, "project", "projects")] : []),
  ];
  return (
    <>
      <Text size="sm" fw={600}>
        Will be removed
      </Text>
      <List size="sm">
        <List.Item>
          {of(goes.surveys, "survey", "surveys")} with quotas, {of(goes.sessions, "session", "sessions")} and their
          records of the duplicate check
        </List.Item>
        <List.Item>{of(goes.projects, "project", "projects")}, and the demo suppliers without other sessions</List.Item>
        <List.Item>
          {of(goes.answers, "imported response", "imported responses")}, {of(goes.weights, "weight", "weights")},{" "}
          {of(goes.views, "shared view", "shared views")}
        </List.Item>
        {users.length > 0 && <List.Item>Sign-in of {users.join(", ")}, and the demo keys</List.Item>}
      </List>
      <Text size="sm" fw={600}>
        Will be kept
      </Text>
      <List size="sm">
        <List.Item>
          {staying.length > 0
            ? `${staying.join(" and ")} of the demo that were edited, answered or have saved views`
            : "No demo data was edited"}
        </List.Item>
        <List.Item>Surveys, projects, views and files of your own</List.Item>
        {users.length === 0 && (
          <List.Item>The demo users, until there is an admin whose e-mail does not end in @demo.test</List.Item>
        )}
        <List.Item>The audit log</List.Item>
      </List>
    </>
  );
}

type RemovalProps = { demo: DemoData; onStarted: (job: Job) => void; onClose: () => void };

function RemovalDialog({ demo, onStarted, onClose }: RemovalProps) {
  const [requestId] = useState(randomUuid);
  const removal = useMutation({
    mutationFn: () => removeDemoData(requestId),
    onSuccess: (job) => {
      onStarted(job);
      onClose();
    },
  });
  return (
    <DialogOnDemand onClose={onClose} title="Remove demo data?" size="lg">
      <Stack gap="sm">
        <Contents demo={demo} />
        <Text size="sm">This cannot be undone.</Text>
        {removal.error && (
          <Alert color="red" variant="light" role="alert" title="Nothing was removed">
            {removal.error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={removal.isPending} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
            Remove demo data
          </Button>
        </Group>
      </Stack>
    </DialogOnDemand>
  );
}
