import type { Project } from "@/lib/contracts/interfaces/demand-replies";

type User = { id: string; name: string; email: string | null };
type Choice = { value: string; label: string };

/** An id in use of which nothing is known stands as itself. */
function withStrangers(choices: Choice[], idsInUse: readonly (string | null)[]): Choice[] {
  const known = new Set(choices.map(({ value }) => value));
  const strangers = new Set(idsInUse.filter((id): id is string => id !== null && id !== "" && !known.has(id)));
  return [...choices, ...[...strangers].map((id) => ({ value: id, label: id }))];
}

/** Users as choices of a picker; two of one name are told apart by e-mail. */
export function userChoices(users: readonly User[], idsInUse: readonly (string | null)[] = []): Choice[] {
  const namesakes = new Map<string, number>();
  for (const { name } of users) namesakes.set(name, (namesakes.get(name) ?? 0) + 1);
  const choices = users.map(({ id, name, email }) => ({
    value: id,
    label: email && (namesakes.get(name) ?? 0) > 1 ? `${name} (${email})` : name,
  }));
  return withStrangers(choices, idsInUse);
}

/** Projects as choices of a picker by name alone, each once; two of one name are told apart by number. */
export function projectNameChoices(projects: readonly Project[], idsInUse: readonly string[]): Choice[] {
  const byId = new Map(projects.map((project) => [project.id, project]));
  const namesakes = new Map<string, number>();
  for (const { project_name } of byId.values()) {
    if (project_name) namesakes.set(project_name, (namesakes.get(project_name) ?? 0) + 1);
  }
  const numbered = new Map(projectChoices(projects, idsInUse).map(({ value, label }) => [value, label]));
  return [...numbered].map(([value, label]) => {
    const name = byId.get(value)?.project_name;
    return { value, label: name && namesakes.get(name) === 1 ? name : label };
  });
}

/** Projects as choices of a picker, each once, by name and number; `except` is left out. */
export function projectChoices(projects: readonly Project[], idsInUse: readonly string[], except?: string): Choice[] {
  const labels = new Map<string, string>();
  for (const { id, project_name, project_number } of projects) {
    if (id !== except) labels.set(id, [project_name, project_number].filter(Boolean).join(" · ") || id);
  }
  return withStrangers(
    [...labels].map(([value, label]) => ({ value, label })),
    idsInUse,
  );
}
