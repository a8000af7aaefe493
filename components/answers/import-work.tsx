"use client";

import { Alert, Badge, Button, Group, Paper, Progress, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { JobControls } from "@/components/jobs/job-controls";
import { LinkButton } from "@/components/ui/button";
import { LoadError } from "@/components/ui/load-error";
import type { Job } from "@/lib/contracts/ours/jobs";
import { jobStateNames } from "@/lib/contracts/terms/jobs";
import { isActive, jobItemsQuery, jobsQuery, resultFileAddress } from "@/lib/jobs/queries";
import { newTableHref } from "@/lib/pivots/queries";
import { DefaultWeight } from "./default-weight";

type Props = { id: string; project: string; mayWrite: boolean; onAnother: () => void };

/** One import from its start to its end. */
export function ImportWork({ id, project, mayWrite, onAnother }: Props) {
  const { data: jobs, error, refetch } = useQuery(jobsQuery());
  const job = jobs?.find((one) => one.id === id);
  return (
    <Stack gap="md" component="section" aria-label="Progress of the import">
      {job && <WorkCard job={job} />}
      {!jobs && error && <LoadError what="The import" error={error} onRetry={() => void refetch()} />}
      {!jobs && !error && <Skeleton height={160} />}
      {jobs && !job && (
        <Alert color="gray" variant="light" role="note">
          This is not among your latest jobs. What was imported into the project is listed below.
        </Alert>
      )}
      {job && isImported(job) && mayWrite && <DefaultWeight project={project} />}
      <Group>
        {job && isImported(job) && (
          <LinkButton look="primary" href={newTableHref(project)}>
            Make a table
          </LinkButton>
        )}
        {mayWrite && (
          <Button variant="default" onClick={onAnother}>
            Import another file
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const isImported = ({ counts, total }: Job) => (counts.done ?? 0) === total;

const EVERY_MS = 1000;

function WorkCard({ job }: { job: Job }) {
  const { data } = useQuery({ ...jobItemsQuery(job, 1), refetchInterval: isActive(job) ? EVERY_MS : false });
  const step = data?.items[0];
  const isRight = isImported(job);
  const failed = job.finished_at !== null && !isRight;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} fz={18} style={{ overflowWrap: "anywhere" }}>
            {job.title}
          </Title>
          <Badge
            variant="light"
            color={failed ? "orange" : isRight ? "green" : "gray"}
            tt="none"
            style={{ flexShrink: 0 }}
          >
            {failed ? "Not imported" : jobStateNames[job.state]}
          </Badge>
        </Group>
        {/* How many rows a file has is known at its end. */}
        <Progress
          value={100}
          color={failed ? "orange" : "indigo"}
          animated={isActive(job)}
          aria-label={jobStateNames[job.state]}
        />
        <Text role="status">{step?.message ?? "It begins as soon as a worker is free."}</Text>
        {job.state === "signed out" && (
          <Alert color="yellow" variant="light">
            Your sign-in ended while this was running. Sign in again: it goes on by itself.
          </Alert>
        )}
        <WorkButtons job={job} hasList={job.finished_at !== null && (data?.has_result ?? false)} />
      </Stack>
    </Paper>
  );
}

function WorkButtons({ job, hasList }: { job: Job; hasList: boolean }) {
  return (
    <Group gap="xs">
      <JobControls job={job} size="xs" actions={["resume", "cancel", "retry"]} retryLabel="Try again" />
      {hasList && (
        <Button size="xs" variant="default" component="a" href={resultFileAddress(job.id)} download>
          Download notices
        </Button>
      )}
    </Group>
  );
}
