/** What stands in the base note of figures that leave responses out for quality; nothing where there are none. */
export function exclusionWords(excluded: number, count: (n: number) => string): string[] {
  if (excluded === 0) return [];
  return [`${count(excluded)} ${excluded === 1 ? "response" : "responses"} excluded for quality.`];
}
