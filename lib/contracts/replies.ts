import * as z from "zod";
import { type JsonObject, readList } from "./lenient";

/** Reading replies. A reply that is not what the operation answers fails; odd members of a good one don't. */
const notReadable = (what: string) => ({ code: "custom", message: `The reply is not ${what}.` }) as const;

export const listReply = <T>(things: string, read: (item: unknown) => T | null) =>
  z.unknown().transform((json, context) => {
    const list = readList(json, things, read);
    if (list) return list;
    context.issues.push({ ...notReadable(`a list of ${things}`), input: json });
    return z.NEVER;
  });

export const thingReply = <T>(thing: string, read: (item: unknown) => T | null) =>
  z.unknown().transform((json, context) => {
    const value = read(json);
    if (value !== null) return value;
    context.issues.push({ ...notReadable(`a ${thing}`), input: json });
    return z.NEVER;
  });

/** A schema as one that takes anything: it judges every member itself, so the cast hides nothing. */
export const judging = <T extends z.ZodType>(schema: T) => schema as unknown as z.ZodType<z.output<T>, JsonObject>;
