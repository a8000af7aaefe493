"use client";

import { Group, NativeSelect, Radio, Select, Stack } from "@mantine/core";
import { useMemo, useState } from "react";
import { modeWords } from "@/lib/answers/words";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { type ImportMode, importModes } from "@/lib/contracts/terms/answers";
import { timeZoneChoice, timeZoneChoices } from "@/lib/settings/time-zone-choices";

type Props = {
  plan: ImportPlan;
  mode: ImportMode;
  onPlan: (plan: ImportPlan) => void;
  onMode: (mode: ImportMode) => void;
};

/** What holds for the whole file: what becomes of the project's answers, the zone, decimals, reversed times. */
export function PlanFields({ plan, mode, onPlan, onMode }: Props) {
  return (
    <Stack gap="md">
      <Radio.Group
        label="What becomes of the project's answers"
        value={mode}
        onChange={(value) => onMode(value as ImportMode)}
      >
        <Stack gap="xs" mt="xs">
          {importModes.map((value) => (
            <Radio key={value} value={value} label={modeWords[value].name} description={modeWords[value].means} />
          ))}
        </Stack>
      </Radio.Group>
      <Group gap="md" align="flex-end">
        <ZoneField value={plan.timeZone} onChange={(timeZone) => onPlan({ ...plan, timeZone })} />
        <NativeSelect
          label="Decimal sign"
          data={[
            { value: ".", label: "Point: 1,234.5" },
            { value: ",", label: "Comma: 1.234,5" },
          ]}
          value={plan.decimal}
          onChange={({ currentTarget }) => onPlan({ ...plan, decimal: currentTarget.value === "," ? "," : "." })}
        />
        {plan.end && (
          <NativeSelect
            label="A response that ends before it starts"
            data={[
              { value: "keep", label: "is kept and reported" },
              { value: "refuse", label: "is refused" },
            ]}
            value={plan.endBeforeStart}
            onChange={({ currentTarget }) =>
              onPlan({ ...plan, endBeforeStart: currentTarget.value === "refuse" ? "refuse" : "keep" })
            }
          />
        )}
      </Group>
    </Stack>
  );
}

function ZoneField({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const [opened, setOpened] = useState(false);
  // Hundreds of zones, each with its offset now: worked out when they are asked for.
  const choices = useMemo(
    () => (opened ? timeZoneChoices(Date.now(), value) : [timeZoneChoice(value, Date.now())]),
    [opened, value],
  );
  return (
    <Select
      label="Time zone for times without one"
      data={choices}
      value={value}
      onChange={(zone) => zone && zone !== value && onChange(zone)}
      onDropdownOpen={() => setOpened(true)}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage="No such zone. Try a city, such as Kolkata."
      maxDropdownHeight={320}
      w={280}
    />
  );
}
