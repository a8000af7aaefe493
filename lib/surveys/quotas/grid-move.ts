import { type Range, rangeOf } from "./grid-edit";

export type Place = { row: number; column: number };

/** What is chosen: from where it was begun to where the cursor stands. */
export type Selection = { anchor: Place; cursor: Place };

/** Rows and columns that there are, and how many rows a page has. */
export type Size = { rows: number; columns: number; page: number };

export const at = (row: number, column: number): Selection => ({ anchor: { row, column }, cursor: { row, column } });

export const rangeOfSelection = ({ anchor, cursor }: Selection): Range => rangeOf(anchor, cursor);

/** Whole rows, for any of their cells. */
export const wholeRows = (top: number, bottom: number, { columns }: Size): Selection => ({
  anchor: { row: top, column: 0 },
  cursor: { row: bottom, column: columns - 1 },
});

const step = (row: number, column: number) => (from: Place) => ({ row: from.row + row, column: from.column + column });
const END = Number.MAX_SAFE_INTEGER;

/** Where a key leads to from a place; with Ctrl to the end of its direction. */
const steps: Record<string, (size: Size) => { plain: (from: Place) => Place; toEnd: (from: Place) => Place }> = {
  ArrowUp: () => ({ plain: step(-1, 0), toEnd: step(-END, 0) }),
  ArrowDown: () => ({ plain: step(1, 0), toEnd: step(END, 0) }),
  ArrowLeft: () => ({ plain: step(0, -1), toEnd: step(0, -END) }),
  ArrowRight: () => ({ plain: step(0, 1), toEnd: step(0, END) }),
  Home: () => ({ plain: step(0, -END), toEnd: step(-END, -END) }),
  End: () => ({ plain: step(0, END), toEnd: step(END, END) }),
  PageUp: ({ page }) => ({ plain: step(-page, 0), toEnd: step(-END, 0) }),
  PageDown: ({ page }) => ({ plain: step(page, 0), toEnd: step(END, 0) }),
};

/** The selection after a key; with `extend` what is chosen grows or shrinks with it. Null: the key moves nothing. */
export function moved(
  selection: Selection,
  key: string,
  { toEnd, extend }: { toEnd: boolean; extend: boolean },
  size: Size,
): Selection | null {
  const ways = steps[key]?.(size);
  if (!ways) return null;
  const cursor = within((toEnd ? ways.toEnd : ways.plain)(selection.cursor), size);
  return { anchor: extend ? selection.anchor : cursor, cursor };
}

/** The next cell in reading order, or the one before; at the end of everything the same. */
export function tabbed({ cursor }: Selection, back: boolean, size: Size): Selection {
  const place = cursor.row * size.columns + cursor.column + (back ? -1 : 1);
  if (place < 0 || place >= size.rows * size.columns) return at(cursor.row, cursor.column);
  return at(Math.floor(place / size.columns), place % size.columns);
}

/** A selection that lies in what there is, however the list has changed. */
export function kept(selection: Selection, size: Size): Selection {
  const [anchor, cursor] = [within(selection.anchor, size), within(selection.cursor, size)];
  const isSame = samePlace(anchor, selection.anchor) && samePlace(cursor, selection.cursor);
  return isSame ? selection : { anchor, cursor };
}

const samePlace = (a: Place, b: Place) => a.row === b.row && a.column === b.column;

const within = ({ row, column }: Place, { rows, columns }: Size): Place => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
});
