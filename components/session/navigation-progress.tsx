"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { onGoing } from "@/components/ui/use-go";
import classes from "./navigation-progress.module.css";

/** A navigation that leads nowhere is not waited for without end. */
const LONGEST_MS = 30_000;

/** A progress line at the top, shown from the start of a navigation until the new page is there. */
export function NavigationProgress() {
  const here = `${usePathname()}?${useSearchParams()}`;
  /** Where the page stood when the link was followed; null: none is. */
  const [left, setLeft] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is there, whichever it is
  useEffect(() => setLeft(null), [here]);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (leadsElsewhere(event)) setLeft(here);
    };
    document.addEventListener("click", onClick);
    const endGoing = onGoing((href) => {
      if (isElsewhere(new URL(href, location.href))) setLeft(here);
    });
    return () => {
      document.removeEventListener("click", onClick);
      endGoing();
    };
  }, [here]);
  const isGoing = left === here;
  useEffect(() => {
    if (!isGoing) return;
    const timer = setTimeout(() => setLeft(null), LONGEST_MS);
    return () => clearTimeout(timer);
  }, [isGoing]);
  return isGoing && <div className={classes.bar} role="progressbar" aria-label="Opening the page" />;
}

/** Whether a click opens another of our pages in this window: the router has taken it, so that the browser does not. */
function leadsElsewhere({ target, defaultPrevented }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!defaultPrevented || !(link instanceof HTMLAnchorElement) || link.getAttribute("aria-disabled") === "true")
    return false;
  return isElsewhere(new URL(link.href, location.href));
}

const isElsewhere = ({ origin, pathname, search }: URL) =>
  origin === location.origin && `${pathname}${search}` !== `${location.pathname}${location.search}`;
