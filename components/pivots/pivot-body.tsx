"use client";

import { Alert, Box, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import Link from "next/link";
import { type ReactNode, useDeferredValue } from "react";
import { LinkButton } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import { Nothing } from "@/components/ui/nothing";
import { useServiceName } from "@/components/ui/service-name";
import { Waiting } from "@/components/ui/waiting";
import type { PivotState } from "@/lib/pivots/address";
import { newTableHref } from "@/lib/pivots/queries";
import type { PivotShown } from "./use-pivot";

type Props = { state: PivotState; shown: PivotShown; children: ReactNode };

/** The table, and before it what is to be said: that it is read, stopped, refused or empty. What was shown stays. */
export function PivotBody({ state, shown, children }: Props) {
  const { specs, fields, asked } = shown;
  const showsFigures = useDeferredValue(shown.shown !== null); // draws the first table in small steps
  // A frozen table needs no service to be shown.
  if (specs.error && !shown.isFrozen) {
    return <LoadError what="The project's questions" error={specs.error} onRetry={() => void specs.refetch()} />;
  }
  if (specs.data && fields.length === 0 && !shown.isFrozen) return <NoAnswers project={state.project ?? ""} />;
  if (!asked) {
    return (
      <Nothing says="Put a question into rows or columns, or one with numbers into values.">
        <LinkButton href={newTableHref(state.project ?? "")}>Make a table</LinkButton>
      </Nothing>
    );
  }
  // Where another one is not coming, what was shown is what people read.
  const isReplaced = shown.isOld && shown.table.isFetching;
  return (
    <>
      <Progress shown={shown} />
      {shown.shown && showsFigures ? (
        <Stack gap="xs" style={{ opacity: isReplaced ? 0.5 : 1, transition: "opacity 120ms" }} aria-busy={isReplaced}>
          {children}
        </Stack>
      ) : (
        !shown.error && !shown.isStopped && <Skeleton height={280} />
      )}
    </>
  );
}

/** Where the table that is asked for has got to. */
function Progress({ shown: { table, error, isOld, isStopped, shown, cancel } }: { shown: PivotShown }) {
  const service = useServiceName();
  const before = shown ? " Beneath is the table as it was before." : "";
  if (error) {
    return (
      <Alert
        role="alert"
        color="red"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title="This table cannot be made"
        mb="sm"
      >
        <Group justify="space-between" gap="sm">
          <Text size="sm">
            {error.message}
            {before}
          </Text>
          <Button size="xs" variant="default" onClick={() => void table.refetch()}>
            Try again
          </Button>
        </Group>
      </Alert>
    );
  }
  if (isStopped) {
    return (
      <Group gap="sm" mb="xs" role="status">
        <Text size="sm">The table is not being read.{before}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void table.refetch()}>
          Read it
        </Button>
      </Group>
    );
  }
  if (!table.isFetching || (shown && !isOld)) return null;
  const line = (
    <Waiting
      what="The table is being read."
      explanation={`Tables of ${service} take longer than usual.`}
      cancel={{ run: cancel, atOnce: true }}
    />
  );
  if (!shown) return <Box mb="xs">{line}</Box>;
  // Over the table, which keeps its place while another is read.
  return (
    <Box pos="relative" style={{ zIndex: 3 }}>
      <Paper withBorder shadow="sm" px="sm" py={6} pos="absolute" top={0} right={0}>
        {line}
      </Paper>
    </Box>
  );
}

function NoAnswers({ project }: { project: string }) {
  return (
    <Nothing says="This project has no answers that a table could be made of yet.">
      <Button
        component={Link}
        href={`/answers?project=${encodeURIComponent(project)}`}
        prefetch={false}
        variant="default"
      >
        Import answers
      </Button>
    </Nothing>
  );
}
