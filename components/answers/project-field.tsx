"use client";

import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "@/components/ui/load-error";
import { projectChoices } from "@/lib/projects/choices";
import { projectSearchQuery, projectsByIdQuery, projectsQuery } from "@/lib/projects/queries";

/** Chooses a project by name or number: the server is asked when the first 500 are not all. */
export function ProjectField({ value, onChange }: { value: string | null; onChange: (id: string) => void }) {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), 200);
  const { data: first, error, refetch } = useQuery(projectsQuery());
  const all = first && (first.total ?? 0) <= first.items.length;
  const { data: found } = useQuery({
    ...projectSearchQuery(asked),
    enabled: first !== undefined && !all && asked !== "",
  });
  const unnamed = value !== null && first && !first.items.some(({ id }) => id === value) ? [value] : [];
  const { data: named } = useQuery({ ...projectsByIdQuery(unnamed), enabled: unnamed.length > 0 });
  const known = [first?.items, found?.items, named].flatMap((projects) => projects ?? []);
  if (error && !first) return <LoadError what="The projects" error={error} onRetry={() => void refetch()} />;
  return (
    <Select
      label="Project"
      placeholder={first ? "Name or number" : "Being loaded"}
      // Until its name is known a project is not shown by its id.
      data={projectChoices(known, value !== null && first ? [value] : [])}
      value={value}
      onChange={(id) => id && id !== value && onChange(id)}
      searchable
      allowDeselect={false}
      limit={50}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No such project"
      maw={420}
    />
  );
}
