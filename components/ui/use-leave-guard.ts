"use client";

import { useEffect, useRef } from "react";
import { confirm } from "@/components/ui/confirm";
import { useGo } from "./use-go";

/**
 * Asks before unsaved edits are left: by a link, by going back, by closing the tab. Returns a function that lets
 * the next leaving pass, for after a save.
 */
export function useLeaveGuard(dirty: boolean): () => void {
  const go = useGo();
  const passing = useRef(false);

  useEffect(() => {
    if (!dirty) return;
    passing.current = false;

    const ask = (leave: () => void) =>
      confirm({
        title: "Leave without saving?",
        children: "Your changes on this page have not been saved.",
        labels: { confirm: "Leave", cancel: "Stay" },
        onConfirm: () => {
          passing.current = true;
          leave();
        },
      });

    const onUnload = (event: BeforeUnloadEvent) => {
      if (!passing.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const href = linkInside(event);
      if (!href || passing.current) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => go(href));
    };
    const onNavigate = (event: TraverseEvent) => {
      if (event.navigationType !== "traverse" || !event.cancelable || passing.current) return;
      event.preventDefault();
      const { key } = event.destination;
      ask(() => navigationOf(window)?.traverseTo(key));
    };

    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    const navigation = navigationOf(window);
    navigation?.addEventListener("navigate", onNavigate);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
      navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [dirty, go]);

  return () => {
    passing.current = true;
  };
}

/** The address of a link of ours that a plain click follows; undefined for anything else. */
function linkInside(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.origin !== location.origin) return undefined;
  const here = link.pathname === location.pathname && link.search === location.search;
  return here ? undefined : link.pathname + link.search + link.hash;
}

/** The Navigation API, where the browser has it; elsewhere going back within the page is not asked about. */
type TraverseEvent = Event & { navigationType: string; destination: { key: string } };
type Navigation = {
  addEventListener: (type: "navigate", listener: (event: TraverseEvent) => void) => void;
  removeEventListener: (type: "navigate", listener: (event: TraverseEvent) => void) => void;
  traverseTo: (key: string) => unknown;
};

const navigationOf = (holder: Window) => (holder as unknown as { navigation?: Navigation }).navigation;
