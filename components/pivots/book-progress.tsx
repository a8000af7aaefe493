"use client";

import { Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { useFormat } from "@/components/ui/use-format";
import { jobStateNames } from "@/lib/contracts/terms/jobs";
import { isActive, jobsQuery, resultFileAddress } from "@/lib/jobs/queries";

export type BegunBook = { id: string; title: string };

/** How far a book of tables is, and its file once it is there. */
export function BookProgress({ book: { id, title }, onClose }: { book: BegunBook; onClose?: () => void }) {
  const { count } = useFormat();
  const { data } = useQuery(jobsQuery());
  const job = data?.find((one) => one.id === id);
  const done = job ? job.total - (job.counts.waiting ?? 0) - (job.counts.running ?? 0) : 0;
  const isOver = job !== undefined && !isActive(job) && job.finished_at !== null;
  return (
    <Group gap="sm" role="status" aria-label={title}>
      <Text size="sm" flex="1 1 12rem" style={{ overflowWrap: "anywhere" }}>
        {title}
      </Text>
      {job && !isOver && (
        <>
          <ProgressBar percent={(100 * done) / Math.max(1, job.total)} label={`Progress of ${title}`} />
          <Text size="sm">
            {count(done)} of {count(job.total)} tables
          </Text>
        </>
      )}
      {!job && <Text size="sm">Starting…</Text>}
      {job && isOver && (job.counts.done ?? 0) > 0 && (
        <a href={resultFileAddress(id)} download>
          Download XLSX
        </a>
      )}
      {job && isOver && (job.counts.done ?? 0) === 0 && (
        <Text size="sm">{jobStateNames[job.state]}: no table was made.</Text>
      )}
      {onClose && isOver && (
        <Button look="subtle" isSmall onClick={onClose}>
          Close
        </Button>
      )}
    </Group>
  );
}

/** A message that stays until it is closed, also on other pages. */
export const tellOfBook = (book: BegunBook) =>
  notifications.show({ id: `book ${book.id}`, message: <BookProgress book={book} />, autoClose: false });
