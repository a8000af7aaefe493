"use client";

import { Select } from "@mantine/core";

type Props<T extends string> = {
  label: string;
  names: Record<T, string>;
  among: readonly T[];
  value: T;
  disabled?: boolean;
  /** The list stands in the form that it belongs to, not over the page. */
  isInForm?: boolean;
  width?: string | number | { base: string | number; sm: number };
  onChoose: (value: T) => void;
};

/** One of a few, by its words. */
export function Choice<T extends string>({
  label,
  names,
  among,
  value,
  disabled = false,
  isInForm = false,
  width,
  onChoose,
}: Props<T>) {
  return (
    <Select
      {...{ label, value, disabled, ...(width !== undefined && { w: width }) }}
      size="xs"
      data={among.map((each) => ({ value: each, label: names[each] }))}
      onChange={(chosen) => {
        const found = among.find((each) => each === chosen);
        if (found && found !== value) onChoose(found);
      }}
      allowDeselect={false}
      {...(isInForm && { comboboxProps: { withinPortal: false } })}
    />
  );
}
