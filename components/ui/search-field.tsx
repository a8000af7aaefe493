"use client";

import { useDebouncedCallback, useHotkeys, useMergedRef } from "@mantine/hooks";
import { type Ref, useEffect, useRef, useState } from "react";
import classes from "./field.module.css";
import { widthVariable } from "./field-width";
import { useShortcuts } from "./page-actions";

type Props = {
  label: string;
  placeholder: string;
  value: string;
  /** `step`: a search that goes on from another takes its place in the history. */
  onChange: (value: string, step?: { history: "replace" }) => void;
  maxLength?: number;
  /** Whether `/` jumps here: not while a dialog stands over the page. */
  shortcut?: boolean;
  /** Where it has not the whole line. */
  w?: number;
  field?: Ref<HTMLInputElement>;
};

/** Shorter than between two keys of a quick typist, so that one asks while the next is not yet pressed. */
const PAUSE_MS = 80;

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
      onChange(next, value !== "" && next !== "" ? { history: "replace" } : undefined);
    },
    { delay: PAUSE_MS, flushOnUnmount: false },
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
    <input
      ref={ref}
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      {...(maxLength !== undefined && { maxLength })}
      onChange={(event) => {
        setText(event.currentTarget.value);
        settle(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle.flush();
      }}
      style={widthVariable(w)}
    />
  );
}
