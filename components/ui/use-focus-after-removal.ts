import { type RefObject, useEffect, useRef } from "react";

/** Marks the buttons that take something away, and what the focus falls back to when nothing is left of it. */
export const REMOVES = { "data-removes": true };
export const REMAINS = { "data-remains": true };

const FALLBACK = "[data-remains]:not(:disabled)";

/**
 * A button that takes a thing of a list away goes with it: the focus goes on to the button of the thing that is now in
 * its place, or without any to what remains. Returns what to call before; `count`: of the things.
 */
export function useFocusAfterRemoval(list: RefObject<HTMLElement | null>, count: number): () => void {
  const place = useRef(-1);
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-removes]") ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when a thing more or less is there.
  useEffect(() => {
    const [at, left] = [place.current, buttons()];
    place.current = -1;
    if (at < 0 || document.activeElement !== document.body) return;
    (left[Math.min(at, left.length - 1)] ?? list.current?.querySelector<HTMLElement>(FALLBACK))?.focus();
  }, [count]);
  return () => {
    const { activeElement } = document;
    place.current = activeElement instanceof HTMLElement ? buttons().indexOf(activeElement) : -1;
  };
}
