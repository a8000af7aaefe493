"use client";

import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";

type Props = Omit<NumberInputProps, "value" | "defaultValue" | "onChange"> & {
  /** Null: none. */
  value: number | null;
  onChange: (value: number | null) => void;
};

/**
 * A number being typed. “48.” and “2.0” stay as they stand, because more digits may follow, and count as the number that
 * they are so far; what is no number yet counts as none. A value that is changed elsewhere replaces what was typed.
 */
export function NumberEntry({ value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState<number | string>(value ?? "");
  const [given, setGiven] = useState(value);
  if (!Object.is(given, value)) {
    setGiven(value);
    if (value !== numberIn(typed)) setTyped(value ?? "");
  }
  return (
    <NumberInput
      {...props}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        onChange(numberIn(next));
      }}
    />
  );
}

function numberIn(typed: number | string): number | null {
  const value = typed === "" ? Number.NaN : Number(typed);
  return Number.isFinite(value) ? value : null;
}
