import { useQuery } from "@tanstack/react-query";
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
