/**
 * Columns of a statement that stand side by side, by their names: the same list writes them and says where each stands
 * in a row. Rows stay arrays and `at` holds plain numbers, because tens of thousands of rows are read at a time.
 */
export function namedColumns<const Name extends string>(names: readonly Name[]) {
  return {
    /** The place of each column behind the first of them. */
    // Safe: it has a member for each name.
    at: Object.fromEntries(names.map((name, place) => [name, place])) as Record<Name, number>,
    width: names.length,
    /** What is written for each column, in their order. */
    inOrder: <Written>(columns: Record<Name, Written>): Written[] => names.map((name) => columns[name]),
  };
}
