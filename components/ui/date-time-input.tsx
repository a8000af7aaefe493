"use client";

import { InputBase } from "@mantine/core";
import type { ReactNode, Ref } from "react";
import { type AtRest, onPress } from "./on-press";

export type DateTimeProps = {
  label: string;
  /** A wall clock, `YYYY-MM-DD HH:mm:ss`. */
  value: string | null;
  onChange: (value: string | null) => void;
  required?: boolean | undefined;
  error?: ReactNode;
  name?: string;
  disabled?: boolean | undefined;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** The field with its text alone. */
function Closed({ value, onChange, onPress: press, ...props }: AtRest<DateTimeProps>) {
  return (
    <InputBase component="button" type="button" pointer {...props} onClick={press}>
      {value}
    </InputBase>
  );
}

/** A date with its time. Calendar and clock are loaded when they are first opened. */
export const DateTimeInput = onPress<DateTimeProps>(
  async () => (await import("./opened-date-time")).OpenedDateTime,
  Closed,
);
