"use client";

import { Button, Checkbox, Group, SegmentedControl, Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { DateTimeInput } from "@/components/ui/date-time-input";
import { LoadError } from "@/components/ui/load-error";
import { NumberEntry } from "@/components/ui/number-entry";
import type { SurveyChange } from "@/lib/contracts/ours/jobs";
import { definitionsQuery } from "@/lib/surveys/queries";

/** Changes that need nothing more than their name, and those that ask for a value first. */
export type StatusAction = "pause" | "live" | "complete";
export type ValueAction = "price" | "end" | "quotas" | "pacing";
export type BulkAction = StatusAction | ValueAction;

/** Asks what an action needs to know. */
export function ChangeForm({ action, onChange }: { action: ValueAction; onChange: (change: SurveyChange) => void }) {
  const Form = forms[action];
  return <Form onChange={onChange} />;
}

const forms: Record<ValueAction, (props: { onChange: (change: SurveyChange) => void }) => ReactNode> = {
  price: PriceForm,
  end: EndForm,
  quotas: QuotasForm,
  pacing: PacingForm,
};

function QuotasForm({ onChange }: { onChange: (change: SurveyChange) => void }) {
  const [way, setWay] = useState("percent");
  const [value, setValue] = useState<number | null>(null);
  const [alsoRespondents, setAlsoRespondents] = useState(true);
  const valid = value !== null && !Number.isNaN(value) && value !== 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value === null || !valid) return;
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
        <NumberEntry
          label={way === "percent" ? "Percentage" : "Respondents a quota"}
          description={
            way === "percent"
              ? "Targets change by it, each quota keeping its share. Negative lowers; a survey where a target would fall to 0 is refused."
              : "Each quota takes as many more. Negative lowers; a survey where a target would fall to 0 is refused."
          }
          value={value}
          onChange={setValue}
          decimals={way === "percent" ? 2 : 0}
          data-autofocus
          {...(way === "percent" && { suffix: "%" })}
        />
        <Checkbox
          label="Move each survey's own target with them"
          description={
            way === "percent"
              ? "By the same percentage."
              : "By what the quotas on one question change together: the most, where there are several questions."
          }
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
  const { data: definitions, error, refetch } = useQuery(definitionsQuery());
  const [pacing, setPacing] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (pacing) onChange({ traffic_control_limit_type: pacing });
      }}
    >
      <Stack gap="md">
        {error && !definitions && <LoadError what="The kinds of pacing" error={error} onRetry={() => void refetch()} />}
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
  const [value, setValue] = useState<number | null>(null);
  const valid = value !== null && !Number.isNaN(value) && (way === "amount" ? value > 0 : value !== 0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== null && valid)
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
        <NumberEntry
          label={way === "amount" ? "Price per complete" : "Percentage"}
          value={value}
          onChange={setValue}
          decimals={2}
          data-autofocus
          {...(way === "amount" ? { prefix: "$", min: 0.01, step: 0.05 } : { suffix: "%", min: -90, max: 1000 })}
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
  const { data: definitions, error, refetch } = useQuery(definitionsQuery());
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
        <DateTimeInput label="Out of field" value={date} onChange={setDate} />
        {error && !definitions && <LoadError what="The time zones" error={error} onRetry={() => void refetch()} />}
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
