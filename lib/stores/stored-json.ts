import * as z from "zod";

/** Stored JSON is not what is read there: another release or a person wrote it. */
export class UnreadableJson extends Error {}

/** Parses JSON that was stored; `what` says what it is, and of which thing. Throws UnreadableJson. */
export function readStored<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UnreadableJson(`${what} cannot be read: ${z.prettifyError(result.error)}`);
}
