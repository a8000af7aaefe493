type Column = {
  id: string;
  /** Shown whatever a person chooses: what a row is, what can be done with it. */
  fixed?: "first" | "last";
};

/** A list's columns as chosen, the fixed ones in their place; `unknown`: chosen, but not there any more. */
export function chosenColumns<C extends Column>(
  columns: readonly C[],
  chosen: readonly string[] | null,
): { columns: C[]; unknown: string[] } {
  if (chosen === null) return { columns: [...columns], unknown: [] };
  const byId = new Map(columns.map((column) => [column.id, column]));
  const ids = [...new Set(chosen)].filter(Boolean);
  const free = ids.map((id) => byId.get(id)).filter((column) => column !== undefined && !column.fixed) as C[];
  return {
    columns: [
      ...columns.filter(({ fixed }) => fixed === "first"),
      ...free,
      ...columns.filter(({ fixed }) => fixed === "last"),
    ],
    unknown: ids.filter((id) => !byId.has(id)),
  };
}

/** What an address says for these columns; null when they are all of them in their own order. */
export function columnsParam(columns: readonly Column[], shown: readonly string[]): string[] | null {
  const usual = columns.filter(({ fixed }) => !fixed).map(({ id }) => id);
  if (usual.join() === shown.join()) return null;
  // An empty value means "as usual", so that the fixed columns stand for "no other".
  const first = columns.filter(({ fixed }) => fixed === "first").map(({ id }) => id);
  return [...first, ...shown];
}

/** The order after one column moved by a place. */
export function moved(shown: readonly string[], id: string, by: -1 | 1): string[] {
  const from = shown.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= shown.length) return [...shown];
  return shown.toSpliced(from, 1).toSpliced(to, 0, id);
}

export const columnNotices = (unknown: readonly string[]): string[] =>
  unknown.map((id) => `There is no column “${id.slice(0, 60)}” any more: it was left out.`);
