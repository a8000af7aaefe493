"use client";

import "@mantine/dates/styles.layer.css";
import { DateTimePicker } from "@mantine/dates";
import { useMergedRef } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import type { DateTimeControlProps } from "./date-time-input";

/** The calendar and clock of a field that was just pressed: it opens at once. */
export function OpenedDateTime({ control, ref, ...props }: DateTimeControlProps) {
  const { id, "aria-invalid": isInvalid, "aria-describedby": describedBy } = control;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <DateTimePicker
      withSeconds
      valueFormat="YYYY-MM-DD HH:mm:ss"
      {...props}
      id={id}
      error={isInvalid === true}
      attributes={{ input: { "aria-describedby": describedBy } }}
      ref={useMergedRef(button, ref ?? null)}
    />
  );
}
