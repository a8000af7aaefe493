"use client";

import { Alert, Button, Group, List, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import { lookedQuery } from "@/lib/answers/queries";
import type { ImportMode, ImportPlan } from "@/lib/contracts/answers";
import type { LookedFile } from "@/lib/contracts/imports";
import { ColumnsTable } from "./columns-table";
import { PlanFields } from "./plan-fields";
import { TryAndStart } from "./try-and-start";

type Props = {
  file: string;
  mode: ImportMode;
  onMode: (mode: ImportMode) => void;
  onStarted: (job: string) => void;
  onAnother: () => void;
};

/** How a file is read, shown on its first rows and corrected; then tried and imported. */
export function FilePlan({ file, mode, onMode, onStarted, onAnother }: Props) {
  const [corrected, setCorrected] = useState<ImportPlan | null>(null);
  const { data: looked, error, refetch, isPlaceholderData, isFetching } = useQuery(lookedQuery(file, corrected, mode));
  const another = (
    <Button variant="default" size="xs" onClick={onAnother}>
      Another file
    </Button>
  );
  if (!looked && error)
    return (
      <Stack gap="xs" align="flex-start">
        <LoadError what="The file" error={error} onRetry={() => void refetch()} />
        {another}
      </Stack>
    );
  if (!looked) return <Looking />;
  // What was just corrected is shown at once; what follows from it comes with the sample.
  const plan = isPlaceholderData && corrected ? corrected : looked.plan;
  const isSettled = !isFetching && !isPlaceholderData && !error;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <FileFacts looked={looked} />
        {another}
      </Group>
      <Sentences title="How it is read" color="gray" sentences={[...looked.notices, ...plan.notes]} />
      <PlanFields plan={plan} mode={mode} onPlan={setCorrected} onMode={onMode} />
      <ColumnsTable looked={looked} plan={plan} onPlan={setCorrected} />
      {error && <LoadError what="The sample" error={error} onRetry={() => void refetch()} />}
      <Sentences title="This cannot be imported yet" color="orange" sentences={looked.problems} />
      <TryAndStart
        planned={{ file, plan, mode }}
        bytes={looked.file.bytes}
        isSettled={isSettled}
        refused={looked.problems.length > 0 ? "Correct first what cannot be imported." : null}
        onStarted={onStarted}
      />
    </Stack>
  );
}

function Looking() {
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        Looking at the file
      </Text>
      <Skeleton height={36} />
      <Skeleton height={280} />
    </Stack>
  );
}

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE ** 2;

function FileFacts({ looked: { file, format: form, columns } }: { looked: LookedFile }) {
  const format = useFormat();
  const size =
    file.bytes < MEGABYTE ? `${format.tenths(file.bytes / KILOBYTE)} kB` : `${format.tenths(file.bytes / MEGABYTE)} MB`;
  return (
    <Text fw={600} style={{ overflowWrap: "anywhere" }}>
      {file.name}{" "}
      <Text span size="sm" c="dimmed">
        {form}, {size}, {format.count(columns.length)} {columns.length === 1 ? "column" : "columns"}
      </Text>
    </Text>
  );
}

const MOST_SENTENCES = 20;

function Sentences({ title, color, sentences }: { title: string; color: string; sentences: string[] }) {
  if (sentences.length === 0) return null;
  const shown = [...new Set(sentences)].slice(0, MOST_SENTENCES);
  return (
    <Alert color={color} variant="light" role="note" title={title}>
      <List size="sm">
        {shown.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {sentences.length > shown.length && <Text size="sm">And {sentences.length - shown.length} more.</Text>}
    </Alert>
  );
}
