import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Job } from "@/lib/contracts/ours/jobs";
import { endedStates } from "@/lib/contracts/terms/jobs";

/** How many steps of each job are over, by its id. */
const overOf = (jobs: readonly Job[]) =>
  new Map(jobs.map(({ id, counts }) => [id, endedStates.reduce((over, state) => over + (counts[state] ?? 0), 0)]));

/** Reads what these jobs change anew whenever more of their steps are over. `keys` are the same from call to call. */
export function useRefreshWhenOver(jobs: readonly Job[] | undefined, keys: readonly QueryKey[]): void {
  const queries = useQueryClient();
  const seen = useRef<ReadonlyMap<string, number> | null>(null);
  useEffect(() => {
    if (!jobs) return;
    const [before, now] = [seen.current, overOf(jobs)];
    seen.current = now;
    // One that was not listed before has begun since; one that is listed no more tells nothing.
    const isMore = before !== null && [...now].some(([id, over]) => over > (before.get(id) ?? 0));
    if (isMore) for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  }, [jobs, keys, queries]);
}
