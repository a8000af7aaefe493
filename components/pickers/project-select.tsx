"use client";

import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectChoices } from "@/lib/projects/choices";
import { projectSearchQuery } from "@/lib/projects/queries";
import { useKnownProjects } from "./use-known-projects";

type Props = { value: string | null; onChange: (id: string | null) => void };

/** Chooses one project by name or number, however many there are. */
export function ProjectSelect({ value, onChange }: Props) {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), 200);
  const { first, known } = useKnownProjects(value);
  const hasAll = first !== undefined && (first.total ?? 0) <= first.items.length;
  const { data: found } = useQuery({
    ...projectSearchQuery(asked),
    enabled: first !== undefined && !hasAll && asked !== "",
  });
  const projects = [...known, ...(found?.items ?? [])];
  return (
    <Select
      label="Project"
      placeholder="Find by name or number"
      data={projectChoices(projects, value === null ? [] : [value])}
      value={value}
      onChange={onChange}
      searchable
      limit={50}
      allowDeselect={false}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No such project"
      styles={{ root: { flexGrow: 1, minWidth: 220, maxWidth: 420 } }}
    />
  );
}
