"use client";

import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Job } from "@/lib/contracts/ours/jobs";
import { controlJob, jobsQuery } from "@/lib/jobs/queries";
import { useRefreshWhenOver } from "./use-refresh-when-over";

const SHOWN_MS = 20_000;

/**
 * Watches jobs that change what stands under these keys: that is read anew, and when the job that was started here has
 * ended, its undo is offered. Gives what tells it of a started job. `changed` is the same from call to call.
 */
export function useUndoOffer(changed: readonly QueryKey[]): (job: Job) => void {
  const queries = useQueryClient();
  const { data: jobs } = useQuery(jobsQuery());
  const [startedId, setStartedId] = useState<string | null>(null);
  useRefreshWhenOver(jobs, changed);
  const ended = jobs?.find(({ id, finished_at }) => id === startedId && finished_at !== null);
  useEffect(() => {
    if (!ended) return;
    setStartedId(null);
    notifications.hide(ended.id);
    notifications.show({
      color: ended.counts.done === ended.total ? "green" : "yellow",
      message: <Ended job={ended} onUndone={() => void queries.invalidateQueries({ queryKey: ["jobs"] })} />,
      autoClose: SHOWN_MS,
    });
  }, [ended, queries]);
  return (job) => {
    setStartedId(job.id);
    notifications.show({
      id: job.id,
      color: "green",
      message: `${job.title}: started. Progress is under “Jobs” above.`,
    });
    void queries.invalidateQueries({ queryKey: ["jobs"] });
  };
}

function Ended({ job, onUndone }: { job: Job; onUndone: () => void }) {
  const [used, setUsed] = useState(false);
  const { done = 0 } = job.counts;
  const undo = async () => {
    setUsed(true);
    try {
      await controlJob(job.id, "undo");
      notifications.show({ color: "green", message: "The undo has started. Progress is under “Jobs” above." });
    } catch (error) {
      notifications.show({ color: "red", message: error instanceof Error ? error.message : String(error) });
    }
    onUndone();
  };
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        {job.title}:{" "}
        {done === job.total ? "done." : `${done} of ${job.total} done. “Jobs” above says why the rest failed.`}
      </Text>
      {job.can_undo && (
        <Button size="compact-sm" variant="default" disabled={used} onClick={() => void undo()}>
          Undo
        </Button>
      )}
    </Group>
  );
}
