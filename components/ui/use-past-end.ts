"use client";

import { useEffect } from "react";
import { pastEnd } from "@/lib/views/past-end";

type Change = (patch: { page: number }, options: { history: "replace" }) => void;

/**
 * Goes to the last page of a list that has become shorter than its address says; true while no rows can be shown.
 * Going back does not lead to the page that is no more.
 */
export function usePastEnd(shown: Parameters<typeof pastEnd>[0], change: Change): boolean {
  const { goTo, isWaiting } = pastEnd(shown);
  useEffect(() => {
    if (goTo !== null) change({ page: goTo }, { history: "replace" });
  }, [goTo, change]);
  return isWaiting;
}
