"use client";

import type { Ref } from "react";
import { type ControlProps, FormField } from "./form-field";
import { type AtRest, onPress } from "./on-press";

export type DateTimeProps = {
  label: string;
  /** A wall clock, `YYYY-MM-DD HH:mm:ss`. */
  value: string | null;
  onChange: (value: string | null) => void;
  required?: boolean | undefined;
  error?: string | undefined;
  name?: string;
  disabled?: boolean | undefined;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement> | undefined;
};

export type DateTimeControlProps = Omit<DateTimeProps, "label" | "required" | "error"> & { control: ControlProps };

/** The control with its text alone. */
function Closed({ control, value, onChange, onPress: press, ...props }: AtRest<DateTimeControlProps>) {
  const { required, ...attributes } = control;
  return (
    <button type="button" {...props} {...attributes} onClick={press}>
      {value}
    </button>
  );
}

const DateTimeControl = onPress<DateTimeControlProps>(
  async () => (await import("./opened-date-time")).OpenedDateTime,
  Closed,
);

/** A date with its time. Calendar and clock are loaded when they are first opened. */
export const DateTimeInput = ({ label, required, error, ...props }: DateTimeProps) => (
  <FormField {...{ label, required, error }}>{(control) => <DateTimeControl {...props} control={control} />}</FormField>
);
