"use client";

import { Alert, Badge, Button, Group, Paper, Progress, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { JobControls } from "@/components/jobs/job-controls";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import type { ActivationChange } from "@/lib/contracts/ours/duplicates";
import type { Job } from "@/lib/contracts/ours/jobs";
import { workChangeQuery } from "@/lib/duplicates/queries";
import { counted, nameOfState } from "@/lib/duplicates/words";
import { isActive, jobsQuery, resultFileAddress } from "@/lib/jobs/queries";
import { ReverseButton } from "./reverse-button";
import { ViewLink } from "./view-link";
import { WorkResults } from "./work-results";

type Props = {
  id: string;
  account: string | undefined;
  /** Another work stands here from now on: the reversal. */
  onOpen: (id: string) => void;
  onAnother: () => void;
};

/** One switching from its start to its end: how far it is, what it did to each survey, and its reversal. */
export function ActivationWork({ id, account, onOpen, onAnother }: Props) {
  const { data: jobs, error, refetch } = useQuery(jobsQuery());
  const job = jobs?.find((one) => one.id === id);
  const change = useChange(account, id, job);
  return (
    <Stack gap="md" maw={1100}>
      {job && (
        <Stack gap="md" component="section" aria-label="Progress">
          <WorkCard job={job} change={change}>
            <ReverseButton change={change} account={account} onStarted={onOpen} />
          </WorkCard>
          <WorkResults job={job} />
        </Stack>
      )}
      {!jobs && error && <LoadError what="The job" error={error} onRetry={() => void refetch()} />}
      {!jobs && !error && <Skeleton height={180} />}
      {jobs && !job && (
        <Alert color="gray" variant="light" role="note">
          This is not among your latest jobs. The history has everything that was switched.
        </Alert>
      )}
      <Group>
        <Button variant="default" onClick={onAnother}>
          Switch something else
        </Button>
        <Button component={ViewLink} show="history" variant="subtle">
          History
        </Button>
      </Group>
    </Stack>
  );
}

const WATCH_MS = 2000;

/** The history's line of a work: how many records so far, and whether it can be reversed. */
function useChange(account: string | undefined, id: string, job: Job | undefined): ActivationChange | undefined {
  const active = job !== undefined && isActive(job);
  const { data, refetch } = useQuery({ ...workChangeQuery(account, id), refetchInterval: active ? WATCH_MS : false });
  const finished = job?.finished_at ?? null;
  // What was read while it ran lacks its end.
  useEffect(() => {
    if (finished !== null) void refetch();
  }, [finished, refetch]);
  return data ?? undefined;
}

const ENDED = ["done", "unchanged", "refused", "failed", "uncertain", "cancelled"] as const;

type CardProps = { job: Job; change: ActivationChange | undefined; children: React.ReactNode };

function WorkCard({ job, change, children }: CardProps) {
  const format = useFormat();
  const over = ENDED.reduce((sum, state) => sum + (job.counts[state] ?? 0), 0);
  const records = change?.records ?? null;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} fz={18} style={{ overflowWrap: "anywhere" }}>
            {job.title}
          </Title>
          <Badge variant="light" color={badgeColor(job)} tt="none" style={{ flexShrink: 0 }}>
            {nameOfState(job.state)}
          </Badge>
        </Group>
        <Progress
          value={job.total === 0 ? 100 : (100 * over) / job.total}
          animated={isActive(job)}
          size="lg"
          aria-label={`${over} of ${job.total} done`}
        />
        <Text role="status">
          {format.count(over)} of {counted(format, job.total, "survey")}
          {records !== null && ` · ${counted(format, records, "record")} ${job.finished_at ? "changed" : "so far"}`}
          {problemsInWords(job, format.count)}
        </Text>
        {job.state === "signed out" && (
          <Alert color="yellow" variant="light">
            Your sign-in ended while this was running. Sign in again: it goes on by itself.
          </Alert>
        )}
        <RelatedWork job={job} />
        <Group gap="xs">
          <JobControls job={job} size="xs" actions={["pause", "resume", "cancel", "retry"]} />
          <Button size="xs" variant="default" component="a" href={resultFileAddress(job.id)} download>
            Result file
          </Button>
          {job.finished_at !== null && children}
        </Group>
      </Stack>
    </Paper>
  );
}

const problems = (job: Job) => (["failed", "refused", "uncertain"] as const).filter((state) => job.counts[state]);

function badgeColor(job: Job): string {
  if (job.state !== "done") return "gray";
  return problems(job).length > 0 ? "orange" : "green";
}

const problemsInWords = (job: Job, count: (value: number | undefined) => string) =>
  problems(job)
    .map((state) => ` · ${count(job.counts[state])} ${state}`)
    .join("");

/** What this work reverses, and what reversed it. */
function RelatedWork({ job: { undo_of, undone_by } }: { job: Job }) {
  if (!undo_of && !undone_by) return null;
  return (
    <Group gap="md">
      {undo_of && <WorkLink id={undo_of}>This reverses an earlier job: show it</WorkLink>}
      {undone_by && <WorkLink id={undone_by}>This has been reversed: show the reversal</WorkLink>}
    </Group>
  );
}

function WorkLink({ id, children }: { id: string; children: string }) {
  return (
    <Button component={ViewLink} show="switch" job={id} variant="subtle" size="compact-sm">
      {children}
    </Button>
  );
}
