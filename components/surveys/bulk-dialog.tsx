"use client";

import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  Loader,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
} from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import type { BulkPreview, SurveyChange, SurveyChoice } from "@/lib/contracts/jobs";
import { previewSurveyChange, startSurveyChange } from "@/lib/jobs/queries";
import { definitionsQuery } from "@/lib/surveys/queries";
import type { Format } from "@/lib/tables/format";

export type BulkAction = "pause" | "live" | "complete" | "price" | "end" | "quotas" | "pacing";

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

const statuses: Partial<Record<BulkAction, string>> = { pause: "Paused", live: "Live", complete: "Complete" };

/** Asks what to change, shows what that would do to how many surveys, and only then starts. */
export function BulkDialog({ action, surveys, onClose, onStarted }: Props) {
  const status = statuses[action];
  const [change, setChange] = useState<SurveyChange | null>(status ? { status } : null);
  return (
    <Modal opened onClose={onClose} title={titles[action]} size="lg">
      {change ? (
        <Preview
          change={change}
          surveys={surveys}
          onClose={onClose}
          onStarted={onStarted}
          {...(!status && { onBack: () => setChange(null) })}
        />
      ) : (
        <ChangeForm action={action} onChange={setChange} />
      )}
    </Modal>
  );
}

function ChangeForm({ action, onChange }: { action: BulkAction; onChange: (change: SurveyChange) => void }) {
  if (action === "price") return <PriceForm onChange={onChange} />;
  if (action === "quotas") return <QuotasForm onChange={onChange} />;
  if (action === "pacing") return <PacingForm onChange={onChange} />;
  return <EndForm onChange={onChange} />;
}

function QuotasForm({ onChange }: { onChange: (change: SurveyChange) => void }) {
  const [way, setWay] = useState("percent");
  const [value, setValue] = useState<number | string>("");
  const [alsoRespondents, setAlsoRespondents] = useState(true);
  const valid = typeof value === "number" && value !== 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof value !== "number" || !valid) return;
        onChange({
          ...(way === "percent" ? { quotas_percent: value } : { quotas_by: value }),
          respondents_too: alsoRespondents,
        });
      }}
    >
      <Stack gap="md">
        <SegmentedControl
          value={way}
          onChange={setWay}
          aria-label="How quotas change"
          data={[
            { value: "percent", label: "By a percentage" },
            { value: "number", label: "By a number each" },
          ]}
        />
        <NumberInput
          label={way === "percent" ? "Percentage" : "Respondents a quota"}
          description={
            way === "percent"
              ? "The sum of each survey's quotas changes by it; each quota keeps its share. Negative lowers."
              : "Each quota takes as many more. Negative lowers, and no quota falls below 0."
          }
          value={value}
          onChange={setValue}
          decimalScale={way === "percent" ? 2 : 0}
          data-autofocus
          {...(way === "percent" && { suffix: "%" })}
        />
        <Checkbox
          label="Move each survey's own target by as many"
          checked={alsoRespondents}
          onChange={(event) => setAlsoRespondents(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!valid}>
            Preview
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PacingForm({ onChange }: { onChange: (change: SurveyChange) => void }) {
  const { data: definitions } = useQuery(definitionsQuery());
  const [pacing, setPacing] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (pacing) onChange({ traffic_control_limit_type: pacing });
      }}
    >
      <Stack gap="md">
        <Select
          label="Pacing"
          description="How many responses an hour each survey admits at most."
          data={definitions?.traffic_control_limits ?? []}
          value={pacing}
          onChange={setPacing}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!pacing}>
            Preview
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PriceForm({ onChange }: { onChange: (change: SurveyChange) => void }) {
  const [way, setWay] = useState("amount");
  const [value, setValue] = useState<number | string>("");
  const valid = typeof value === "number" && (way === "amount" ? value > 0 : value !== 0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof value === "number" && valid)
          onChange(way === "amount" ? { offered_price_per_complete: value } : { price_percent: value });
      }}
    >
      <Stack gap="md">
        <SegmentedControl
          value={way}
          onChange={setWay}
          aria-label="How the price changes"
          data={[
            { value: "amount", label: "To an amount" },
            { value: "percent", label: "By a percentage" },
          ]}
        />
        <NumberInput
          label={way === "amount" ? "Price per complete" : "Percentage"}
          value={value}
          onChange={setValue}
          decimalScale={2}
          data-autofocus
          {...(way === "amount" ? { prefix: "$", allowNegative: false } : { suffix: "%" })}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!valid}>
            Preview
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function EndForm({ onChange }: { onChange: (change: SurveyChange) => void }) {
  const { data: definitions } = useQuery(definitionsQuery());
  const [date, setDate] = useState<string | null>(null);
  const [zone, setZone] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (date) onChange({ out_of_field_date: date, ...(zone && { out_of_field_timezone: zone }) });
      }}
    >
      <Stack gap="md">
        <DateTimePicker
          label="Out of field"
          withSeconds
          valueFormat="YYYY-MM-DD HH:mm:ss"
          value={date}
          onChange={setDate}
        />
        <Select
          label="Time zone"
          description="Left empty, each survey keeps its own."
          searchable
          clearable
          data={definitions?.time_zones ?? []}
          value={zone}
          onChange={setZone}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!date}>
            Preview
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type PreviewProps = {
  change: SurveyChange;
  surveys: SurveyChoice;
  onClose: () => void;
  onStarted: () => void;
  onBack?: () => void;
};

function Preview({ change, surveys, onClose, onStarted, onBack }: PreviewProps) {
  const queries = useQueryClient();
  const format = useFormat();
  const [starting, setStarting] = useState(false);
  const body = { surveys, change };
  const { data, error, refetch } = useQuery({
    queryKey: ["jobs", "preview", body],
    queryFn: () => previewSurveyChange(body),
    gcTime: 0,
    retry: false,
  });
  const start = async () => {
    setStarting(true);
    try {
      const job = await startSurveyChange(body);
      notifications.show({ color: "green", message: `${job.title}: started. Progress is under “Work” above.` });
      await queries.invalidateQueries({ queryKey: ["jobs"] });
      onStarted();
    } catch (problem) {
      notifications.show({ color: "red", message: problem instanceof Error ? problem.message : String(problem) });
      setStarting(false);
    }
  };
  if (error) return <LoadError what="The preview" error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Group justify="center" py="xl">
        <Loader size="sm" aria-label="Working out what this changes" />
      </Group>
    );
  }
  return (
    <Stack gap="md">
      <Outcome preview={data} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack ?? onClose}>
          {onBack ? "Back" : "Cancel"}
        </Button>
        <Button onClick={() => void start()} loading={starting} disabled={data.changes === 0} data-autofocus>
          Change {surveysInWords(format, data.changes)}
        </Button>
      </Group>
    </Stack>
  );
}

const surveysInWords = (format: Format, count: number) =>
  `${format.count(count)} ${count === 1 ? "survey" : "surveys"}`;

function Outcome({ preview }: { preview: BulkPreview }) {
  const format = useFormat();
  const { total, changes, unchanged, refused, missing, examples } = preview;
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
