"use client";

import { Alert, Badge, Button, Card, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import type { OwnSession } from "@/lib/contracts/ours/settings";
import { endOtherSessions, endSession, sessionsQuery } from "@/lib/settings/queries";
import classes from "./settings.module.css";

/** Where this person is signed in, and the way to end it. */
export function SessionsSection() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery());
  const again = () => queries.invalidateQueries({ queryKey: sessionsQuery().queryKey });
  const ending = useMutation({ mutationFn: endSession, onSettled: again });
  const endingOthers = useMutation({ mutationFn: endOtherSessions, onSettled: again });
  if (error && !data) return <LoadError what="Your sessions" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} maw={720} radius="md" />;
  const others = data.sessions.filter(({ is_this }) => !is_this);
  const problem = ending.error ?? endingOthers.error;
  return (
    <Stack gap="md" maw={720}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {others.length === 0
            ? "You are signed in here only."
            : "Sign out devices you don't recognise or no longer use. Their drafts are kept."}
        </Text>
        {others.length > 0 && (
          <Button variant="default" loading={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
            Sign out all others
          </Button>
        )}
      </Group>
      {problem && (
        <Alert color="red" variant="light" role="alert" title="The device was not signed out">
          {problem.message}
        </Alert>
      )}
      <Stack component="ul" gap="sm" className={classes.list ?? ""} aria-label="Your sessions">
        {data.sessions.map((session) => (
          <SessionCard
            key={session.id}
            session={session}
            isEnding={ending.isPending && ending.variables === session.id}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </Stack>
    </Stack>
  );
}

type CardProps = { session: OwnSession; isEnding: boolean; onEnd: () => void };

function SessionCard({ session, isEnding, onEnd }: CardProps) {
  const { instant } = useFormat();
  const { device, address, is_this, begun_at, last_used_at, expires_at } = session;
  return (
    <Card component="li" withBorder padding="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Stack gap={4}>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {is_this && (
              <Badge variant="light" color="teal" tt="none">
                This browser
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {address === null ? "Signed in" : `Signed in from ${address},`} {instant(begun_at)}
          </Text>
          <Text size="sm" c="dimmed">
            Last used {instant(last_used_at)}, expires {instant(expires_at)}
          </Text>
        </Stack>
        {!is_this && (
          <Button variant="default" size="xs" loading={isEnding} onClick={onEnd} aria-label={`Sign out ${device}`}>
            Sign out
          </Button>
        )}
      </Group>
    </Card>
  );
}
