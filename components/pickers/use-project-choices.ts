import type { OptionsFilter } from "@mantine/core";
import { useState } from "react";
import { projectChoices, projectNameChoices } from "@/lib/projects/choices";
import { useKnownProjects, useSearchedProjects } from "./use-known-projects";

/**
 * What a `select` of one project takes to find it by name or number, however many there are, and how they are `loading`;
 * `isKnown`: the chosen one is the viewer's. `shows`: what a choice says, the name with the number, or alone.
 */
export function useProjectChoices(value: string | null, shows: "number" | "name" = "number") {
  const [typed, setTyped] = useState<string | null>(null);
  const inUse = value === null ? [] : [value];
  const { first, known, error, refetch } = useKnownProjects(inUse);
  const choicesOf = shows === "name" ? projectNameChoices : projectChoices;
  // What is chosen stands in the field as if it were searched for.
  const chosen = choicesOf(known, inUse).find((choice) => choice.value === value)?.label ?? "";
  const search = typed ?? chosen;
  const projects = [...known, ...useSearchedProjects(first, search === chosen ? "" : search)];
  const numbered = projectChoices(projects, inUse);
  const texts = new Map(numbered.map(({ value: id, label }) => [id, label.toLowerCase()]));
  const filter: OptionsFilter = ({ options, search: typed, limit }) =>
    options
      .filter((option) => "value" in option && texts.get(option.value)?.includes(typed.trim().toLowerCase()))
      .slice(0, limit);
  const select = {
    data: shows === "name" ? choicesOf(projects, inUse) : numbered,
    filter,
    searchable: true,
    limit: 50,
    searchValue: search,
    onSearchChange: setTyped,
    nothingFoundMessage: "No such project",
  };
  const isKnown = known.some(({ id }) => id === value);
  return { select, isKnown, loading: { isLoaded: first !== undefined, error, refetch } };
}
