type Highlight = { from: number; to: number };
export type TextPart = { from: number; text: string; isMarked: boolean };

/** A text cut where marks begin and end. Marks may overlap, and reach beyond the text: then they end with it. */
export function textParts(text: string, highlights: readonly Highlight[]): TextPart[] {
  const marks = merged(highlights.map(({ from, to }) => ({ from, to: Math.min(to, text.length) })));
  const parts: TextPart[] = [];
  const put = (from: number, to: number, isMarked: boolean) => {
    if (to > from) parts.push({ from, text: text.slice(from, to), isMarked });
  };
  let done = 0;
  for (const { from, to } of marks) {
    put(done, from, false);
    put(from, to, true);
    done = to;
  }
  put(done, text.length, false);
  return parts;
}

/** In their order; those that touch are one. */
function merged(highlights: readonly Highlight[]): Highlight[] {
  const ordered = highlights.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
  const found: Highlight[] = [];
  for (const { from, to } of ordered) {
    const last = found.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}
