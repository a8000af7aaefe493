import type { OptionsFilter } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectChoices, projectNameChoices } from "@/lib/projects/choices";
import { projectSearchQuery } from "@/lib/projects/queries";
import { useKnownProjects } from "./use-known-projects";

/**
 * What a select of one project takes to find it by name or number, however many there are. `shows`: what a choice says,
 * the name with the number, or alone.
 */
export function useProjectChoices(value: string | null, shows: "number" | "name" = "number") {
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search.trim(), 200);
  const { first, known } = useKnownProjects(value);
  const hasAll = first !== undefined && (first.total ?? 0) <= first.items.length;
  const inUse = value === null ? [] : [value];
  const choicesOf = shows === "name" ? projectNameChoices : projectChoices;
  // What is chosen stands in the field as if it were searched for.
  const chosen = choicesOf(known, inUse).find((choice) => choice.value === value)?.label;
  const { data: found } = useQuery({
    ...projectSearchQuery(asked),
    enabled: first !== undefined && !hasAll && asked !== "" && asked !== chosen,
  });
  const projects = [...known, ...(found?.items ?? [])];
  const numbered = projectChoices(projects, inUse);
  const texts = new Map(numbered.map(({ value: id, label }) => [id, label.toLowerCase()]));
  const filter: OptionsFilter = ({ options, search: typed, limit }) =>
    options
      .filter((option) => "value" in option && texts.get(option.value)?.includes(typed.trim().toLowerCase()))
      .slice(0, limit);
  return {
    data: shows === "name" ? choicesOf(projects, inUse) : numbered,
    filter,
    searchable: true,
    limit: 50,
    searchValue: search,
    onSearchChange: setSearch,
    nothingFoundMessage: "No such project",
  };
}
