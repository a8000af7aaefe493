import type { Field } from "./fields";

/** A field by itself, or the parts of a grid under its text. */
export type FieldNode = { field: Field } | { grid: { id: string; text: string }; fields: Field[] };

/** Fields in their order; those of a grid stand together where its first one stands. */
export function fieldTree(fields: readonly Field[]): FieldNode[] {
  const byGrid = new Map<string, Field[]>();
  for (const field of fields) {
    if (field.grid) byGrid.set(field.grid.id, [...(byGrid.get(field.grid.id) ?? []), field]);
  }
  return fields.flatMap((field): FieldNode[] => {
    const parts = field.grid ? (byGrid.get(field.grid.id) ?? []) : [];
    if (!field.grid || parts.length < 2) return [{ field }];
    return parts[0] === field ? [{ grid: field.grid, fields: parts }] : [];
  });
}
