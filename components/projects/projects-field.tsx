"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Control, type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import { MultiSelectField } from "@/components/ui/form-fields";
import { projectChoices } from "@/lib/projects/choices";
import { projectSearchQuery, projectsByIdQuery, projectsQuery } from "@/lib/projects/queries";

type Props<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  description?: string;
  /** A project that cannot be chosen. */
  except?: string | undefined;
};

/** Chooses projects by name or number, however many there are: the server is asked when the first 500 are not all. */
export function ProjectsField<V extends FieldValues>({ control, name, except, ...texts }: Props<V>) {
  const [search, setSearch] = useState("");
  const chosen: string[] = useWatch({ control, name });
  const choices = useProjectChoices(search, chosen, except);
  return (
    <MultiSelectField
      control={control}
      name={name}
      data={choices}
      searchable
      clearable
      hidePickedOptions
      limit={50}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No such project"
      clearButtonProps={{ "aria-label": "Choose none" }}
      {...texts}
    />
  );
}

function useProjectChoices(search: string, chosen: string[], except: string | undefined) {
  const [asked] = useDebouncedValue(search.trim(), 200);
  const { data: first } = useQuery(projectsQuery());
  const all = first && (first.total ?? 0) <= first.items.length;
  const { data: found } = useQuery({
    ...projectSearchQuery(asked),
    enabled: first !== undefined && !all && asked !== "",
  });
  const known = new Set(first?.items.map(({ id }) => id));
  const unnamed = chosen.filter((id) => !known.has(id));
  const { data: named } = useQuery({ ...projectsByIdQuery(unnamed), enabled: !!first && unnamed.length > 0 });
  return projectChoices(
    [first?.items, found?.items, named].flatMap((projects) => projects ?? []),
    chosen,
    except,
  );
}
