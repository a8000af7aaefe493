import * as z from "zod";

/** A contract's reply schema whose objects, at every depth, refuse members that they do not name. */
export function strictly(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape as Record<string, z.ZodType>);
    return z.strictObject(Object.fromEntries(shape.map(([name, member]) => [name, strictly(member)])));
  }
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => strictly(option as z.ZodType)));
  if (schema instanceof z.ZodArray) return z.array(strictly(schema.element as z.ZodType));
  if (schema instanceof z.ZodOptional) return strictly(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return strictly(schema.unwrap() as z.ZodType).nullable();
  return schema;
}
