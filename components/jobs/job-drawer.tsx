"use client";

import { Alert, Badge, Button, Group, List, Progress, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { SideDrawer } from "@/components/ui/side-drawer";
import { useFormat } from "@/components/ui/use-format";
import type { Job } from "@/lib/contracts/ours/jobs";
import { endedStates, jobStateNames } from "@/lib/contracts/terms/jobs";
import { isActive, jobItemsQuery, resultFileAddress } from "@/lib/jobs/queries";
import type { Format } from "@/lib/tables/format";
import { JobControls } from "./job-controls";
import { jobItemTones } from "./job-item-tones";

type Props = { jobs: Job[] | undefined; onClose: () => void };

/** Every job of the viewer's with its progress, results and buttons. */
export function JobDrawer({ jobs, onClose }: Props) {
  return (
    <SideDrawer onClose={onClose} title="Jobs" size="md">
      <Stack gap="lg">
        {jobs?.length === 0 && (
          <Text c="dimmed">
            Changes of many surveys at once and large exports show here, with their progress and results.
          </Text>
        )}
        {jobs?.map((job) => (
          <JobCard key={job.id} job={job} />
        ))}
      </Stack>
    </SideDrawer>
  );
}

function JobCard({ job }: { job: Job }) {
  const format = useFormat();
  const [shown, details] = useDisclosure(false);
  const over = endedStates.reduce((sum, state) => sum + (job.counts[state] ?? 0), 0);
  return (
    <Stack gap={6} component="section" aria-label={job.title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600} size="sm">
          {job.title}
        </Text>
        <Badge variant="light" color={job.state === "done" ? "green" : "gray"} tt="none" style={{ flexShrink: 0 }}>
          {jobStateNames[job.state]}
        </Badge>
      </Group>
      <Progress
        value={job.total === 0 ? 100 : (100 * over) / job.total}
        animated={isActive(job)}
        aria-label={`${over} of ${job.total} done`}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {describeCounts(format, job, over)}
      </Text>
      {job.state === "signed out" && (
        <Alert color="yellow">Your sign-in ended while this was running. Sign in again: it goes on by itself.</Alert>
      )}
      <JobButtons job={job} onDetails={details.toggle} />
      {shown && <JobItems job={job} />}
    </Stack>
  );
}

function describeCounts(format: Format, { counts, total }: Job, over: number): string {
  const parts = endedStates.flatMap((state) => (counts[state] ? [`${format.count(counts[state])} ${state}`] : []));
  return `${format.count(over)} of ${format.count(total)}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
}

function hasFile({ result, state, counts, total }: Job): boolean {
  if (result === "outcomes") return true;
  return result === "file" ? counts.done === total : state === "done";
}

function JobButtons({ job, onDetails }: { job: Job; onDetails: () => void }) {
  return (
    <Group gap="xs">
      <JobControls job={job} size="compact-sm" actions={["pause", "resume", "cancel", "retry", "undo"]} />
      {job.result !== "file" && (
        <Button size="compact-sm" variant="subtle" onClick={onDetails}>
          Results
        </Button>
      )}
      {hasFile(job) && (
        <Button
          size="compact-sm"
          variant={job.result === "file" ? "filled" : "subtle"}
          component="a"
          href={resultFileAddress(job.id)}
          download
        >
          {job.result === "outcomes" ? "CSV" : "Download"}
        </Button>
      )}
    </Group>
  );
}

function JobItems({ job }: { job: Job }) {
  const format = useFormat();
  const { data } = useQuery(jobItemsQuery(job, 1));
  if (!data) return null;
  return (
    <List size="sm" spacing={4} listStyleType="none">
      {data.items.map((item) => (
        <List.Item key={item.key}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge
              size="xs"
              variant="light"
              color={jobItemTones[item.state]}
              tt="none"
              mt={3}
              style={{ flexShrink: 0 }}
            >
              {item.state}
            </Badge>
            <div>
              {item.label}
              {item.message && (
                <Text size="xs" c="dimmed">
                  {item.message}
                </Text>
              )}
            </div>
          </Group>
        </List.Item>
      ))}
      {data.total_items > data.items.length && (
        <Text size="xs" c="dimmed">
          And {format.count(data.total_items - data.items.length)} more: they are all in the CSV file.
        </Text>
      )}
    </List>
  );
}
