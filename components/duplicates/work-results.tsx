"use client";

import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { jobItemTones } from "@/components/jobs/job-item-tones";
import { Badge } from "@/components/ui/badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { LoadError } from "@/components/ui/load-error";
import { Pages } from "@/components/ui/pages";
import type { ReplyOf } from "@/lib/contracts/operation";
import type { Job, listJobItems } from "@/lib/contracts/ours/jobs";
import { itemStateNames } from "@/lib/duplicates/words";
import { jobItemsQuery } from "@/lib/jobs/queries";

type Item = ReplyOf<typeof listJobItems>["items"][number];

/** As many as a page of a job's steps has. */
const PAGE_SIZE = 100;

const columns: Column<Item>[] = [
  { id: "survey", header: "Survey", wraps: true, card: "title", cell: ({ label }) => <b>{label}</b> },
  {
    id: "state",
    header: "Result",
    width: 160,
    card: "corner",
    cell: ({ state }) => <Badge tone={jobItemTones[state]}>{itemStateNames[state]}</Badge>,
  },
  {
    id: "message",
    header: "What happened",
    wraps: true,
    cell: ({ message }) => message ?? "–",
  },
];

/** What became of each survey, those with a problem first. */
export function WorkResults({ job }: { job: Job }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(jobItemsQuery(job, page));
  if (error && !data) return <LoadError what="The results" error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="sm">
      <DataTable
        label="Results by survey"
        columns={columns}
        rows={data?.items}
        rowId={({ key }) => key}
        empty={<Text c="dimmed">There was nothing to do.</Text>}
        skeletonRows={5}
      />
      <Pages total={data?.total_items ?? 0} pageSize={PAGE_SIZE} page={page} onChange={setPage} />
    </Stack>
  );
}
