/** Below this two texts have too little in common to be taken for a slip of each other. */
const ALIKE = 0.45;

/** The name that a mistyped text most likely meant, by the pairs of letters they share (Dice); null: none is near. */
export function closest(text: string, names: readonly string[]): string | null {
  const wanted = pairsOf(text);
  let best: { name: string; score: number } | null = null;
  for (const name of names) {
    const score = likeness(wanted, pairsOf(name));
    if (score >= ALIKE && (!best || score > best.score)) best = { name, score };
  }
  return best?.name ?? null;
}

/** The most similar text first; those with nothing in common keep their order. */
export function byLikeness<T>(text: string, all: readonly T[], textOf: (one: T) => string): T[] {
  const wanted = pairsOf(text);
  const scored = all.map((one) => ({ one, score: likeness(wanted, pairsOf(textOf(one))) }));
  return scored.toSorted((a, b) => b.score - a.score).map(({ one }) => one);
}

function pairsOf(text: string): Map<string, number> {
  const plain = ` ${text.trim().toLowerCase()} `;
  const pairs = new Map<string, number>();
  for (let at = 0; at < plain.length - 1; at += 1) {
    const pair = plain.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [pair, count] of a) shared += Math.min(count, b.get(pair) ?? 0);
  return (2 * shared) / (sizeOf(a) + sizeOf(b));
}

const sizeOf = (pairs: ReadonlyMap<string, number>) => [...pairs.values()].reduce((all, count) => all + count, 0);
