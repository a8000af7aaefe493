/**
 * Columns of a statement that stand side by side, by their names: the same list writes them and says where each stands
 * in a row. Rows stay arrays and `at` holds plain numbers, because tens of thousands of rows are read at a time.
 * `widths`: of a name that stands for a block of columns; the last one needs none where it reaches to the row's end.
 */
export function namedColumns<const Name extends string>(
  names: readonly Name[],
  widths: { readonly [Block in Name]?: number } = {},
) {
  const firsts: [name: Name, place: number][] = [];
  let width = 0;
  for (const name of names) {
    firsts.push([name, width]);
    width += widths[name] ?? 1;
  }
  return {
    /** The place of each column, or of the first of a block, behind the first of them all. */
    // Safe: it has a member for each name.
    at: Object.fromEntries(firsts) as Record<Name, number>,
    width,
    /** What is written for each column, or for each block of them, in their order. */
    inOrder: <Written>(columns: Record<Name, Written>): Written[] => names.map((name) => columns[name]),
  };
}
