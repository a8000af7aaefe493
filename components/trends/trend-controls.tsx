"use client";

import { Button, Group, MultiSelect, NumberInput, SegmentedControl, Select, Switch } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useMemo, useState } from "react";
import { type BucketType, bucketTypes } from "@/lib/contracts/analysis";
import { timeZoneChoices } from "@/lib/settings/time-zone-choices";
import { MOST_ROLLED, type TrendState, trendModes } from "@/lib/trends/address";
import { ProjectSelect } from "./project-select";
import type { TrendShown } from "./use-trend";

type Change = (change: Partial<TrendState>) => void;
type Props = { state: TrendState; shown: TrendShown; onChange: Change };

/** Placeholders of the date inputs fall short of 4.5:1. */
const READABLE = { placeholder: { color: "var(--mantine-color-dimmed)" } };
/** Two beside each other on a narrow screen. */
const HALF = "calc(50% - var(--mantine-spacing-sm) / 2)";

const bucketNames: Record<BucketType, string> = { hourly: "Hours", daily: "Days", monthly: "Months", yearly: "Years" };
const modeNames: Record<TrendState["mode"], string> = {
  multiples: "Small multiples",
  overlay: "One chart",
  table: "Table",
};

/** Another project has other questions, times and weights. */
const ANEW = { questions: null, from: null, to: null, bucket: null, filter: [], weight: null, zoom: null };

export function TrendControls({ state, shown, onChange }: Props) {
  const { asked, choices, ids, known } = shown;
  const weights = known.data?.weights ?? [];
  const days = asked?.days;
  return (
    <Group gap="sm" align="flex-end" mb="sm">
      <ProjectSelect value={state.project} onChange={(project) => onChange({ ...ANEW, project })} />
      {state.project !== null && (
        <>
          <QuestionsField choices={choices} ids={ids} onChange={(questions) => onChange({ questions })} />
          <DatePickerInput
            label="From"
            valueFormat="YYYY-MM-DD"
            styles={READABLE}
            value={state.from ?? days?.from ?? null}
            onChange={(from) => onChange({ from, zoom: null })}
            w={{ base: HALF, sm: 130 }}
          />
          <DatePickerInput
            label="To"
            valueFormat="YYYY-MM-DD"
            styles={READABLE}
            value={state.to ?? days?.to ?? null}
            onChange={(to) => onChange({ to, zoom: null })}
            w={{ base: HALF, sm: 130 }}
          />
          <Select
            label="By"
            data={bucketTypes.map((value) => ({ value, label: bucketNames[value] }))}
            value={state.bucket ?? asked?.type ?? null}
            onChange={(bucket) => onChange({ bucket: bucketTypes.find((each) => each === bucket) ?? null, zoom: null })}
            allowDeselect={false}
            w={{ base: HALF, sm: 110 }}
          />
          {weights.length > 0 && (
            <Select
              label="Weight"
              placeholder="Unweighted"
              data={weights.map(({ id, name }) => ({ value: id, label: name }))}
              value={state.weight}
              onChange={(weight) => onChange({ weight })}
              clearable
              clearButtonProps={{ "aria-label": "Do not weight" }}
              w={{ base: HALF, sm: 150 }}
            />
          )}
          <ZoneField value={shown.timeZone} onChange={(zone) => onChange({ zone, zoom: null })} />
          <Looks state={state} onChange={onChange} />
        </>
      )}
    </Group>
  );
}

type QuestionsProps = { choices: TrendShown["choices"]; ids: string[]; onChange: (ids: string[] | null) => void };

function QuestionsField({ choices, ids, onChange }: QuestionsProps) {
  const named = new Set(choices.map(({ id }) => id));
  const strangers = ids.filter((id) => !named.has(id)).map((id) => ({ value: id, label: id }));
  const isAll = choices.length > 0 && ids.length === choices.length;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" style={{ flex: "2 1 320px", minWidth: 0 }}>
      <MultiSelect
        label={`Questions${choices.length > 0 ? ` (${ids.length} of ${choices.length})` : ""}`}
        data={[...choices.map(({ id, title }) => ({ value: id, label: title })), ...strangers]}
        value={ids}
        onChange={onChange}
        searchable
        hidePickedOptions
        limit={50}
        nothingFoundMessage="No such question"
        styles={{ root: { flex: 1, minWidth: 0 }, pillsList: { maxHeight: 62, overflowY: "auto" } }}
      />
      <Button
        variant="default"
        disabled={choices.length === 0}
        onClick={() => onChange(isAll ? null : choices.map(({ id }) => id))}
      >
        {isAll ? "Fewer" : "All"}
      </Button>
    </Group>
  );
}

function ZoneField({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const [opened, setOpened] = useState(false);
  // Hundreds of zones, each with its offset now: worked out when they are asked for.
  const data = useMemo(
    () => (opened ? timeZoneChoices(Date.now(), value) : [{ value, label: value.replaceAll("_", " ") }]),
    [opened, value],
  );
  return (
    <Select
      label="Time zone"
      data={data}
      value={value}
      onChange={(zone) => zone !== null && zone !== value && onChange(zone)}
      onDropdownOpen={() => setOpened(true)}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No such zone. Try a city, such as Kolkata."
      comboboxProps={{ keepMounted: false }}
      w={{ base: HALF, sm: 190 }}
    />
  );
}

function Looks({ state, onChange }: { state: TrendState; onChange: Change }) {
  return (
    <>
      <NumberInput
        label="Rolling mean over"
        suffix={state.rolling === 1 ? " bucket" : " buckets"}
        min={1}
        max={MOST_ROLLED}
        allowDecimal={false}
        value={state.rolling}
        onChange={(value) =>
          typeof value === "number" && value >= 1 && value <= MOST_ROLLED && onChange({ rolling: value })
        }
        w={{ base: HALF, sm: 150 }}
      />
      <SegmentedControl
        aria-label="Show as"
        data={trendModes.map((value) => ({ value, label: modeNames[value] }))}
        value={state.mode}
        onChange={(value) => onChange({ mode: trendModes.find((mode) => mode === value) ?? "multiples" })}
        size="sm"
      />
      <Group gap="md" mih={36}>
        <Switch
          label="Lowest to highest"
          checked={state.band}
          onChange={(event) => onChange({ band: event.currentTarget.checked })}
        />
        <Switch
          label="Changes beyond chance"
          checked={state.marks}
          onChange={(event) => onChange({ marks: event.currentTarget.checked })}
        />
        <Switch
          label="Previous period"
          checked={state.compare === "previous"}
          onChange={(event) => onChange({ compare: event.currentTarget.checked ? "previous" : null })}
        />
      </Group>
    </>
  );
}
