import { encodeQuery } from "@/lib/contracts/addresses";
import type { Page } from "@/lib/contracts/lenient";
import { everyPage } from "./every-page";

/** How many ids a call asks for, and how many characters of an address they may take. */
export type Room = { ids: number; chars: number };

/** Longer lists of ids make addresses that servers refuse. */
export const IN_ADDRESS: Room = { ids: 100, chars: 6000 };

const AT_ONCE = 4;

/** Whether a text asks for one thing: a comma would ask for two, and blanks for all. */
export const isOneId = (text: string) => text !== "" && text.trim() === text && !text.includes(",");

/**
 * Everything of these ids that a list has, in their order, each id once; what is none, or not there, is left out.
 * Each call's reply is read to its end: services differ in how much they give at once, and one that takes no notice of
 * the ids is gone through until they are found.
 */
export async function readByIds<T extends { id: string }>(
  ids: readonly string[],
  room: Room,
  readPage: (asked: { ids: string[]; page: number; page_size: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const chunks = idChunks(ids, room);
  const found = new Map<string, T>();
  const readNext = async () => {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
      const asked = chunk;
      const open = new Set(asked);
      for await (const { items } of everyPage((paging) => readPage({ ids: asked, ...paging }))) {
        for (const item of items) if (open.delete(item.id)) found.set(item.id, item);
        if (open.size === 0) break;
      }
    }
  };
  // One that fails ends the others too: nobody waits for what they would still read.
  await Promise.all(Array.from({ length: AT_ONCE }, readNext)).finally(() => chunks.splice(0));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}

/** An id that an address has as it is: most are so, and to encode it would take ten times as long. */
const PLAIN = /^[\w-]+$/;

/** The ids, each once, as calls ask for them. */
export function idChunks(ids: readonly string[], room: Room): string[][] {
  const chunks: string[][] = [];
  let charsLeft = 0;
  for (const id of new Set(ids.filter(isOneId))) {
    const chars = PLAIN.test(id) ? "?id=".length + id.length : encodeQuery({ id }).length;
    const last = chunks.at(-1);
    if (last && last.length < room.ids && charsLeft >= chars) last.push(id);
    else {
      chunks.push([id]);
      charsLeft = room.chars;
    }
    charsLeft -= chars;
  }
  return chunks;
}
