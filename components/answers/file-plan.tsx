"use client";

import { Alert, Button, Group, List, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { DraftStatus } from "@/components/drafts/draft-status";
import type { KeptDraftControl } from "@/components/drafts/use-kept-draft";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import { lookedQuery } from "@/lib/answers/queries";
import type { ImportMode, ImportPlan } from "@/lib/contracts/answers";
import type { LookedFile } from "@/lib/contracts/imports";
import { AppError } from "@/lib/http/problem";
import { ColumnsTable } from "./columns-table";
import { FileField } from "./file-field";
import { PlanFields } from "./plan-fields";
import { RoleFields } from "./role-fields";
import { TryAndStart } from "./try-and-start";

type Props = {
  projectId: string;
  file: string;
  mode: ImportMode;
  /** The plan as a person corrected it; null: as it was guessed. */
  corrected: ImportPlan | null;
  control: KeptDraftControl;
  onCorrected: (plan: ImportPlan) => void;
  onMode: (mode: ImportMode) => void;
  onStarted: (job: string) => void;
  onAnother: () => void;
  /** The same file was sent once more, because the first is no longer kept. */
  onSentAgain: (id: string) => void;
};

/** How a file is read, shown on its first rows and corrected; then tried and imported. */
export function FilePlan(props: Props) {
  const { file, mode, corrected, control, onCorrected, onMode, onStarted, onAnother } = props;
  const { data: looked, error, refetch, isPlaceholderData, isFetching } = useQuery(lookedQuery(file, corrected, mode));
  const another = (
    <Button variant="default" size="xs" onClick={onAnother}>
      Another file
    </Button>
  );
  if (!looked && error)
    return (
      <Stack gap="xs" align="flex-start">
        {isGone(error) ? (
          <Gone {...props} />
        ) : (
          <LoadError what="The file" error={error} onRetry={() => void refetch()} />
        )}
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
      <PlanFields plan={plan} mode={mode} onPlan={onCorrected} onMode={onMode} />
      <RoleFields looked={looked} plan={plan} onPlan={onCorrected} />
      <ColumnsTable looked={looked} plan={plan} onPlan={onCorrected} />
      <DraftStatus control={control} />
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

const isGone = (error: unknown) => error instanceof AppError && error.code === "not_found";

/** The file is away; what was corrected of it is not. */
function Gone({ projectId, corrected, onSentAgain }: Props) {
  return (
    <Stack gap="sm" w="100%">
      <Alert color="orange" variant="light" role="alert" title="This file is no longer kept">
        <Text size="sm">Send it again{corrected ? ": what you corrected is kept and holds for it." : "."}</Text>
      </Alert>
      <FileField projectId={projectId} refused={null} onSent={({ id }) => onSentAgain(id)} />
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
