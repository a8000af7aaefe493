"use client";

import { TextInput } from "@mantine/core";
import { useState } from "react";

type Props = {
  label: string;
  value: string;
  placeholder?: string;
  /** Said above the field; without it the label is there for screen readers alone. */
  isLabelled?: boolean;
  description?: string;
  /** Gives the sentence why a text cannot be taken. */
  commit: (value: string) => string | null;
};

/** A text that is taken over when it is left, or by Enter; Escape brings back what it was. */
export function Committed({ label, value, placeholder, isLabelled = false, description, commit }: Props) {
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
    setProblem(null);
  }
  const take = () => {
    if (typed !== value) setProblem(commit(typed));
  };
  return (
    <TextInput
      size="xs"
      {...(isLabelled ? { label } : { "aria-label": label })}
      {...(description !== undefined && { description })}
      value={typed}
      error={problem}
      {...(placeholder !== undefined && { placeholder })}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      // The dialog around it stays while something is typed: the first Escape gives the text up.
      data-mantine-stop-propagation={typed !== value || undefined}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
        if (key !== "Escape") return;
        setTyped(value);
        setProblem(null);
      }}
    />
  );
}
