"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { needsReview } from "@/lib/answers/imports/needs-review";
import { type Into, listAddress, type Planned, startImport } from "@/lib/answers/queries";
import { checkedInWords, effectInWords, sessionsInWords } from "@/lib/answers/words";
import type { TriedFile } from "@/lib/contracts/ours/imports";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { requestIds } from "@/lib/jobs/request-id";
import { ProblemsTable } from "./problems-table";
import { sentenceOf, useDryRun } from "./use-dry-run";

type Props = {
  planned: Planned;
  into: Into;
  /** Of the file. */
  bytes: number;
  /** The sample shows the plan as it is now. */
  isSettled: boolean;
  refused: string | null;
  onStarted: (job: string) => void;
};

/** The dry run, which says what would be kept and what not, and the import itself. */
export function TryAndStart({ planned, into, bytes, isSettled, refused, onStarted }: Props) {
  const dryRun = useDryRun(planned, into, bytes);
  const { start, isStarting, startProblem } = useStart(planned, onStarted);
  const [isGoingOn, setGoingOn] = useState(false);
  /** The dry run that held an import back. */
  const [heldBy, setHeldBy] = useState<string | null>(null);
  const importFile = async () => {
    if (dryRun.result) return start();
    setGoingOn(true);
    const checked = await dryRun.run();
    setGoingOn(false);
    if (checked === null) return;
    if (needsReview(checked)) setHeldBy(checked.list);
    else start();
  };
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Refusable reason={refused}>
          {(disabled) => (
            <Button
              variant="default"
              loading={dryRun.isRunning && !isGoingOn}
              disabled={!isSettled || isGoingOn || isStarting}
              onClick={() => void dryRun.run()}
              {...disabled}
            >
              Dry run
            </Button>
          )}
        </Refusable>
        {dryRun.isRunning && (
          <Button variant="subtle" onClick={dryRun.cancel}>
            Cancel the dry run
          </Button>
        )}
        <Refusable reason={refused ?? dryRun.result?.stop ?? null}>
          {(disabled) => (
            <Button
              loading={isStarting || isGoingOn}
              disabled={!isSettled || (dryRun.isRunning && !isGoingOn)}
              onClick={() => void importFile()}
              {...disabled}
            >
              Import
            </Button>
          )}
        </Refusable>
        {refused === null && !dryRun.result && !dryRun.isRunning && (
          <Text size="sm" c="dimmed">
            {GOES_ON}
          </Text>
        )}
      </Group>
      {dryRun.message && (
        <Text size="sm" c="dimmed" role="status">
          {dryRun.message}
        </Text>
      )}
      <Problem text={startProblem ?? dryRun.problem} />
      {dryRun.result && <Outcome checked={dryRun.result} mode={planned.mode} isHeld={dryRun.result.list === heldBy} />}
    </Stack>
  );
}

const GOES_ON = "Import checks the whole file first, and stops if there is something to review.";
const HELD = "Review the points below, then choose Import again.";

function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  );
}

function useStart(planned: Planned, onStarted: (job: string) => void) {
  const queries = useQueryClient();
  // Pressed again after a lost reply, it finds the work that the first press began.
  const [requestIdOf] = useState(requestIds);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => startImport({ ...planned, request_id: requestIdOf(planned) }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["jobs"] });
      onStarted(id);
    },
  });
  return { start: () => mutate(), isStarting: isPending, startProblem: error ? sentenceOf(error) : null };
}

/** `isHeld`: an import waits for a person to see it. */
function Outcome({ checked, mode, isHeld }: { checked: TriedFile; mode: ImportMode; isHeld: boolean }) {
  const format = useFormat();
  const { refused, reported, first, notices, stop, effect, list, sessions } = checked;
  const unmatched = sessions ? sessions.file_only + sessions.sessions_only : 0;
  return (
    <Stack gap="md" component="section" aria-label="Dry run">
      <Alert
        color={refused + reported > 0 ? "orange" : "green"}
        variant="light"
        role="status"
        title={isHeld ? "Nothing was imported yet" : "Dry run: nothing was imported"}
      >
        {isHeld && stop === null && (
          <Text size="sm" fw={600}>
            {HELD}
          </Text>
        )}
        <Text size="sm">{checkedInWords(checked, format)}</Text>
        {[
          ...(stop === null ? [] : [stop]),
          ...effectInWords(effect, mode, format),
          ...sessionsInWords(sessions, mode, format),
          ...notices,
        ].map((sentence) => (
          <Text size="sm" key={sentence}>
            {sentence}
          </Text>
        ))}
      </Alert>
      {refused + reported + unmatched > 0 && (
        <Group>
          <Button size="xs" variant="default" component="a" href={listAddress(list)} download>
            {unmatched === 0 ? "Download all refused and reported rows" : "Download refused rows and unmatched ids"}
          </Button>
        </Group>
      )}
      <ProblemsTable title="Refused rows" total={refused} rows={first.refused} />
      <ProblemsTable title="Reported in kept rows" total={reported} rows={first.reported} />
    </Stack>
  );
}
