"use client";

import "@mantine/dates/styles.layer.css";
import { Popover } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { useEffect, useRef } from "react";
import { useOpenedByPress } from "@/components/ui/use-opened-by-press";
import type { Days } from "@/lib/contracts/calendar/days";
import { CalendarButton } from "./calendar-button";

type DaysProps = { value: string | null; within: Days | undefined; onPick: (day: string) => void };

export type CalendarProps = DaysProps & { label: string; withinPortal: boolean };

/** The calendar of a field whose button was just pressed: it opens at once. */
export function DayCalendar({ label, withinPortal, onPick, ...days }: CalendarProps) {
  const { button, opened, setOpened } = useOpenedByPress();
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={withinPortal}
    >
      <Popover.Target>
        <CalendarButton ref={button} label={label} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
        <DaysOfMonth
          {...days}
          onPick={(picked) => {
            button.current?.focus(); // before the day that has it goes
            setOpened(false);
            onPick(picked);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** It takes the focus itself: in its popover it may be drawn after that has looked for what to focus. */
function DaysOfMonth({ value, within, onPick }: DaysProps) {
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
