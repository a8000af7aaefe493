import type { Page } from "@/lib/contracts/lenient";

type Paging = { page: number; page_size: number };

/**
 * Where page `page` of the reversed list lies in a list of `total` that is served oldest first: the two pages at
 * most that hold it, and its place within them taken together.
 */
export function pagesFromTheEnd(total: number, { page, page_size: size }: Paging) {
  const end = Math.max(0, total - (page - 1) * size);
  const start = Math.max(0, end - size);
  if (end === 0) return { pages: [], from: 0, to: 0 };
  const first = Math.floor(start / size) + 1;
  const last = Math.ceil(end / size);
  const offset = (first - 1) * size;
  return { pages: first === last ? [first] : [first, last], from: start - offset, to: end - offset };
}

/**
 * A page of a list, newest first, from a service that lists oldest first and cannot sort: read from its end, in
 * three calls at most. Where the total is unknown or the service gives fewer than asked, its own order is kept.
 */
export async function newestFirst<T>(asked: Paging, readPage: (paging: Paging) => Promise<Page<T>>): Promise<Page<T>> {
  const { page, page_size } = asked;
  const first = await readPage({ page: 1, page_size });
  const places = placesOf(first);
  const { total } = first;
  if (total !== null && places.length >= total) {
    return cut(first, places.toReversed().slice((page - 1) * page_size, page * page_size), page);
  }
  if (total === null || places.length < page_size) return page === 1 ? first : readPage(asked);
  const { pages, from, to } = pagesFromTheEnd(total, asked);
  const read = await Promise.all(pages.map((number) => (number === 1 ? first : readPage({ page: number, page_size }))));
  return cut(first, read.flatMap(placesOf).slice(from, to).toReversed(), page);
}

/** An unreadable element keeps its place, so that none is shown twice or left out at a page's edge. */
const placesOf = <T>({ items, unreadable }: Page<T>): (T | null)[] => [...items, ...Array<null>(unreadable).fill(null)];

function cut<T>(whole: Page<T>, places: (T | null)[], page: number): Page<T> {
  const items = places.filter((item) => item !== null);
  return { ...whole, page, page_size: items.length, items, unreadable: places.length - items.length };
}
