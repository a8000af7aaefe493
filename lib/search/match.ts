/** How well a text fits; the lower the better, null: not at all. As the store ranks what it finds. */
export function matchRank(text: string, id: string, values: readonly (string | null)[]): number | null {
  const part = text.toLowerCase();
  if (id.toLowerCase() === part) return 0;
  const ranks = values.flatMap((value) => rankOfValue(part, value?.toLowerCase() ?? "") ?? []);
  return ranks.length > 0 ? Math.min(...ranks) : null;
}

function rankOfValue(part: string, value: string): number | null {
  const at = value.indexOf(part);
  if (at === -1) return null;
  if (at === 0) return value.length === part.length ? 1 : 2;
  return beginsWord(part, value) ? 3 : 4;
}

/** Whether a part stands anywhere at the beginning of a word. */
function beginsWord(part: string, value: string): boolean {
  for (let at = value.indexOf(part); at !== -1; at = value.indexOf(part, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}_]/u.test(value[at - 1] ?? "")) return true;
  }
  return false;
}

/** Those that fit, best first, each kind of fit in the order given. */
export function bestMatches<T>(
  text: string,
  items: readonly T[],
  limit: number,
  read: (item: T) => { id: string; values: readonly (string | null)[] },
): T[] {
  const ranked = items.flatMap((item) => {
    const { id, values } = read(item);
    const rank = matchRank(text, id, values);
    return rank === null ? [] : [{ item, rank }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ item }) => item);
}
