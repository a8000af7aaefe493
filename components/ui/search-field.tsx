"use client";

import { TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys, useMergedRef } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { useShortcuts } from "./page-actions";

type Props = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  /** Whether `/` jumps here: not while a dialog stands over the page. */
  shortcut?: boolean;
  /** Where it has not the whole line. */
  w?: number;
  field?: Ref<HTMLInputElement>;
};

/** Types freely, asks when the typing pauses or at Enter; `/` jumps here. */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  maxLength,
  shortcut = true,
  w = 280,
  field,
}: Props) {
  const [text, setText] = useState(value);
  const [settled, setSettled] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const ref = useMergedRef(input, field);
  const settle = useDebouncedCallback(
    (next: string) => {
      setSettled(next);
      onChange(next);
    },
    { delay: 200, flushOnUnmount: false },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of what was typed before the page had taken over
  useEffect(() => {
    const typed = input.current?.value ?? "";
    if (typed === value) return;
    setText(typed);
    settle(typed);
  }, []);
  useShortcuts(shortcut ? [{ keys: ["/"], does: `Jump to the field “${label}”` }] : []);
  useHotkeys(shortcut ? [["/", () => input.current?.focus()]] : []);
  // The address changed by another way: back, a link, "Clear".
  if (value !== settled) {
    setSettled(value);
    setText(value);
  }
  return (
    <TextInput
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      {...(maxLength !== undefined && { maxLength })}
      onChange={(event) => {
        setText(event.currentTarget.value);
        settle(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle.flush();
      }}
      w={{ base: "100%", sm: w }}
    />
  );
}
