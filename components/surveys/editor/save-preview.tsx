"use client";

import { Alert, Button, Group, List, SegmentedControl, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useServiceName } from "@/components/ui/service-name";
import { useFocusFollowsAutofocus } from "@/components/ui/use-autofocus";
import { useFormat } from "@/components/ui/use-format";
import type { PutOff } from "@/components/ui/use-put-off";
import { Countdown, Waiting } from "@/components/ui/waiting";
import { surveyFields } from "@/lib/contracts/interfaces/survey-fields";
import type { PriceEffect } from "@/lib/contracts/rules/price-effect";
import {
  type Changes,
  describeAudiences,
  describeQuota,
  describeValue,
  isNothing,
  type Names,
} from "@/lib/surveys/changes";
import type { QuotaDraft, SurveyDraft } from "@/lib/surveys/draft";
import { type Conflict, isLost, type Side } from "@/lib/surveys/merge";
import { PriceNotice } from "../price-notice";
import { useEditor } from "./editor-context";
import { type Since, useWhoChanged } from "./who-changed";

type Props = {
  changes: Changes;
  conflicts: Conflict[];
  choices: Readonly<Record<string, Side>>;
  onChoose: (key: string, side: Side) => void;
  mine: SurveyDraft;
  theirs: SurveyDraft;
  names: Names;
  /** What has become of the survey since it was loaded. */
  since: Since;
  /** What the form warns of, where this save makes it so; null: the price stays. */
  priceEffect: PriceEffect | null;
  /** The survey is being read once more, or could not be. */
  reading: { isReading: boolean; error: Error | null; retry: () => void; stop: () => void };
  saving: boolean;
  onStopWaiting: () => void;
  putOff: (PutOff & { stop: () => void }) | null;
  trouble: { message: string; isConflict: boolean } | null;
  /** The trouble is one that another try cannot mend. */
  blocked: boolean;
  onSave: () => void;
  /** Goes on from the survey as it is: there was nothing to save. */
  onDone: () => void;
  onClose: () => void;
};

