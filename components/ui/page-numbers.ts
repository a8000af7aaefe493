/** The pages that a list offers: both ends and those around the present one; null: some are left out there. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const offered = [...new Set([1, page - 1, page, page + 1, pages])].filter((each) => each >= 1 && each <= pages);
  return offered
    .sort((a, b) => a - b)
    .flatMap((each, at, all) => {
      const left = each - (all[at - 1] ?? 0) - 1;
      // One that is left out takes as much room as the mark for it.
      if (left === 1) return [each - 1, each];
      return left > 1 ? [null, each] : [each];
    });
}
