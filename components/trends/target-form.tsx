"use client";

import { Button, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { NumberEntry } from "@/components/ui/number-entry";
import type { Target } from "@/lib/charts/chart-model";
import { LARGEST_TARGET, MOST_TARGET_NAME } from "@/lib/trends/targets";

type Props = {
  /** Those that are shown. */
  lines: readonly { id: string; title: string }[];
  /** Null: a new one. */
  target: Target | null;
  onSave: (target: Target) => void;
};

/** A value that a line should reach: a line across its chart. */
export function TargetForm({ lines, target, onSave }: Props) {
  const [line, setLine] = useState(target?.line ?? lines[0]?.id ?? null);
  const [value, setValue] = useState<number | null>(target?.value ?? null);
  const [name, setName] = useState(target?.name ?? "");
  const isReady = line !== null && value !== null && !Number.isNaN(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSave({ line, value, name: name.trim() });
      }}
    >
      <Stack gap="xs">
        <Select
          label="Line"
          data={lines.map(({ id, title }) => ({ value: id, label: title }))}
          value={line}
          onChange={setLine}
          allowDeselect={false}
          searchable
          comboboxProps={{ withinPortal: false }}
        />
        <NumberEntry
          label="Target"
          description="A mean, or percent of a share"
          min={-LARGEST_TARGET}
          max={LARGEST_TARGET}
          decimals={4}
          value={value}
          onChange={setValue}
          data-autofocus
        />
        <TextInput
          label="Name"
          placeholder="Target"
          maxLength={MOST_TARGET_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isReady}>
          {target === null ? "Add target" : "Save"}
        </Button>
      </Stack>
    </form>
  );
}
