import { repetitions } from "./repetitions";

/** Why questions cannot be joined to lines of these names, a sentence each: a question is in one line at most. */
export function groupProblems(groups: Readonly<Record<string, readonly string[]>>): string[] {
  const problems: string[] = [];
  const groupOf = new Map<string, string>();
  for (const [key, members] of Object.entries(groups)) {
    const [twice] = repetitions(members);
    if (twice !== undefined) problems.push(`Question “${twice}” stands twice in group “${key}”. Name it once.`);
    const ids = [key, ...members];
    const shared = ids.find((id) => groupOf.has(id));
    if (shared !== undefined) {
      problems.push(`Question “${shared}” is in two groups, “${groupOf.get(shared)}” and “${key}”. It can be in one.`);
    }
    for (const id of ids) groupOf.set(id, key);
  }
  return problems;
}
