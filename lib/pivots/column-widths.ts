import type { GridRow, HeadCell, PivotGrid } from "./prepare-pivot";

/** Pixels of a column of figures: the usual width, and the most that a long word in its heading takes. */
const LEAST = 116;
const MOST = 320;
/** What stands left and right of a heading's words, and an arrow of the order. */
const AROUND = 18;
const ARROW = 15;
/** How wide regular letters are, of bold ones. */
const REGULAR = 0.92;

/** Wide enough for a figure, and for every word of the headings over it: a heading wraps between words only. */
export function columnWidths({ leaves, head }: Pick<PivotGrid, "leaves" | "head">): number[] {
  const widths = leaves.map(() => LEAST);
  for (const cell of head.flat()) {
    const each = neededBy(cell) / cell.span;
    for (let at = cell.from; at < cell.from + cell.span; at++) widths[at] = Math.max(widths[at] ?? LEAST, each);
  }
  return widths.map((width) => Math.min(MOST, Math.ceil(width)));
}

const neededBy = ({ label, leaf }: HeadCell) => longestWord(label) + AROUND + (leaf === undefined ? 0 : ARROW);

/** Pixels of the longest part of a text that no line may break, in the headings' bold letters. */
export function longestWord(text: string): number {
  return Math.max(0, ...text.split(BREAKS).map(widthOf));
}

/** Pixels that the rows' labels need, in the column next to the figures, to stand on one line each. */
export function longestLabel(rows: readonly Pick<GridRow, "labels">[]): number {
  const widest = rows.reduce((most, { labels }) => Math.max(most, widthOf(labels.at(-1) ?? "")), 0);
  return Math.ceil(widest * REGULAR) + AROUND;
}

/** Blanks, after a hyphen or dash, and between characters of scripts that are written without blanks. */
const BREAKS = /\s+|(?<=[-–—])|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/u;

const widthOf = (word: string): number => Array.from(word).reduce((sum, letter) => sum + letterWidth(letter), 0);

/** Rounded up: a column that is a little wider hides nothing. */
function letterWidth(letter: string): number {
  if (/[iljtfrI.,;:'|!()[\]]/.test(letter)) return 5.5;
  if (/[mwMW@%]/.test(letter) || letter > "\u2E80") return 14;
  return /\p{Lu}/u.test(letter) || letter > "\u024F" ? 10.5 : 8.6;
}
