"use client";

import { Alert, Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { NumberEntry } from "@/components/ui/number-entry";
import { useFormat } from "@/components/ui/use-format";
import {
  type Arrangement,
  type PlannedInterlock,
  quotasOfPlan,
  type Way,
  waysOf,
} from "@/lib/surveys/quotas/interlock-plan";
import { useQuotaList } from "../use-quota-list";
import { DialogFoot } from "./dialog-foot";
import { InterlockCells } from "./interlock-cells";
import { InterlockQuestions } from "./interlock-questions";
import { InterlockShares } from "./interlock-shares";
import { listWith, type Mode, ReplaceOrAdd } from "./replace-or-add";
import classes from "./tools.module.css";
import { type InterlockControl, useInterlock } from "./use-interlock";

/** Builds quotas from the groups of questions. */
export function InterlockDialog({ onClose }: { onClose: () => void }) {
  const control = useInterlock();
  const { quotas: present, apply } = useQuotaList();
  const format = useFormat();
  const [mode, setMode] = useState<Mode>("replace");
  const { planned, dimensions } = control;
  const made = quotasOfPlan(planned);
  const mayMake = made.length > 0 && planned.problem === null;
  const named = `${format.count(made.length)} ${made.length === 1 ? "quota" : "quotas"}`;
  const make = () => {
    const now = control.planNow();
    if (now.problem === null && apply(listWith(present, quotasOfPlan(now), mode), `${named} built`)) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    make();
  };
  return (
    <Dialog onClose={onClose} title="Build quotas" size="min(64rem, 100vw)">
      <Stack gap="md" onKeyDown={onKeyDown}>
        <InterlockQuestions control={control} />
        {dimensions.length > 0 && <Arrange control={control} />}
        {planned.cells.length > 0 && (
          <>
            <Targets control={control} />
            {(control.way === "margins" || control.arrangement !== "side by side") && (
              <InterlockShares control={control} />
            )}
            <InterlockCells control={control} />
            <Group justify="space-between" gap="sm">
              <ReplaceOrAdd present={present} mode={mode} onChange={setMode} />
              <Text size="sm" role="status">
                {named}, together {format.count(planned.sum)}
                {differsBy(control, format.count)}
              </Text>
            </Group>
          </>
        )}
        {planned.problem && <Problem control={control} planned={planned} />}
        <DialogFoot
          keys="Ctrl Enter"
          action={made.length > 0 ? `Make ${named}` : "Make quotas"}
          onAction={mayMake ? make : null}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  );
}

const arrangementNames: Record<Arrangement, string> = {
  interlocked: "Interlocked",
  "side by side": "Side by side",
  nested: "Nested",
};
const arrangementHints: Record<Arrangement, string> = {
  interlocked: "Every combination of groups is a quota.",
  "side by side": "Each question’s groups are quotas by themselves; a respondent counts in one of each.",
  nested: "The first question’s groups are quotas, and inside each are its combinations with the others.",
};
const wayNames: Record<Way, string> = {
  evenly: "Evenly",
  margins: "% of questions",
  percent: "% of cells",
  counts: "Counts",
};

function Arrange({ control: { arrangement, arrange } }: { control: InterlockControl }) {
  return (
    <div>
      <SegmentedControl
        className={classes.segments ?? ""}
        transitionDuration={0}
        aria-label="Arrangement"
        value={arrangement}
        onChange={(value) => arrange(value as Arrangement)}
        data={Object.entries(arrangementNames).map(([value, label]) => ({ value, label }))}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {arrangementHints[arrangement]}
      </Text>
    </div>
  );
}

function Targets({ control }: { control: InterlockControl }) {
  const { arrangement, way, total } = control;
  return (
    <Group gap="md" align="flex-end">
      <div>
        <Text size="sm" fw={500} mb={4}>
          Targets
        </Text>
        <SegmentedControl
          className={classes.segments ?? ""}
          transitionDuration={0}
          aria-label="Targets"
          value={way}
          onChange={(value) => control.setWay(value as Way)}
          data={waysOf(arrangement).map((value) => ({ value, label: wayNames[value] }))}
        />
      </div>
      {way !== "counts" && (
        <NumberEntry
          label="Total"
          min={0}
          decimals={0}
          value={total === "" ? null : total}
          onChange={(value) => control.setTotal(value ?? "")}
          w={120}
        />
      )}
    </Group>
  );
}

/** What overtyped targets add to the total or take from it. */
function differsBy(
  { planned, way, total, arrangement, dimensions }: InterlockControl,
  count: (value: number) => string,
) {
  if (way === "counts" || total === "" || planned.problem !== null) return "";
  const wanted = arrangement === "side by side" ? total * dimensions.length : total;
  const difference = planned.sum - wanted;
  if (difference === 0) return arrangement === "side by side" ? `: ${count(total)} for each question` : "";
  return `: ${count(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than the total`;
}

function Problem({ control, planned }: { control: InterlockControl; planned: PlannedInterlock }) {
  const empty = planned.cells.filter(({ target, isLeftOut, isParent }) => target === 0 && !isLeftOut && !isParent);
  const canLeaveOut = empty.length > 0 && empty.length < planned.cells.length && planned.offBy === null;
  return (
    <Alert color="yellow" variant="light" role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{planned.problem}</Text>
        {planned.offBy !== null && (
          <Button size="compact-sm" variant="default" onClick={control.scaleTo100}>
            Scale to 100
          </Button>
        )}
        {canLeaveOut && (
          <Button size="compact-sm" variant="default" onClick={() => control.leaveOut(empty.map(({ key }) => key))}>
            Leave {empty.length === 1 ? "it" : "them"} out
          </Button>
        )}
      </Group>
    </Alert>
  );
}
