import type * as z from "zod";

/** JSON Schema of what is sent, for schemas that read text into something else: descriptions say this instead. */
type WireShape = Readonly<Record<string, unknown>>;

const shapes = new WeakMap<z.core.$ZodType, WireShape>();

/** Returns the schema itself; copies of it (`refine`, `min`) are sent as it is. */
export function sentAs<T extends z.ZodType>(shape: WireShape, schema: T): T {
  shapes.set(schema, shape);
  return schema;
}

export function wireShapeOf(schema: z.core.$ZodType): WireShape | undefined {
  const { parent } = schema._zod;
  return shapes.get(schema) ?? (parent && wireShapeOf(parent));
}
