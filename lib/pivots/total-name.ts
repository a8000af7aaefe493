const TOTAL = "Total";

/** What totals of one side of a table are called: where a member of it has that name itself, what it is the total of. */
export const totalName = (paths: readonly (readonly string[])[]): string =>
  paths.some((path) => path.includes(TOTAL)) ? `${TOTAL} (all)` : TOTAL;
