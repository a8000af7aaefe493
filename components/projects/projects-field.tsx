"use client";

import { useState } from "react";
import { type Control, type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import { useKnownProjects, useSearchedProjects } from "@/components/pickers/use-known-projects";
import { MultiSelectField } from "@/components/ui/form-fields";
import { projectChoices } from "@/lib/projects/choices";

type Props<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  description?: string;
  /** A project that cannot be chosen. */
  except?: string | undefined;
};

/** Chooses projects by name or number, however many there are. */
export function ProjectsField<V extends FieldValues>({ control, name, except, ...texts }: Props<V>) {
  const [search, setSearch] = useState("");
  const chosen: string[] = useWatch({ control, name });
  const { first, known } = useKnownProjects(chosen);
  const found = useSearchedProjects(first, search);
  return (
    <MultiSelectField
      control={control}
      name={name}
      data={projectChoices([...known, ...found], chosen, except)}
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
