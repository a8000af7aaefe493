/** So many rows down, or so many views of them. */
export type Move = { rows: number } | { pages: number };

/** Where a row is and what is seen: indices are those of the table, lengths in pixels from its top. */
export type RowPlace = {
  index: number;
  first: number;
  last: number;
  rowTop: number;
  rowHeight: number;
  headHeight: number;
  scrollTop: number;
  viewHeight: number;
};

/** How many rows a move goes down within the table, and where the table is then scrolled to. */
export function moveTop(move: Move, place: RowPlace): { by: number; top: number } {
  const { index, first, last, rowTop, rowHeight, headHeight, scrollTop, viewHeight } = place;
  const seen = viewHeight - headHeight;
  // One row of a page is seen on the next, to read on from.
  const page = Math.max(1, Math.floor(seen / rowHeight) - 1);
  const wanted = "rows" in move ? move.rows : move.pages * page;
  const by = Math.min(last, Math.max(first, index + wanted)) - index;
  const goal = rowTop + by * rowHeight;
  const moved = "rows" in move ? scrollTop : scrollTop + by * rowHeight;
  const top = Math.min(goal - headHeight, Math.max(goal + rowHeight - viewHeight, moved));
  return { by, top: Math.max(0, top) };
}
