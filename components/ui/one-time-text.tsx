"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";

/** A key or link that is shown once, with a button to copy it. `children` stand below the text. */
export function OneTimeText({
  label,
  text,
  children,
  onClose,
}: {
  label: "Key" | "Link";
  text: string;
  children?: ReactNode;
  onClose: () => void;
}) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  const field = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone.
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <TextInput
        ref={field}
        label={label}
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        error={error && "Your browser did not allow copying. Select the text and copy it."}
      />
      {children}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => copy(text)}>{copied ? "Copied" : `Copy ${label.toLowerCase()}`}</Button>
      </Group>
    </>
  );
}
