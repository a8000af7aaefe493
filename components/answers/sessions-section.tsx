"use client";

import { Alert, Button, Group, Paper, Skeleton, Stack, Switch, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadError } from "@/components/ui/load-error";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { importSessions, keepSessions, sessionsQuery } from "@/lib/answers/queries";
import { keptSessionsInWords } from "@/lib/answers/words";
import type { ProjectSessionsView } from "@/lib/contracts/ours/imports";
import { IMPORTS_REFUSED } from "@/lib/contracts/rules/permissions";

type Props = { projectId: string; mayWrite: boolean; onStarted: (job: string) => void };

/** The completed sessions of a project's surveys beside its answers: imported when asked, or by themselves. */
export function SessionsSection(props: Props) {
  const { data, error, refetch } = useQuery(sessionsQuery(props.projectId));
  return (
    <Paper withBorder p="md" component="section" aria-label="Sessions of the project">
      <Stack gap="sm">
        <Title order={2} fz={18}>
          Sessions
        </Title>
        {data && <Loaded {...props} sessions={data} />}
        {!data && error && <LoadError what="The sessions" error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={72} />}
      </Stack>
    </Paper>
  );
}

const WHAT_IT_DOES =
  "Survey, supplier, qualification answers, quotas, length, cost and outcome of each completed session, by its id. A file with these ids in its id column joins them with “Update by id”.";

function Loaded({ projectId, mayWrite, onStarted, sessions }: Props & { sessions: ProjectSessionsView }) {
  const format = useFormat();
  const { keeping, starting } = useChanges(projectId, onStarted);
  const refused = sessions.refusal ?? (mayWrite ? null : IMPORTS_REFUSED);
  const keeps = keeping.isPending ? keeping.variables : sessions.keeps;
  const failed = keeping.error ?? starting.error;
  return (
    <>
      <Text size="sm">{sessions.refusal ?? keptSessionsInWords(sessions, format)}</Text>
      <Text size="sm" c="dimmed">
        {WHAT_IT_DOES}
      </Text>
      {sessions.problem !== null && sessions.keeps && (
        <Alert color="orange" variant="light" role="note" title="Sessions are not imported at the moment">
          {sessions.problem}
        </Alert>
      )}
      <Group gap="lg">
        <Refusable reason={refused ?? nothingNew(sessions)}>
          {(disabled) => (
            <Button variant="default" loading={starting.isPending} onClick={() => starting.mutate()} {...disabled}>
              Import sessions
            </Button>
          )}
        </Refusable>
        <Switch
          label="Keep sessions in the answers"
          description={refused ?? "Imports new ones every ten minutes."}
          checked={keeps}
          disabled={refused !== null || keeping.isPending}
          onChange={({ currentTarget }) => keeping.mutate(currentTarget.checked)}
        />
      </Group>
      {failed && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failed.message}
        </Text>
      )}
    </>
  );
}

function nothingNew({ completes, imported, is_current }: ProjectSessionsView): string | null {
  if (!is_current) return null;
  return completes === 0 && imported === null
    ? "No session of this project is complete yet."
    : "The answers have all completed sessions already.";
}

function useChanges(projectId: string, onStarted: (job: string) => void) {
  const queries = useQueryClient();
  const { queryKey } = sessionsQuery(projectId);
  const keeping = useMutation({
    mutationFn: (keeps: boolean) => keepSessions(projectId, keeps),
    onSuccess: (sessions) => queries.setQueryData(queryKey, sessions),
  });
  const starting = useMutation({
    // Pressed again after a lost reply, it starts a job that finds nothing new.
    mutationFn: () => importSessions(projectId),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["jobs"] });
      onStarted(id);
    },
  });
  return { keeping, starting };
}
