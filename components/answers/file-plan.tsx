"use client";

import { Alert, Button, Group, List, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { DraftStatus } from "@/components/drafts/draft-status";
import type { KeptDraftControl } from "@/components/drafts/use-kept-draft";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import { isUnreadable, lookedQuery } from "@/lib/answers/queries";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { AppError } from "@/lib/http/problem";
import { ColumnsTable } from "./columns-table";
import { FileField } from "./file-field";
import { NoAnswerOptions } from "./no-answer-options";
import { PlanFields } from "./plan-fields";
import { RoleFields } from "./role-fields";
import { TableFields } from "./table-fields";
import { ToolParts } from "./tool-parts";
import { TryAndStart } from "./try-and-start";
import { useInto } from "./use-into";

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
  /** A file was sent in place of this one, which cannot be read or is no longer kept. */
  onSentAgain: (id: string) => void;
};

/** How a file is read, shown on its first rows and corrected; then tried and imported. */
export function FilePlan(props: Props) {
  const { projectId, file, mode, corrected, control, onCorrected, onMode, onStarted, onAnother } = props;
  const into = useInto(projectId);
  const {
    data: looked,
    error,
    refetch,
    isPlaceholderData,
    isFetching,
  } = useQuery(lookedQuery(into, file, { plan: corrected, mode }));
  const another = (
    <Button variant="default" size="xs" onClick={onAnother}>
      Another file
    </Button>
  );
  if (!looked && error) {
    const atFault = faultOf(error, corrected);
    if (atFault) return <SendInstead {...atFault} {...props} />;
    return (
      <Stack gap="xs" align="flex-start">
        <LoadError what="The file" error={error} onRetry={() => void refetch()} />
        {another}
      </Stack>
    );
  }
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
      {looked.table && <TableFields {...{ file, mode, plan }} table={looked.table} onPlan={onCorrected} />}
      <PlanFields plan={plan} mode={mode} onPlan={onCorrected} onMode={onMode} />
      <RoleFields looked={looked} plan={plan} onPlan={onCorrected} />
      <ToolParts looked={looked} plan={plan} onPlan={onCorrected} />
      <NoAnswerOptions plan={plan} onPlan={onCorrected} />
      <ColumnsTable project={projectId} looked={looked} plan={plan} corrected={corrected} onPlan={onCorrected} />
      <DraftStatus control={control} />
      {error && <LoadError what="The sample" error={error} onRetry={() => void refetch()} />}
      <Sentences title="This cannot be imported yet" color="orange" sentences={looked.problems} />
      <TryAndStart
        planned={{ file, plan, mode }}
        into={into}
        bytes={looked.file.bytes}
        isSettled={isSettled}
        refused={looked.problems.length > 0 ? "Correct first what cannot be imported." : null}
        onStarted={onStarted}
      />
    </Stack>
  );
}

type Fault = { title: string; sentence: string };

/** What is wrong with the file itself, so that to look at it again is no use; null: something else is. */
function faultOf(error: Error, corrected: ImportPlan | null): Fault | null {
  if (isUnreadable(error, corrected)) return { title: "This file cannot be imported", sentence: error.message };
  if (!(error instanceof AppError) || error.code !== "not_found") return null;
  const sentence = `Send it again${corrected ? ": what you corrected is kept and holds for it." : "."}`;
  return { title: "This file is no longer kept", sentence };
}

function SendInstead({ title, sentence, projectId, onSentAgain }: Props & Fault) {
  return (
    <Stack gap="sm">
      <Alert color="orange" variant="light" role="alert" title={title}>
        <Text size="sm">{sentence}</Text>
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
