"use client";

import { NativeSelect } from "@mantine/core";

type Props<T extends string> = {
  label: string;
  names: Record<T, string>;
  among: readonly T[];
  value: T;
  disabled?: boolean;
  /** Those that cannot be chosen now. */
  refused?: readonly T[];
  size?: "xs" | "sm";
  width?: string | number | { base: string | number; sm: number };
  onChoose: (value: T) => void;
};

/** One of a few, by its words. The browser's own control: a page has many of them, and each costs it nothing to open. */
export function Choice<T extends string>({
  label,
  names,
  among,
  value,
  disabled = false,
  refused = [],
  size = "xs",
  width,
  onChoose,
}: Props<T>) {
  return (
    <NativeSelect
      {...{ label, value, disabled, size, ...(width !== undefined && { w: width }) }}
      data={among.map((each) => ({ value: each, label: names[each], disabled: refused.includes(each) }))}
      onChange={({ currentTarget }) => {
        const chosen = among.find((each) => each === currentTarget.value);
        if (chosen && chosen !== value) onChoose(chosen);
      }}
    />
  );
}
