"use client";

import { Alert, Button, Card, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { IconRocket } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import type { SoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { FORBIDDEN } from "@/lib/contracts/rules/permissions";
import { AppError } from "@/lib/http/problem";
import { isUnderWay } from "@/lib/soft-launches/launch";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { ChangedElsewhere, TargetsTable } from "./launch-targets";
import { MeasuredFigures } from "./measured-figures";
import { type DialogAction, useLaunchDialog } from "./use-launch-dialog";

const SoftLaunchDialog = onDemand(async () => (await import("./soft-launch-dialog")).SoftLaunchDialog, DialogFrame);

type Props = { id: string; readOnly: boolean };

/** Where a survey's soft launch stands, and what can be decided; stands above the survey's own page. */
export function SoftLaunchPanel({ id, readOnly }: Props) {
  const [dialog, setDialog] = useLaunchDialog();
  const { data: launch, error, refetch } = useQuery(softLaunchQuery(id));
  useSurveyFollows(launch ?? null);
  return (
    <>
      {error && launch === undefined && !isMissing(error) && (
        <LoadError what="The soft launch" error={error} onRetry={() => void refetch()} />
      )}
      {launch && isShown(launch) && (
        <Panel launch={launch} readOnly={readOnly} onDecide={(one) => void setDialog(one)} />
      )}
      {dialog && !readOnly && launch !== undefined && (
        <SoftLaunchDialog key={dialog} id={id} action={dialog} launch={launch} onClose={() => void setDialog(null)} />
      )}
    </>
  );
}

/** A survey that is not there says so itself. */
const isMissing = (error: Error) => error instanceof AppError && error.code === "not_found";

const SHOWN_AFTER_MS = 24 * 60 * 60 * 1000;

/** One that is over is shown for a day, because it can be undone. */
const isShown = (launch: SoftLaunch) =>
  isUnderWay(launch) || launch.writing || Date.parse(launch.changed_at) > Date.now() - SHOWN_AFTER_MS;

/** What the worker does to the survey is read anew on the page beside the panel. */
function useSurveyFollows(launch: SoftLaunch | null): void {
  const queries = useQueryClient();
  const state = launch ? `${launch.state} ${launch.status}` : null;
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (seen.current !== null && seen.current !== state) void queries.invalidateQueries({ queryKey: ["surveys"] });
    seen.current = state;
  }, [state, queries]);
}

type PanelProps = { launch: SoftLaunch; readOnly: boolean; onDecide: (action: DialogAction) => void };

function Panel({ launch, readOnly, onDecide }: PanelProps) {
  const format = useFormat();
  const over = !isUnderWay(launch);
  return (
    <Card withBorder padding="md" mb="md" component="section" aria-label="Soft launch">
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconRocket size={20} aria-hidden style={{ flex: "none", marginTop: 2 }} />
          <div>
            <Title order={2} fz={16}>
              {titles[launch.state](launch)}
            </Title>
            <Text size="sm" c="dimmed">
              {launch.reached_at
                ? `In since ${format.instant(launch.reached_at)} · last decided by ${launch.changed_by}`
                : `${launch.changed_by}, ${format.instant(launch.changed_at)}`}
              {launch.status && !over && ` · the survey is ${launch.status}`}
            </Text>
          </div>
        </Group>
        {launch.writing && (
          <Group gap="xs" role="status">
            <Loader size="xs" aria-hidden />
            <Text size="sm">A change is being written. If it was interrupted, it is settled within two minutes.</Text>
          </Group>
        )}
        {launch.problem && (
          <Alert color="orange" variant="light">
            {launch.problem}
          </Alert>
        )}
        {!over && <MeasuredFigures launch={launch} />}
        {!over && <ChangedElsewhere targets={launch.targets} />}
        <Decisions launch={launch} readOnly={readOnly} onDecide={onDecide} />
        {!over && <TargetsTable launch={launch} />}
      </Stack>
    </Card>
  );
}

const titles: Record<SoftLaunch["state"], (launch: SoftLaunch) => string> = {
  running: ({ share }) => `Soft launch at ${share}%`,
  reached: ({ share }) => `Soft launch: ${share}% is in, and waits for your decision`,
  launched: () => "Launched in full after its soft launch",
  stopped: ({ problem }) => (problem ? "The soft launch did not start" : "Soft launch stopped"),
};

const underWay: { action: DialogAction; label: string }[] = [
  { action: "launch", label: "Full launch" },
  { action: "extend", label: "Extend" },
  { action: "stop", label: "Stop" },
  { action: "retarget", label: "Change targets" },
];

function Decisions({ launch, readOnly, onDecide }: PanelProps) {
  const over = !isUnderWay(launch);
  const undo = launch.can_undo ? [{ action: "undo" as const, label: over ? "Undo" : "Undo the extension" }] : [];
  const offered = over ? undo : [...underWay, ...undo];
  if (offered.length === 0) return null;
  const reason = readOnly ? FORBIDDEN : launch.writing ? "A change is being written. Wait a moment." : null;
  return (
    <Group gap="sm">
      {offered.map(({ action, label }) => (
        <Refusable key={action} reason={reason}>
          {(refused) => (
            <Button variant={action === "launch" ? "filled" : "default"} onClick={() => onDecide(action)} {...refused}>
              {label}
            </Button>
          )}
        </Refusable>
      ))}
    </Group>
  );
}
