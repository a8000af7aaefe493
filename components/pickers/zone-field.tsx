"use client";

import { type OptionsFilter, Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { HALF } from "@/components/ui/field-width";
import { timeZoneChoices } from "@/lib/settings/time-zone-choices";

type Props = { value: string; disabled: boolean; size?: "xs" | "sm"; onChange: (zone: string) => void };

/** A zone is found by its name as it is written elsewhere, too: America/New_York. */
const asNamed: OptionsFilter = ({ options, search, limit }) => {
  const words = search.trim().toLowerCase().replaceAll("_", " ");
  return options.filter((option) => "label" in option && option.label.toLowerCase().includes(words)).slice(0, limit);
};

/** The zone by whose clock time is cut. */
export function ZoneField({ value, disabled, size = "sm", onChange }: Props) {
  const [opened, setOpened] = useState(false);
  // Hundreds of zones, each with its offset now: worked out when they are asked for.
  const data = useMemo(
    () => (opened ? timeZoneChoices(Date.now(), value) : [{ value, label: value.replaceAll("_", " ") }]),
    [opened, value],
  );
  return (
    <Select
      label="Time zone"
      size={size}
      data={data}
      value={value}
      disabled={disabled}
      onChange={(zone) => zone !== null && zone !== value && onChange(zone)}
      onDropdownOpen={() => setOpened(true)}
      searchable
      filter={asNamed}
      allowDeselect={false}
      nothingFoundMessage="No such zone. Try a city, such as Kolkata."
      comboboxProps={{ keepMounted: false }}
      w={{ base: HALF, sm: 190 }}
    />
  );
}
