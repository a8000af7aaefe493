"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconSnowflake } from "@tabler/icons-react";
import { LoadError } from "@/components/ui/load-error";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import type { View } from "@/lib/contracts/ours/views";
import { recordedTables } from "@/lib/contracts/rules/recorded-tables";
import { jointProvenance } from "@/lib/pivots/banner";
import { goneText } from "@/lib/pivots/left-out";
import { frozenText, sinceText } from "@/lib/pivots/recorded";
import type { PivotShown } from "./use-pivot";
import type { RecordedView, RecordWrites } from "./use-recorded";

type Props = { shown: PivotShown; recorded: RecordedView; writes: RecordWrites };

const NOT_YOURS = "Only the maker of this view or an admin can do this. Save a view of your own instead.";
const NO_RESPONDENTS = "The respondents behind a figure cannot be opened while the table is frozen.";

/** How the table stands to the figures that are recorded with the view that is open, and what can be done about it. */
export function RecordedNote({ shown, recorded, writes }: Props) {
  const format = useFormat();
  const { view, recording, problem, error } = recorded;
  if (!view) return null;
  if (error) return <LoadError what="The recorded figures" error={error} onRetry={recorded.retry} />;
  if (!shown.shown || shown.isOld) return null;
  const held = shown.shown.held;
  const can = { view, writes };
  const again = (
    <Act {...can} run={() => writes.record(view, true)}>
      {held ? "Keep the new figures" : "Record these figures"}
    </Act>
  );
  if (!held) {
    if (writes.isBusy) return <Plain says="The figures are being recorded." />;
    const says = recording
      ? "The figures recorded with this view are of another table. These are live."
      : (problem ?? "No figures are recorded with this view. Recorded ones say later what changed since.");
    // A frozen one is not replaced by another table's.
    return <Plain says={says}>{recording?.frozen_at ? null : again}</Plain>;
  }
  if (shown.isFrozen) {
    const says = [frozenText(held, format), NO_RESPONDENTS, goneText(shown.shown.asked, shown)];
    return (
      <Note icon={<IconSnowflake aria-hidden />} color="blue" says={says.filter((each) => each !== null).join(" ")}>
        <Act {...can} run={() => writes.freeze(view, false)}>
          Unfreeze
        </Act>
      </Note>
    );
  }
  const freeze = (
    <Act {...can} run={() => writes.freeze(view, true)}>
      Freeze
    </Act>
  );
  if (!shown.since) {
    const isTold = jointProvenance(recordedTables(held)) && jointProvenance(shown.shown.tables);
    const nothing = isTold ? "Nothing changed since." : "No figure moved since.";
    const says = `Recorded ${format.instant(held.recorded_at)} by ${held.who}. ${nothing}`;
    return <Plain says={says}>{freeze}</Plain>;
  }
  const says = sinceText(held, shown.since, format);
  const marked = shown.since.figures.moved > 0 ? " Those are marked, with what they were." : "";
  return (
    <Note icon={<IconAlertTriangle aria-hidden />} color="orange" says={`${says}${marked}`}>
      {again}
      {freeze}
    </Note>
  );
}

type Said = { says: string; children?: React.ReactNode };

const Plain = ({ says, children }: Said) => (
  <Group role="status" gap="sm" mb="xs">
    <Text size="xs" c="dimmed">
      {says}
    </Text>
    {children}
  </Group>
);

const Note = ({ says, children, icon, color }: Said & { icon: React.ReactNode; color: string }) => (
  <Alert role="status" variant="light" color={color} icon={icon} mb="sm">
    <Group justify="space-between" gap="sm">
      <Text size="sm" flex="1 1 20rem">
        {says}
      </Text>
      <Group gap="xs">{children}</Group>
    </Group>
  </Alert>
);

type ActProps = { view: View; writes: RecordWrites; run: () => void; children: string };

const Act = ({ view, writes, run, children }: ActProps) => (
  <Refusable reason={view.may_change ? null : NOT_YOURS}>
    {(refused) => (
      <Button size="compact-sm" variant="default" loading={writes.isBusy} onClick={run} {...refused}>
        {children}
      </Button>
    )}
  </Refusable>
);
