"use client";

import { Badge, Button, Card, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import type { ConnectionState, InterfaceView } from "@/lib/contracts/ours/settings";
import { connectionQuery } from "@/lib/settings/queries";
import classes from "./settings.module.css";

const environments: Record<ConnectionState["environment"], string> = {
  production: "Production: what you save is real.",
  staging: "Staging.",
  "built-in": "This product's own services.",
};

/** The viewer's connection: how each interface is now, and what it can and cannot do. */
export function ConnectionSection() {
  const { data, error, isFetching, refetch } = useQuery(connectionQuery());
  if (error && !data) return <LoadError what="Your connection" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={280} maw={820} radius="md" />;
  return (
    <Stack gap="md" maw={820}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          You are signed in to <b>{data.title}</b>. {environments[data.environment]}
        </Text>
        <Button variant="default" onClick={() => void refetch()} loading={isFetching}>
          Check again
        </Button>
      </Group>
      {data.interfaces.map((part) => (
        <InterfaceCard key={part.name} part={part} environment={data.environment} />
      ))}
    </Stack>
  );
}

type CardProps = { part: InterfaceView; environment: ConnectionState["environment"] };

function InterfaceCard({ part, environment }: CardProps) {
  const remote = environment === "built-in" ? "Remote" : `Remote, ${environment}`;
  const kind = part.kind === "remote" ? remote : "Built-in";
  return (
    <Card component="section" withBorder padding="lg" aria-label={part.title}>
      <Group justify="space-between" gap="sm" mb="sm">
        <div>
          <Title order={2} fz={18}>
            {part.title}
          </Title>
          <Text size="sm" c="dimmed">
            {part.purpose}
          </Text>
        </div>
        <Badge variant="light" color={part.kind === "remote" ? "orange" : "teal"} tt="none">
          {kind}
        </Badge>
      </Group>
      <Facts part={part} />
      <Title order={3} fz={15} mt="md" mb="xs">
        What it can and cannot do
      </Title>
      <Stack component="ul" gap={6} className={classes.list ?? ""}>
        {part.abilities.map(({ is_able, sentence }) => (
          <li key={sentence} className={classes.ability ?? ""}>
            {is_able ? (
              <IconCheck size={18} color="var(--mantine-color-teal-7)" aria-label="Can:" role="img" />
            ) : (
              <IconX size={18} color="var(--mantine-color-orange-7)" aria-label="Cannot:" role="img" />
            )}
            <Text size="sm">{sentence}</Text>
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function Facts({ part }: { part: InterfaceView }) {
  return (
    <Text component="dl" size="sm" className={classes.facts ?? ""}>
      <dt>Health</dt>
      <dd>
        <Health health={part.health} />
      </dd>
      {part.host !== null && (
        <>
          <dt>Host</dt>
          <dd>{part.host}</dd>
        </>
      )}
      <dt>Keys</dt>
      <dd>{part.credentials}</dd>
      <dt>Rate</dt>
      <dd>{part.rate}</dd>
    </Text>
  );
}

function Health({ health }: { health: InterfaceView["health"] }) {
  const { count, instant } = useFormat();
  if (health === null) return "Not known";
  const { state, took_ms, checked_at, problem } = health;
  const when = `asked ${instant(checked_at)}`;
  return (
    <Group gap="xs" role="status">
      <Badge variant="light" color={state === "ok" ? "green" : "red"} tt="none">
        {state === "ok" ? "Answers" : "Does not answer as it should"}
      </Badge>
      <span>
        {problem === null ? `In ${count(took_ms)} ms, ${when}` : `${problem} After ${count(took_ms)} ms, ${when}`}
      </span>
    </Group>
  );
}
