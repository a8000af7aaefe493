import { useQuery } from "@tanstack/react-query";
import { projectsByIdQuery, projectsQuery } from "@/lib/projects/queries";

/** The name of the project that `ProjectSelect` shows, by the same two reads; null until it is known. */
export function useProjectName(id: string | null): string | null {
  const { data: first } = useQuery(projectsQuery());
  const unnamed = id !== null && first?.items.every((each) => each.id !== id) ? [id] : [];
  const { data: named } = useQuery({ ...projectsByIdQuery(unnamed), enabled: unnamed.length > 0 });
  const project = [first, named].flatMap((page) => page?.items ?? []).find((each) => each.id === id);
  return project?.project_name || project?.project_number || null;
}
