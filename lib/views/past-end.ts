type Shown = {
  /** The page that the address names. */
  page: number;
  pageSize: number;
  list: { total: number | null; items: readonly unknown[] } | undefined;
  /** The list is that of another page, or an earlier one of this page, shown until this one's is read. */
  isBeingRead: boolean;
};

/**
 * What to do about a page without any rows of a list that has some. `goTo`: its last page, where the one that was
 * asked for lies behind it. `isWaiting`: the emptiness says nothing about the page that will be shown.
 */
export function pastEnd({ page, pageSize, list, isBeingRead }: Shown): { goTo: number | null; isWaiting: boolean } {
  const last = Math.ceil((list?.total ?? 0) / pageSize);
  const isEmpty = list !== undefined && list.items.length === 0 && last > 0;
  const goTo = isEmpty && !isBeingRead && page > last ? last : null;
  return { goTo, isWaiting: goTo !== null || (isEmpty && isBeingRead) };
}
