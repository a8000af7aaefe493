import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { projectsByIdQuery, projectsQuery } from "@/lib/projects/queries";

/** The first projects, and among `known` the chosen one too, wherever it stands in the list. */
export function useKnownProjects(chosen: string | null) {
  const { data: first } = useQuery(projectsQuery());
  const unnamed = chosen !== null && first?.items.every(({ id }) => id !== chosen) ? [chosen] : [];
  const { data: named } = useQuery({ ...projectsByIdQuery(unnamed), enabled: unnamed.length > 0 });
  return { first, known: [first?.items, named].flatMap((projects) => projects ?? []) };
}

/** The name of a project, or else its number; null until it is known. */
export function useProjectName(id: string | null): string | null {
  const project = useKnownProjects(id).known.find((each) => each.id === id);
  return project?.project_name || project?.project_number || null;
}

/** Names of projects by their ids: of the first ones, and of these wherever they stand in the list. */
export function useProjectNames(ids: readonly (string | null | undefined)[]): ReadonlyMap<string, string> {
  const { data: first } = useQuery(projectsQuery());
  const listed = useMemo(() => new Set(first?.items.map(({ id }) => id)), [first]);
  const unnamed = [...new Set(ids.flatMap((id) => (id && !listed.has(id) ? [id] : [])))].sort();
  const { data: named } = useQuery({ ...projectsByIdQuery(unnamed), enabled: !!first && unnamed.length > 0 });
  return useMemo(
    () => new Map([...(first?.items ?? []), ...(named ?? [])].map(({ id, project_name }) => [id, project_name ?? id])),
    [first, named],
  );
}
