import "server-only";
import type * as z from "zod";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/last-reads";
import { connectionOf, type SignedIn, type SignedInContext } from "./call";

/**
 * What a page shows of a remote service before the service has answered: what the same credential last read. The
 * built-in service answers at once, and nothing is kept of it.
 */
export type Held<T> = { value: T; readAt: Date };

/** How a page's read is kept and found again. */
export type Keeping<T> = { find(): Promise<Held<T> | null>; keep(value: T, readAt: Date): Promise<void> };

const readerOf = ({ connection, email }: SignedIn): store.Reader => ({ connection, credential: email });

const isBuiltIn = (viewer: SignedIn) => connectionOf(viewer).demand.url === null;

/** A whole value under one key. One that does not fit `schema`, as another release kept it, counts as never read. */
export function keptWhole<T>(
  { viewer }: SignedInContext,
  key: readonly unknown[],
  schema: z.ZodType<T>,
): Keeping<T> | null {
  if (isBuiltIn(viewer)) return null;
  const name = JSON.stringify([VERSION, ...key]);
  return {
    find: async () => {
      const found = (await store.findLastReads(db(), readerOf(viewer), [name])).get(name);
      const read = found && schema.safeParse(found.value);
      return found && read?.success ? { value: read.data, readAt: found.readAt } : null;
    },
    keep: async (value, readAt) => {
      if (value === undefined || JSON.stringify(value).length > MOST_CHARACTERS) return;
      await store.keepLastReads(db(), readerOf(viewer), new Map([[name, value]]), readAt);
    },
  };
}

const VERSION = 1;
const MOST_CHARACTERS = 1_000_000;

/** Names by id, each kept by itself: found as far as they are known, however they were read together before. */
export function keptNames(
  { viewer }: SignedInContext,
  of: string,
  ids: readonly string[],
): Keeping<Record<string, string>> | null {
  if (isBuiltIn(viewer)) return null;
  const nameOf = (id: string) => JSON.stringify([VERSION, "name", of, id]);
  return {
    find: async () => {
      const found = await store.findLastReads(db(), readerOf(viewer), ids.map(nameOf));
      if (found.size === 0) return null;
      const names = ids.flatMap((id) => {
        const name = found.get(nameOf(id))?.value;
        return typeof name === "string" ? [[id, name] as const] : [];
      });
      const oldest = Math.min(...[...found.values()].map(({ readAt }) => readAt.getTime()));
      return { value: Object.fromEntries(names), readAt: new Date(oldest) };
    },
    keep: (names, readAt) => {
      const values = new Map(Object.entries(names).map(([id, name]) => [nameOf(id), name]));
      return store.keepLastReads(db(), readerOf(viewer), values, readAt);
    },
  };
}
