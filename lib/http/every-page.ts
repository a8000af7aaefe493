import type { Page } from "@/lib/contracts/lenient";
import { AppError } from "./problem";

const LARGEST_PAGE = 500;

/** Pages in a row without anything new after which a list is over, whatever total it claims. */
const MOST_BARREN = 3;

/** No list is so long: a service that always has more would be read for ever, and held in memory. */
const MOST_ITEMS = 2_000_000;

/** Ids of questions may be numbers. */
type Identified = { id: string | number };

export type PageRead<T> = { items: T[]; read: number; total: number | null };

/**
 * Reads a list to its end, page by page, and gives what each page added. The end follows from the total and our own
 * request: services differ in what they write as `page_size`, and in how many they give at most. A bare array is
 * the whole; a service that ignores `page`, or claims a total that it never shows, is read no further than it has
 * anything new. One that always has more ends as an error: a part must not pass for the whole.
 */
export async function* everyPage<T extends Identified>(
  readPage: (paging: { page: number; page_size: number }) => Promise<Page<T>>,
  most = MOST_ITEMS,
): AsyncGenerator<PageRead<T>> {
  const seen = new Set<string | number>();
  let firstLength = 0;
  let barren = 0;
  for (let page = 1; ; page += 1) {
    const { items, unreadable, total } = await readPage({ page, page_size: LARGEST_PAGE });
    const length = items.length + unreadable;
    if (page === 1) firstLength = length;
    const added = items.filter(({ id }) => !seen.has(id));
    for (const { id } of added) seen.add(id);
    barren = added.length > 0 ? 0 : barren + 1;
    if (seen.size > most) throw endless(most);
    yield { items: added, read: seen.size, total };
    const isLast = total === null ? length < firstLength : page * firstLength >= total;
    if (length === 0 || isLast || barren === MOST_BARREN) return;
  }
}

const endless = (most: number) =>
  new AppError(
    "unavailable",
    `This service's list has no end after ${most.toLocaleString("en")} entries. Whoever runs the service has to see to it.`,
  );

/** Everything a list holds. */
export async function readEverything<T extends Identified>(
  readPage: (paging: { page: number; page_size: number }) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = [];
  for await (const { items } of everyPage(readPage)) all.push(...items);
  return all;
}
