"use client";

import { TextInput, type TextInputProps } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { type NumberRule, readTypedNumber, writeTypedNumber } from "@/lib/tables/typed-number";

export type NumberEntryProps = Omit<TextInputProps, "value" | "defaultValue" | "onChange" | keyof NumberRule> &
  NumberRule & {
    /** Null: empty. Text that is no number yet is shown as it is. */
    value: number | string | null;
    /** NaN while the text is no number that this field accepts: every comparison with it is false. */
    onChange: (value: number | null, text: string) => void;
    /** Digits shown behind the point at rest; left out: as many as the number has. */
    fixedDecimals?: number;
    /** What arrow up and down add; 0 leaves the keys alone. */
    step?: number;
  };

/**
 * A number typed as text. The text stays as it is typed and is read as a whole, or the field says why it is not
 * accepted: no character is dropped. A value that is changed elsewhere replaces the text.
 */
export function NumberEntry({ value, onChange, fixedDecimals, step = 1, ...props }: NumberEntryProps) {
  const { min, max, decimals, prefix, suffix, onBlur, onKeyDown, error, ...rest } = props;
  const rule = { min, max, decimals, prefix, suffix };
  const atRest = typeof value === "string" ? value : writeTypedNumber(value, { ...rule, fixedDecimals });
  const [text, setText] = useState(atRest);
  const [given, setGiven] = useState(value);
  if (!Object.is(given, value)) {
    setGiven(value);
    if (value !== text && !Object.is(value, numberIn(text, rule))) setText(atRest);
  }
  const type = (next: string) => {
    setText(next);
    onChange(numberIn(next, rule), next);
  };
  const read = readTypedNumber(text, rule);
  const stepBy = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = event.key === "ArrowUp" ? step : event.key === "ArrowDown" ? -step : 0;
    if (direction === 0 || event.altKey || event.ctrlKey || event.metaKey || rest.readOnly || rest.disabled) return;
    event.preventDefault();
    const from = "value" in read ? (read.value ?? 0) : 0;
    const next = Math.min(max ?? Number.MAX_SAFE_INTEGER, Math.max(min ?? Number.MIN_SAFE_INTEGER, from + direction));
    type(writeTypedNumber(Number(next.toFixed(decimals ?? 10)), { ...rule, fixedDecimals }));
  };
  return (
    <TextInput
      inputMode={decimals === 0 && (min ?? -1) >= 0 ? "numeric" : "decimal"}
      autoComplete="off"
      {...rest}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={(event) => {
        if ("value" in read) setText(writeTypedNumber(read.value, { ...rule, fixedDecimals }));
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (!event.defaultPrevented) stepBy(event);
      }}
      error={"problem" in read ? read.problem : error}
    />
  );
}

function numberIn(text: string, rule: NumberRule): number | null {
  const read = readTypedNumber(text, rule);
  return "value" in read ? read.value : Number.NaN;
}
