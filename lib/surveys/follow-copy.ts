import type { Page } from "@/lib/contracts/lenient";
import { COPY_REFRESHED_AFTER_MS } from "@/lib/contracts/terms/demand";

/** How an open list follows a copy of the service's surveys that is read anew while somebody works with the list. */
type CopiedPage = Pick<Page<ListedRow>, "items" | "total" | "as_of">;
/** A survey, or a project with the sums of its surveys. */
export type ListedRow = { id: string };

/** How many rows differ between two readings of one page: changed, come or gone. */
export function changedRows(before: readonly ListedRow[], after: readonly ListedRow[]): number {
  const rows = new Map(before.map((row) => [row.id, JSON.stringify(row)]));
  let changed = 0;
  for (const row of after) {
    if (rows.get(row.id) !== JSON.stringify(row)) changed += 1;
    rows.delete(row.id);
  }
  return changed + rows.size;
}

/**
 * Which reading of a page is shown. A newer copy is taken in at once, unless somebody holds on to the rows that are
 * there: then it waits, and `waiting` says how many rows it changes. What was read otherwise, after a write of one's
 * own or from the service itself, is never kept waiting.
 */
export function followCopy<P extends CopiedPage>(
  shown: P | undefined,
  fresh: P | undefined,
  isHeld: boolean,
): { page: P | undefined; waiting: number } {
  const isNewerCopy = shown?.as_of != null && fresh?.as_of != null && shown.as_of !== fresh.as_of;
  if (!isNewerCopy || !isHeld) return { page: fresh, waiting: 0 };
  const waiting = changedRows(shown.items, fresh.items);
  return waiting === 0 ? { page: fresh, waiting } : { page: shown, waiting };
}

type Copy = { is_being_read: boolean; problem: string | null };

/**
 * Whether a newer copy than the one that a list was read from is on its way: it is being read, or is about to be,
 * because whoever reads a copy that is old asks for a newer one.
 */
export function isOnItsWay(copy: Copy | null, listAsOf: string, now = Date.now()): boolean {
  if (!copy) return false;
  const isOld = now - Date.parse(listAsOf) > COPY_REFRESHED_AFTER_MS;
  return copy.is_being_read || (isOld && copy.problem === null);
}

/** Whether a copy is newer than the one that a list was read from; both as instants. */
export const isNewerCopy = (copyAsOf: string | null, listAsOf: string | null): boolean =>
  copyAsOf !== null && listAsOf !== null && Date.parse(copyAsOf) > Date.parse(listAsOf);

/** What is said where a copy finds nothing; `time`: of the copy, as it is shown. */
export function nothingInCopy(time: string, copy: Copy | null): string {
  const found = `Searching a copy from ${time}: no survey matches these filters.`;
  if (copy?.is_being_read) return `${found} A newer copy is being read.`;
  return copy?.problem ? `${found} It could not be refreshed: ${copy.problem}` : found;
}
