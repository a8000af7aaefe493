/** What stands in a list more than once, each once. */
export function repetitions<T>(values: readonly T[]): T[] {
  const [seen, twice] = [new Set<T>(), new Set<T>()];
  for (const value of values) (seen.has(value) ? twice : seen).add(value);
  return [...twice];
}
