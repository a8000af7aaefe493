"use client";

import { Group, Select, Text } from "@mantine/core";
import { DayField, DayRefusal, useDay } from "@/components/pickers/day-field";
import { HALF } from "@/components/ui/field-width";
import type { TrendState } from "@/lib/trends/address";
import { WHOLE } from "@/lib/trends/range";
import {
  daysOfRange,
  type Ends,
  rangeIn,
  rangeNames,
  relativeRanges,
  type Said,
  withDays,
} from "@/lib/trends/relative-range";

type Props = {
  state: TrendState;
  ends: Ends;
  /** The day of the last answer; null: none is known. */
  last: string | null;
  onChange: (change: Partial<TrendState>) => void;
};

/** Which days are shown: a range that moves along with the answers, or days that are given. */
export function RangeFields({ state, ends, last, onChange }: Props) {
  const given = `${state.range} ${state.from} ${state.to}`;
  const giveDays = (days: Partial<Ends>) => onChange({ ...withDays(state, ends, days), zoom: null });
  const both = { given, within: WHOLE };
  const from = useDay({ ...both, label: "From", value: ends.from, onChange: (day) => giveDays({ from: day }) });
  const to = useDay({ ...both, label: "To", value: ends.to, onChange: (day) => giveDays({ to: day }) });
  return (
    <>
      <RangeField {...{ state, ends, last, onChange }} />
      <DayField day={from} w={WIDTH} />
      <DayField day={to} w={WIDTH} />
      <DayRefusal day={from} />
      <DayRefusal day={to} />
    </>
  );
}

const WIDTH = { base: HALF, sm: 126 };

const ALL = "all";
const DAYS = "days";

const chosenIn = (said: Said): string => rangeIn(said) ?? (said.from === null && said.to === null ? ALL : DAYS);

function RangeField({ state, ends, last, onChange }: Props) {
  const choose = (value: string | null) => {
    if (value === chosenIn(state)) return;
    // The days stay those that are shown, and so does what part of them.
    if (value === DAYS) return onChange(withDays(state, ends, ends));
    onChange({ range: relativeRanges.find((range) => range === value) ?? null, from: null, to: null, zoom: null });
  };
  return (
    <Select
      label="Range"
      data={[
        { value: ALL, label: "All answers" },
        { value: DAYS, label: "Between dates", disabled: ends.from === null || ends.to === null },
        {
          group: `Back from the last answer${last === null ? "" : `, ${last}`}`,
          items: relativeRanges.map((value) => ({ value, label: rangeNames[value] })),
        },
      ]}
      value={chosenIn(state)}
      onChange={choose}
      renderOption={({ option, checked = false }) => <RangeOption {...{ option, checked, last }} />}
      allowDeselect={false}
      maxDropdownHeight={340}
      comboboxProps={{ width: 340, position: "bottom-start" }}
      w={{ base: "100%", sm: 160 }}
    />
  );
}

type OptionProps = { option: { value: string; label: string }; checked: boolean; last: string | null };

/** A range, and the days that it is now. */
function RangeOption({ option, checked, last }: OptionProps) {
  const range = relativeRanges.find((each) => each === option.value);
  const days = range === undefined || last === null ? null : daysOfRange(range, last);
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" w="100%">
      <Text span size="sm" fw={checked ? 600 : undefined}>
        {option.label}
      </Text>
      {days && (
        <Text span size="xs" c="dimmed">
          {days.from} to {days.to}
        </Text>
      )}
    </Group>
  );
}
