"use client";

import { Alert, Button, Checkbox, Group, List, Radio, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import { NumberEntry } from "@/components/ui/number-entry";
import { ReadingFromService } from "@/components/ui/waiting";
import type { PlannedTarget, SoftLaunch, SoftLaunchAsk, SoftLaunchPlan } from "@/lib/contracts/ours/soft-launches";
import { changeSoftLaunch, planQuery } from "@/lib/soft-launches/queries";
import { hasStatus } from "@/lib/soft-launches/targets";
import { askedTargets, type TypedTargets } from "@/lib/soft-launches/typed-targets";
import { FullTargetsForm } from "./full-targets-form";
import { PlannedTargets } from "./launch-targets";
import type { DialogAction } from "./use-launch-dialog";

type Props = { id: string; action: DialogAction; launch: SoftLaunch | null; onClose: () => void };

const titles: Record<DialogAction, string> = {
  start: "Start a soft launch",
  extend: "Extend the soft launch",
  launch: "Full launch",
  stop: "Stop the soft launch",
  undo: "Undo the decision",
  retarget: "Change full targets",
};

const confirms: Record<DialogAction, string> = {
  start: "Go live at this share",
  extend: "Extend",
  launch: "Launch in full",
  stop: "Stop",
  undo: "Undo",
  retarget: "Change targets",
};

const done: Record<DialogAction, (launch: SoftLaunch) => string> = {
  start: ({ share }) => `Live at ${share}%. You are asked to decide when that is in.`,
  extend: ({ share }) => `Extended to ${share}%.`,
  launch: () => "All targets are in full again, and the survey is live.",
  stop: ({ status }) => `Stopped: all targets are in full again, and the survey is ${status}.`,
  retarget: () => "The full targets are changed, and their share is set at the survey.",
  undo: ({ share, status }) => `Undone: the soft launch is at ${share}% again, and the survey ${status}.`,
};

/** Asks what an action needs, shows all that it writes, and only then does it. */
export function SoftLaunchDialog({ id, action, launch, onClose }: Props) {
  const asksShare = action === "start" || action === "extend";
  const [share, setShare] = useState<number | null>(action === "extend" ? nextShare(launch) : 10);
  const [status, setStatus] = useState<"Paused" | "Complete">("Paused");
  const [overwrite, setOverwrite] = useState<string[]>([]);
  const [targets, setTargets] = useState<TypedTargets>(new Map());
  const [settledTargets] = useDebouncedValue(targets, 300);
  // Typing 25 is not asking what 2 would do.
  const [settledShare] = useDebouncedValue(share, 300);
  const asksTargets = action === "retarget" && launch !== null;
  const asked = askedTargets(settledTargets);
  const valid = asksTargets
    ? askedTargets(targets) !== null && asked !== null
    : !asksShare || (share !== null && share >= 1 && share <= 100);
  const ask: SoftLaunchAsk = {
    survey_id: id,
    action,
    overwrite,
    ...(asksShare && { share: Number(settledShare) }),
    ...(asksTargets && asked && { targets: asked }),
    ...(action === "stop" && asksStatus(launch) && { status }),
  };
  return (
    <Dialog onClose={onClose} title={titles[action]} size="lg">
      <Stack gap="md">
        {asksShare && (
          <NumberEntry
            label="Share of every target"
            description="Collected first, rounded up for each quota and for all respondents."
            suffix="%"
            min={1}
            max={100}
            decimals={2}
            value={share}
            onChange={setShare}
            error={valid ? null : "Give a percentage from 1 to 100."}
            maw={320}
            data-autofocus
          />
        )}
        {asksTargets && <FullTargetsForm targets={launch.targets} typed={targets} onType={setTargets} />}
        {action === "stop" && asksStatus(launch) && (
          <Radio.Group label="The survey is then" value={status} onChange={(to) => setStatus(to as typeof status)}>
            <Group gap="lg" mt={4}>
              <Radio value="Paused" label="Paused" />
              <Radio value="Complete" label="Complete" />
            </Group>
          </Radio.Group>
        )}
        {valid && (
          <Planned
            ask={ask}
            current={share === settledShare && targets === settledTargets}
            onOverwrite={(quota, on) =>
              setOverwrite(on ? [...overwrite, quota] : overwrite.filter((other) => other !== quota))
            }
            onClose={onClose}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** One that the service has completed stays so. */
const asksStatus = (launch: SoftLaunch | null) => launch !== null && !hasStatus(launch, "Complete");

const nextShare = (launch: SoftLaunch | null) => Math.min(100, Math.ceil((launch?.share ?? 10) * 2));

type PlannedProps = {
  ask: SoftLaunchAsk;
  /** What is shown is what was typed last. */
  current: boolean;
  onOverwrite: (id: string, on: boolean) => void;
  onClose: () => void;
};

function Planned({ ask, current, onOverwrite, onClose }: PlannedProps) {
  const { data: plan, error, refetch } = useQuery({ ...planQuery(ask), placeholderData: (previous) => previous });
  const changing = useChange(ask, onClose);
  const action = ask.action as DialogAction;
  if (error) return <LoadError what="What it would write" error={error} onRetry={() => void refetch()} />;
  if (!plan) return <ReadingFromService what="the survey" />;
  // Of an edit only what it touches: the rest stays as it is.
  const isTouched = ({ id, before, after }: PlannedTarget) => before !== after || ask.targets?.[id] !== undefined;
  const shown = action === "retarget" ? plan.targets.filter(isTouched) : plan.targets;
  return (
    <>
      <div role="status">
        <PlanWords plan={plan} />
      </div>
      {shown.length > 0 && <PlannedTargets targets={shown} />}
      <Overwrites plan={plan} chosen={ask.overwrite ?? []} onChange={onOverwrite} />
      {changing.error && (
        <Alert color="red" variant="light" role="alert">
          {changing.error.message}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!current || plan.problem !== null}
          loading={changing.isPending}
          onClick={() => changing.mutate(plan)}
        >
          {confirms[action]}
        </Button>
      </Group>
    </>
  );
}

function useChange(ask: SoftLaunchAsk, onClose: () => void) {
  const queries = useQueryClient();
  const readAnew = () =>
    Promise.all(["soft-launches", "surveys"].map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
  return useMutation({
    mutationFn: ({ revision, changed_at }: SoftLaunchPlan) =>
      changeSoftLaunch({ ...ask, changed_at, ...(revision !== "" && { revision }) }),
    onSuccess: (launch) => {
      notifications.show({ color: "green", message: done[ask.action as DialogAction](launch) });
      onClose();
      return readAnew();
    },
    onError: readAnew,
  });
}

function PlanWords({ plan: { status, notices, problem } }: { plan: SoftLaunchPlan }) {
  if (problem) {
    return (
      <Alert color="orange" variant="light">
        {problem}
      </Alert>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm">
        {status.before === status.after ? (
          `The survey stays ${status.after}.`
        ) : (
          <>
            The survey becomes <b>{status.after}</b>; it is {status.before ?? "of unknown status"} now.
          </>
        )}
      </Text>
      {notices.length > 0 && (
        <List size="sm" mah={160} style={{ overflowY: "auto" }}>
          {notices.map((notice) => (
            <List.Item key={notice}>{notice}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

type OverwritesProps = { plan: SoftLaunchPlan; chosen: string[]; onChange: (id: string, on: boolean) => void };

/** What was changed elsewhere is overwritten only where a person says so. */
function Overwrites({ plan, chosen, onChange }: OverwritesProps) {
  const elsewhere = plan.targets.filter((target) => target.changed_elsewhere);
  if (elsewhere.length === 0) return null;
  return (
    <Checkbox.Group label="Changed elsewhere: overwrite all the same?" value={chosen}>
      <Stack gap={6} mt={6} mah={160} style={{ overflowY: "auto" }}>
        {elsewhere.map(({ id, name, before }) => (
          <Checkbox
            key={id}
            value={id}
            label={`${name}, now ${before}`}
            onChange={(event) => onChange(id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
