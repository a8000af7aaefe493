"use client";

import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { PreviewPending } from "@/components/ui/preview-pending";
import { useFormat } from "@/components/ui/use-format";
import type { BulkPreview, SurveyChange, SurveyChoice } from "@/lib/contracts/ours/jobs";
import { randomUuid } from "@/lib/http/random-uuid";
import { startSurveyChange, surveyChangePreviewQuery } from "@/lib/surveys/jobs/queries";
import type { Format } from "@/lib/tables/format";
import { type BulkAction, ChangeForm, type StatusAction } from "./bulk-forms";
import { PriceNotice } from "./price-notice";

type Props = { action: BulkAction; surveys: SurveyChoice; onClose: () => void; onStarted: () => void };

const titles: Record<BulkAction, string> = {
  pause: "Pause surveys",
  live: "Take surveys live",
  complete: "Complete surveys",
  price: "Change price",
  end: "Change out-of-field date",
  quotas: "Raise or scale quotas",
  pacing: "Change pacing",
};

/** What the button does, by name. */
const startLabels: Record<BulkAction, (surveys: string) => string> = {
  pause: (surveys) => `Pause ${surveys}`,
  live: (surveys) => `Take ${surveys} live`,
  complete: (surveys) => `Complete ${surveys}`,
  price: (surveys) => `Change price of ${surveys}`,
  end: (surveys) => `Change date of ${surveys}`,
  quotas: (surveys) => `Change quotas of ${surveys}`,
  pacing: (surveys) => `Change pacing of ${surveys}`,
};

const statuses: Record<StatusAction, string> = { pause: "Paused", live: "Live", complete: "Complete" };
const isStatusAction = (action: BulkAction): action is StatusAction => action in statuses;

/** Asks what to change, shows what that would do to how many surveys, and only then starts. */
export function BulkDialog({ action, surveys, onClose, onStarted }: Props) {
  const [change, setChange] = useState<SurveyChange | null>(
    isStatusAction(action) ? { status: statuses[action] } : null,
  );
  return (
    <Dialog onClose={onClose} title={titles[action]} size="lg">
      {change && (
        <Preview
          action={action}
          change={change}
          surveys={surveys}
          onClose={onClose}
          onStarted={onStarted}
          {...(!isStatusAction(action) && { onBack: () => setChange(null) })}
        />
      )}
      {!change && !isStatusAction(action) && <ChangeForm action={action} onChange={setChange} />}
    </Dialog>
  );
}

type PreviewProps = {
  action: BulkAction;
  change: SurveyChange;
  surveys: SurveyChoice;
  onClose: () => void;
  onStarted: () => void;
  onBack?: () => void;
};

function Preview({ action, change, surveys, onClose, onStarted, onBack }: PreviewProps) {
  const queries = useQueryClient();
  const format = useFormat();
  const [starting, setStarting] = useState(false);
  // A second click after a lost reply is answered with the work that the first one started.
  const [requestId] = useState(randomUuid);
  const { data, error, refetch } = useQuery(surveyChangePreviewQuery({ surveys, change }));
  const start = async ({ ids }: BulkPreview) => {
    setStarting(true);
    try {
      const job = await startSurveyChange({ surveys: { ids }, change, request_id: requestId });
      notifications.show({ color: "green", message: `${job.title}: started. Progress is under “Jobs” above.` });
      await queries.invalidateQueries({ queryKey: ["jobs"] });
      onStarted();
    } catch (problem) {
      notifications.show({ color: "red", message: problem instanceof Error ? problem.message : String(problem) });
      setStarting(false);
    }
  };
  const leave = (
    <Button variant="default" onClick={onBack ?? onClose}>
      {onBack ? "Back" : "Cancel"}
    </Button>
  );
  if (error || !data) return <PreviewPending error={error} onRetry={() => void refetch()} leave={leave} />;
  return (
    <Stack gap="md">
      <Outcome preview={data} />
      {data.price && <PriceNotice effect={data.price} />}
      <Group justify="flex-end">
        {leave}
        <Button onClick={() => void start(data)} loading={starting} disabled={data.changes === 0} data-autofocus>
          {startLabels[action](surveysInWords(format, data.changes))}
        </Button>
      </Group>
    </Stack>
  );
}

const surveysInWords = (format: Format, count: number) =>
  `${format.count(count)} ${count === 1 ? "survey" : "surveys"}`;

function Outcome({ preview }: { preview: BulkPreview }) {
  const format = useFormat();
  const { total, changes, unchanged, irreversible, refused, missing, examples } = preview;
  return (
    <Stack gap="sm">
      <Text>
        Of {surveysInWords(format, total)}, <b>{format.count(changes)} will change</b>
        {unchanged > 0 && `, ${format.count(unchanged)} are so already`}
        {refused.length > 0 && `, ${format.count(refused.length)} cannot change`}.
      </Text>
      {missing.length > 0 && (
        <Alert color="yellow">{surveysInWords(format, missing.length)} could not be found any more.</Alert>
      )}
      {irreversible > 0 && (
        <Alert color="yellow">
          For {surveysInWords(format, irreversible)} this cannot be undone: a survey that was live is never a draft
          again, and one that is complete cannot be paused.
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert color="orange" title="Refused, and why">
          <Named items={refused} />
        </Alert>
      )}
      {examples.length > 0 && (
        <div>
          <Text size="sm" fw={600} mb={4}>
            {changes > examples.length ? `The first ${examples.length} that change` : "What changes"}
          </Text>
          <Named items={examples} />
        </div>
      )}
    </Stack>
  );
}

const MOST_SHOWN = 50;

function Named({ items }: { items: BulkPreview["refused"] }) {
  const format = useFormat();
  return (
    <List size="sm" mah={220} style={{ overflowY: "auto" }} tabIndex={0}>
      {items.slice(0, MOST_SHOWN).map(({ id, name, reason }) => (
        <List.Item key={id}>
          {name}: {reason}
        </List.Item>
      ))}
      {items.length > MOST_SHOWN && <List.Item>and {format.count(items.length - MOST_SHOWN)} more</List.Item>}
    </List>
  );
}