/** What a save will change, before it does: fields, quotas, and by name every quota that it removes. */
export function SavePreview(props: Props) {
  const { changes, conflicts, choices, priceEffect, since, reading, saving, trouble, blocked, putOff } = props;
  const { onSave, onDone, onClose } = props;
  const removes = changes.removed.length > 0;
  // What a quota has collected is part of deciding to remove it.
  const waitsForFigures = reading.isReading && removes;
  const open = conflicts.filter(({ key }) => !choices[key]);
  const nothing = isNothing(changes);
  const isDone = nothing && open.length === 0;
  const buttons = useRef<HTMLDivElement>(null);
  useFocusFollowsAutofocus(buttons);
  return (
    <Dialog onClose={onClose} size="xl" title={<Text fw={600}>Save these changes?</Text>}>
      <Stack gap="md">
        {trouble && !(trouble.isConflict && (since.isChanged || reading.isReading)) && (
          <Alert color={trouble.isConflict ? "yellow" : "red"} variant="light" role="alert">
            {trouble.message}
          </Alert>
        )}
        {since.hasArrived && (
          <Alert color="green" variant="light" role="status">
            Your earlier save arrived.
          </Alert>
        )}
        {since.isChanged && (since.isChangedOtherwise || !since.hasArrived) && <ChangedSince {...props} />}
        {changes.removed.length > 0 && <RemovedQuotas removed={changes.removed} />}
        {priceEffect && <PriceNotice effect={priceEffect} />}
        {changes.fields.length > 0 && <FieldTable rows={changes.fields} label="Changed fields" />}
        {changes.changed.map((quota) => (
          <Block key={quota.key} title={`Quota “${quota.name}”`}>
            <FieldTable rows={quota.details} label={`Changes of quota ${quota.name}`} />
          </Block>
        ))}
        {changes.added.length > 0 && <AddedQuotas added={changes.added} names={props.names} />}
        {changes.reordered && <Text size="sm">The quotas stand in another order.</Text>}
        <Pending {...props} />
        {nothing && <Text>Nothing is left to save: the survey already is as you want it.</Text>}
        <Group justify="flex-end" ref={buttons}>
          {/* What removes something is never one key away. */}
          <Button variant="default" onClick={onClose} data-autofocus={removes || undefined}>
            Back to editing
          </Button>
          {isDone ? (
            <Button key="done" onClick={onDone} disabled={blocked} data-autofocus>
              Done
            </Button>
          ) : (
            <Button
              key="save"
              onClick={onSave}
              loading={saving}
              disabled={open.length > 0 || blocked || waitsForFigures || putOff !== null}
              data-autofocus={!removes || undefined}
              color={removes ? "red" : "indigo"}
            >
              {removes ? `Save and remove ${counted(changes.removed.length)}` : "Save"}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What is waited for, or could not be read: beneath what the save would change, which stays. */
function Pending({ reading, saving, onStopWaiting, putOff, changes }: Props) {
  const title = useServiceName();
  if (putOff) {
    const { why, until, again, stop } = putOff;
    return <Countdown why={why} next="Saving again in" until={until} onOver={again} cancel={{ run: stop }} />;
  }
  if (saving) {
    return (
      <Waiting
        what={`Saving to ${title}…`}
        explanation={`${title} is slow to answer. If you stop waiting, the save may still arrive: this page tells you.`}
        cancel={{ label: "Stop waiting", run: onStopWaiting }}
      />
    );
  }
  if (reading.isReading) {
    const safe = changes.removed.length > 0 ? "" : " You can save: that checks the survey once more.";
    return (
      <Waiting
        what={`Reading the survey from ${title}…`}
        explanation={`${title} is slow to answer.${safe}`}
        cancel={{ run: reading.stop }}
      />
    );
  }
  if (!reading.error) return null;
  return (
    <Group gap="sm" wrap="nowrap" role="status">
      <Text size="sm" c="dimmed">
        {reading.error.message} This is what was last read; saving checks it once more.
      </Text>
      <Button size="compact-sm" variant="default" onClick={reading.retry}>
        Try again
      </Button>
    </Group>
  );
}

const counted = (quotas: number) => `${quotas} ${quotas === 1 ? "quota" : "quotas"}`;

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} fz={14} mb={4}>
        {title}
      </Title>
      {children}
    </div>
  );
}

function RemovedQuotas({ removed }: Pick<Changes, "removed">) {
  const format = useFormat();
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={`This removes ${counted(removed.length)}`}
    >
      <List size="sm">
        {removed.map((quota) => (
          <List.Item key={quota.key}>
            <b>{quota.name}</b>: target {format.count(quota.quota)}, collected {format.count(quota.completes)} completes
            of {format.count(quota.starts)} starts
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function FieldTable({ rows, label }: { rows: { label: string; before: string; after: string }[]; label: string }) {
  return (
    <Table aria-label={label} verticalSpacing={6} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="34%">Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.label}>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{row.label}</Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>
              <Text size="sm" c="dimmed">
                {row.before}
              </Text>
            </Table.Td>
            <Table.Td style={{ overflowWrap: "anywhere" }}>
              <Text size="sm" fw={500}>
                {row.after}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function AddedQuotas({ added, names }: { added: QuotaDraft[]; names: Names }) {
  const format = useFormat();
  return (
    <Block title={added.length === 1 ? "New quota" : `${added.length} new quotas`}>
      <List size="sm">
        {added.map((quota, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: new quotas have no id, and the list does not change here
          <List.Item key={index}>
            <b>{quota.quota_name}</b>: {format.count(quota.quota || null)}, {describeQuota(quota, names.questions)}
          </List.Item>
        ))}
      </List>
    </Block>
  );
}

/** Somebody else's changes stay; where both changed the same thing, the person chooses. */
function ChangedSince({ conflicts, choices, onChoose, mine, theirs, names, since }: Props) {
  const { connection } = useEditor();
  const whoAndWhen = useWhoChanged(since);
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={`This survey was changed since you opened it${whoAndWhen}`}
    >
      <Text size="sm" mb={conflicts.length > 0 ? "sm" : 0}>
        {conflicts.length === 0
          ? "Those changes concern other things than yours and are kept."
          : "Other changes are kept. Where you both changed the same thing, choose:"}
      </Text>
      <Stack gap="sm">
        {conflicts.map((conflict) => {
          const { label, my, their } = describeConflict(conflict, mine, theirs, names);
          return (
            <div key={conflict.key}>
              <Text size="sm" fw={600}>
                {label}
              </Text>
              <SegmentedControl
                fullWidth
                size="xs"
                aria-label={`${label}: mine or theirs`}
                value={choices[conflict.key] ?? ""}
                onChange={(side) => onChoose(conflict.key, side as Side)}
                data={[
                  {
                    value: "mine",
                    label: `Mine: ${my}`,
                    disabled: comesBack(conflict) && !(connection.addsQuotas && canComeBack(conflict)),
                  },
                  { value: "theirs", label: `Theirs: ${their}` },
                ]}
              />
            </div>
          );
        })}
      </Stack>
    </Alert>
  );
}

const COMES_BACK = " (comes back as a new quota)";
const CANNOT_COME_BACK = " (cannot come back: nobody knows who belonged to it)";

/** Kept although they removed it: its id is gone at the service. */
const comesBack = (conflict: Conflict) =>
  conflict.kind === "quota" && conflict.theirs === null && conflict.mine !== null;

const canComeBack = (conflict: Conflict) =>
  conflict.kind === "quota" && conflict.mine !== null && !isLost(conflict.mine, conflict.theirs);

function describeConflict(conflict: Conflict, mine: SurveyDraft, theirs: SurveyDraft, names: Names) {
  if (conflict.kind === "field") {
    const { field } = conflict;
    return {
      label: surveyFields[field].label,
      my: describeValue(field, mine, names),
      their: describeValue(field, theirs, names),
    };
  }
  const { base } = conflict;
  const back = comesBack(conflict) ? (canComeBack(conflict) ? COMES_BACK : CANNOT_COME_BACK) : "";
  const { mine: my, theirs: their } = conflict;
  const audiences = my && their ? describeAudiences(their, my, names) : null;
  const inWords = (quota: QuotaDraft | null, audience = quota && describeQuota(quota, names.questions)) =>
    quota ? `${quota.quota_name}, ${quota.quota}, ${audience}` : "removed";
  return {
    label: `Quota “${base.quota_name || base.quota_id}”`,
    my: inWords(my, audiences?.after) + back,
    their: inWords(their, audiences?.before),
  };
}
