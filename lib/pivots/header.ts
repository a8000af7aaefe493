import type { HeadCell, Leaf } from "./prepare-pivot";
import { totalName } from "./total-name";

type Head = {
  /** Of the service's columns. */
  paths: readonly (readonly string[])[];
  /** How many labels name a column. */
  depth: number;
  /** Of all columns; null without a heading of their own. */
  title: string | null;
  values: readonly string[];
  /** Of the service's columns, where tests name them. */
  letters: readonly (string | null)[];
};

/**
 * The head's rows: the columns' title, a row of labels for each, and one of the values where there are several or
 * nothing else. A total's cell reaches down to them; a base's through all.
 */
export function headOf(leaves: readonly Leaf[], { paths, depth, title, values, letters }: Head): HeadCell[][] {
  const hasValues = depth === 0 || values.length > 1;
  const bases = leaves.findIndex(({ kind }) => kind === "base");
  const end = bases < 0 ? leaves.length : bases;
  const rows: HeadCell[][] = [];
  if (depth > 0 && title !== null) rows.push([{ label: title, from: 0, span: end, deep: 1, isTotal: false }]);
  for (let level = 0; level < depth; level++) rows.push(labelsAt(level, { leaves, paths, letters, depth, hasValues }));
  if (hasValues) {
    rows.push(
      leaves.slice(0, end).map((leaf, at) => ({
        label: leaf.label,
        from: at,
        span: 1,
        deep: 1,
        isTotal: leaf.isTotal,
        leaf: at,
      })),
    );
  }
  const deep = rows.length;
  for (const [at, leaf] of leaves.entries()) {
    if (leaf.kind === "base") rows[0]?.push({ label: leaf.label, from: at, span: 1, deep, isTotal: true });
  }
  return rows;
}

type Level = Pick<Head, "paths" | "letters"> & { leaves: readonly Leaf[]; depth: number; hasValues: boolean };

/** The labels of one dimension over the columns that they head, and the totals of the groups that end above it. */
function labelsAt(level: number, { leaves, paths, letters, depth, hasValues }: Level): HeadCell[] {
  const cells: HeadCell[] = [];
  const total = totalName(paths);
  let above = "";
  for (const [at, leaf] of leaves.entries()) {
    if (leaf.kind === "base") break;
    const path = paths[leaf.column] ?? [];
    if (path.length < level) continue;
    const isTotal = path.length === level;
    // A total is another cell than a member of its name.
    const name = JSON.stringify([isTotal, path.slice(0, level + 1)]);
    const last = cells.at(-1);
    if (last && name === above && last.from + last.span === at) {
      last.span += 1;
      continue;
    }
    above = name;
    const deep = isTotal ? depth - level : 1;
    const isLowest = !hasValues && level + deep === depth;
    const label = isTotal ? total : (path[level] ?? "");
    const letter = path.length === depth && level === depth - 1 ? letters[leaf.column] : null;
    cells.push({ label, from: at, span: 1, deep, isTotal, ...(isLowest && { leaf: at }), ...(letter && { letter }) });
  }
  return cells;
}
