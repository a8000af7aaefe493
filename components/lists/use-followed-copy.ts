"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Page } from "@/lib/contracts/lenient";
import { refreshCopy, surveyCopyQuery } from "@/lib/settings/queries";
import { followCopy, isNewerCopy, isOnItsWay, type ListedRow } from "@/lib/surveys/follow-copy";

/** How often an open list looks for a newer copy: while one is on its way, and otherwise. */
const [SOON_MS, LATER_MS] = [2000, 15_000];

type Read<T> = {
  /** Names the list and its page: the same while only its contents differ. */
  list: string;
  fresh: Page<T> | undefined;
  /** `fresh` is that of another list, until this one is read. */
  isPlaceholder: boolean;
  readAgain: () => unknown;
  /** Somebody holds on to the rows that are shown. */
  isHeld: boolean;
};

export type FollowedCopy<T> = {
  /** What the list shows. */
  page: Page<T> | undefined;
  /** How many of its rows a newer copy changes that waits to be taken in. */
  waiting: number;
  takeIn: () => void;
  /** Null where the list is not read from a copy. */
  copy: { as_of: string; is_being_read: boolean; problem: string | null; refresh: () => void } | null;
};

/** Lets an open list follow its copy: it is read again when there is a newer one, and taken in by `followCopy`. */
export function useFollowedCopy<T extends ListedRow>({
  list,
  fresh,
  isPlaceholder,
  readAgain,
  isHeld,
}: Read<T>): FollowedCopy<T> {
  const [shown, setShown] = useState<{ list: string; page: Page<T> } | null>(null);
  const before = shown?.list === list ? shown.page : undefined;
  const { page, waiting } = followCopy(isPlaceholder ? undefined : before, fresh, isHeld);
  if (page && !isPlaceholder && page !== before) setShown({ list, page });
  const readAsOf = fresh?.as_of ?? null;
  const state = useCopyState(readAsOf);
  const copyAsOf = state?.as_of ?? null;
  useEffect(() => {
    if (isNewerCopy(copyAsOf, readAsOf)) void readAgain();
  }, [copyAsOf, readAsOf, readAgain]);
  const refresh = useRefreshCopy();
  return {
    page,
    waiting,
    takeIn: () => fresh && setShown({ list, page: fresh }),
    copy: page?.as_of
      ? {
          as_of: page.as_of,
          is_being_read: refresh.isPending || (state?.is_being_read ?? false),
          problem: state?.problem ?? null,
          refresh: () => refresh.mutate(),
        }
      : null,
  };
}

function useCopyState(readAsOf: string | null) {
  const { data } = useQuery({
    ...surveyCopyQuery(),
    enabled: readAsOf !== null,
    refetchInterval: ({ state }) =>
      readAsOf !== null && isOnItsWay(state.data ?? null, readAsOf) ? SOON_MS : LATER_MS,
  });
  return readAsOf === null ? null : (data ?? null);
}

function useRefreshCopy() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: refreshCopy,
    onSuccess: (copy) => queries.setQueryData(surveyCopyQuery().queryKey, copy),
  });
}
