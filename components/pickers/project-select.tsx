"use client";

import { Select } from "@mantine/core";
import { useProjectChoices } from "./use-project-choices";

type Props = { value: string | null; onChange: (id: string | null) => void };

/** Chooses one project by name or number, however many there are. */
export function ProjectSelect({ value, onChange }: Props) {
  return (
    <Select
      label="Project"
      placeholder="Find by name or number"
      value={value}
      onChange={onChange}
      allowDeselect={false}
      styles={{ root: { flexGrow: 1, minWidth: 220, maxWidth: 420 } }}
      {...useProjectChoices(value)}
    />
  );
}
