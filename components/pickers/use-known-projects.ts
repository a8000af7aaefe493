import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import type { Page } from "@/lib/contracts/lenient";
import {
  distinctIds,
  projectNamesQuery,
  projectSearchQuery,
  projectsByIdQuery,
  projectsQuery,
} from "@/lib/projects/queries";

const NO_PROJECTS: Project[] = [];

/** The first projects, and among `known` the chosen ones too, wherever they stand in the list. */
export function useKnownProjects(chosen: readonly string[]) {
  const { data: first, error, refetch } = useQuery(projectsQuery());
  const listed = useMemo(() => new Set(first?.items.map(({ id }) => id)), [first]);
  const unnamed = [...new Set(chosen.filter((id) => !listed.has(id)))].sort();
  const { data: named } = useQuery({ ...projectsByIdQuery(unnamed), enabled: !!first && unnamed.length > 0 });
  const known = useMemo(() => [first?.items, named].flatMap((projects) => projects ?? []), [first, named]);
  return { first, known, error, refetch };
}

/** Projects whose name or number has a text in it: the server is asked where the first ones are not all. */
export function useSearchedProjects(first: Page<Project> | undefined, search: string): readonly Project[] {
  const [asked] = useDebouncedValue(search.trim(), 200);
  const hasAll = first !== undefined && (first.total ?? 0) <= first.items.length;
  const enabled = first !== undefined && !hasAll && asked !== "";
  const { data: found } = useQuery({ ...projectSearchQuery(asked), enabled });
  return found?.items ?? NO_PROJECTS;
}

/** The name of a project, or else its number; null until it is known. */
export function useProjectName(id: string | null): string | null {
  const project = useKnownProjects(id === null ? [] : [id]).known.find((each) => each.id === id);
  return project?.project_name || project?.project_number || null;
}

/** Names of projects by their ids: of the first ones, and of these wherever they stand in the list. */
export function useProjectNames(ids: readonly (string | null | undefined)[]): ReadonlyMap<string, string> {
  const { known } = useKnownProjects(ids.flatMap((id) => (id ? [id] : [])));
  return useMemo(() => new Map(known.map(({ id, project_name }) => [id, project_name ?? id])), [known]);
}

/** Names of the projects of a list's rows; while some are being read they are empty, so that no id flashes by. */
export function useNamesOfRows(ids: readonly (string | null | undefined)[]): ReadonlyMap<string, string> {
  const wanted = distinctIds(ids);
  const { data, isPlaceholderData, isPending } = useQuery({
    ...projectNamesQuery(wanted),
    enabled: wanted.length > 0,
  });
  const unread = wanted.length > 0 && (isPending || isPlaceholderData) ? wanted.join("\n") : "";
  return useMemo(
    () => new Map([...unread.split("\n").map((id): [string, string] => [id, ""]), ...Object.entries(data ?? {})]),
    [data, unread],
  );
}
