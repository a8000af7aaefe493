"use client";

import { type MantineStyleProps, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, useId, useState } from "react";
import { onPress } from "@/components/ui/on-press";
import { type Days, typedDay, typedDayProblem } from "@/lib/contracts/calendar/days";
import { CalendarButton } from "./calendar-button";
import type { CalendarProps } from "./day-calendar";
import classes from "./day-field.module.css";

const DayCalendar = onPress<CalendarProps>(
  async () => (await import("./day-calendar")).DayCalendar,
  ({ label, onPress: press }) => (
    <CalendarButton label={label} aria-haspopup="dialog" aria-expanded={false} onClick={press} />
  ),
);

type DayProps = {
  label: string;
  value: string | null;
  /** What is typed and is no date stands until this is another. */
  given: string;
  /** Null: the field was emptied. */
  onChange: (day: string | null) => void;
  /** The days that it takes; absent: all. */
  within?: Days;
};

/** A day being typed: what stands in its field, and why that was refused. */
export function useDay({ label, value, given, onChange, within }: DayProps) {
  const [draft, setDraft] = useState<{ text: string; over: string; refused: string | null } | null>(null);
  const sentenceId = useId();
  const current = draft?.over === given ? draft : null;
  const choose = (day: string | null) => {
    setDraft(null);
    if (day !== value) onChange(day);
  };
  const commit = () => {
    if (!current) return;
    if (current.text.trim() === "") return choose(null);
    const refused = typedDayProblem(current.text, { label, example: value ?? "2026-03-14", within });
    if (refused === null) choose(typedDay(current.text));
    else setDraft({ ...current, refused });
  };
  return {
    ...{ label, value, within, sentenceId, choose, commit },
    text: current?.text ?? value ?? "",
    refused: current?.refused ?? null,
    type: (text: string) => setDraft({ text, over: given, refused: null }),
    takeBack: () => setDraft(null),
    isDraft: current !== null,
  };
}

type Day = ReturnType<typeof useDay>;

type FieldProps = {
  day: Day;
  /** The name stands in the empty field instead of above it. */
  isNamedInside?: boolean;
  /** False in a popover, which would take a click in the calendar for one beside itself. */
  withinPortal?: boolean;
  w?: MantineStyleProps["w"];
};

/**
 * A day, typed or picked. Mantine's own input of dates takes each that it can read while the next digit is still being
 * typed, and keeps its text to itself, so that nothing typed could be taken back.
 */
export function DayField({ day, isNamedInside = false, withinPortal = true, w }: FieldProps) {
  const isRefused = day.refused !== null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!day.isDraft || (event.key !== "Enter" && event.key !== "Escape")) return;
    // What the field stands in, a form or a popover, has the next one.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") day.commit();
    else day.takeBack();
  };
  return (
    <TextInput
      {...(isNamedInside ? { "aria-label": day.label, placeholder: day.label } : { label: day.label })}
      value={day.text}
      onChange={({ currentTarget }) => day.type(currentTarget.value)}
      onBlur={day.commit}
      onKeyDown={onKeyDown}
      autoComplete="off"
      error={isRefused}
      aria-errormessage={isRefused ? day.sentenceId : undefined}
      rightSection={
        <DayCalendar
          label={day.label}
          value={day.value}
          within={day.within}
          withinPortal={withinPortal}
          onPick={day.choose}
        />
      }
      rightSectionPointerEvents="all"
      styles={{ input: { paddingInlineEnd: 30 } }}
      w={w}
    />
  );
}

/** Why what was typed is no day. Under its own field it would push the fields of the bar apart. */
export function DayRefusal({ day: { refused, sentenceId } }: { day: Day }) {
  if (refused === null) return null;
  return (
    <Text id={sentenceId} role="alert" size="xs" c="var(--mantine-color-error)" className={classes.refusal}>
      {refused}
    </Text>
  );
}
