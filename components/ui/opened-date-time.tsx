"use client";

import { DateTimePicker } from "@mantine/dates";
import { useMergedRef } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import type { DateTimeProps } from "./date-time-input";

/** The calendar and clock of a field that was just pressed: it opens at once. */
export function OpenedDateTime({ ref, ...props }: DateTimeProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <DateTimePicker withSeconds valueFormat="YYYY-MM-DD HH:mm:ss" {...props} ref={useMergedRef(button, ref ?? null)} />
  );
}
