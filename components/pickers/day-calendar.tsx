"use client";

import "@mantine/dates/styles.layer.css";
import { DatePicker } from "@mantine/dates";
import { useEffect, useRef } from "react";
import type { Days } from "@/lib/contracts/calendar/days";

type Props = { value: string | null; within: Days | undefined; onPick: (day: string) => void };

/** The days of a month to pick from. It takes the focus, which its popover could not give it before it was loaded. */
export function DayCalendar({ value, within, onPick }: Props) {
  const calendar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = calendar.current?.querySelector<HTMLElement>("[data-autofocus]") ?? null;
    (first ?? calendar.current?.querySelector<HTMLElement>("button"))?.focus({ preventScroll: true });
  }, []);
  return (
    <DatePicker
      ref={calendar}
      value={value}
      defaultDate={value ?? undefined}
      {...(within && { minDate: within.from, maxDate: within.to })}
      getDayProps={(each) => (each === value ? { "data-autofocus": true } : {})}
      onChange={(picked) => picked !== null && onPick(picked)}
    />
  );
}
