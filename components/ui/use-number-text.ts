import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useState } from "react";
import { type NumberRule, readTypedNumber, writeTypedNumber } from "@/lib/tables/typed-number";

export type NumberTextProps = NumberRule & {
  /** Null: empty. Text that is no number yet is shown as it is. */
  value: number | string | null;
  /** NaN while the text is no number that this field accepts: every comparison with it is false. */
  onChange: (value: number | null, text: string) => void;
  /** Digits shown behind the point at rest; left out: as many as the number has. */
  fixedDecimals?: number;
  /** What arrow up and down add; 0 leaves the keys alone. */
  step?: number;
  onBlur?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined;
};

/**
 * A number typed as text, for an input. The text stays as it is typed and is read as a whole, or `problem` says why it
 * is not accepted: no character is dropped. A value that is changed elsewhere replaces the text.
 */
export function useNumberText<Props extends NumberTextProps>(props: Props) {
  const { value, onChange, fixedDecimals, step = 1, min, max, decimals, prefix, suffix, ...rest } = props;
  const { onBlur, onKeyDown } = rest;
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
    const { readOnly, disabled } = event.currentTarget;
    if (direction === 0 || event.altKey || event.ctrlKey || event.metaKey || readOnly || disabled) return;
    event.preventDefault();
    const from = "value" in read ? (read.value ?? 0) : 0;
    const next = Math.min(max ?? Number.MAX_SAFE_INTEGER, Math.max(min ?? Number.MIN_SAFE_INTEGER, from + direction));
    type(writeTypedNumber(Number(next.toFixed(decimals ?? 10)), { ...rule, fixedDecimals }));
  };
  const inputMode: "numeric" | "decimal" = decimals === 0 && (min ?? -1) >= 0 ? "numeric" : "decimal";
  const input = {
    inputMode,
    autoComplete: "off",
    ...rest,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      if ("value" in read) setText(writeTypedNumber(read.value, { ...rule, fixedDecimals }));
      onBlur?.(event);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      onKeyDown?.(event);
      if (!event.defaultPrevented) stepBy(event);
    },
  };
  return { input, problem: "problem" in read ? read.problem : null };
}

function numberIn(text: string, rule: NumberRule): number | null {
  const read = readTypedNumber(text, rule);
  return "value" in read ? read.value : Number.NaN;
}
