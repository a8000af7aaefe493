import { loadPart } from "./load-part";

/** Code that a page needs only after its first paint: it is loaded when needed, or before that once the page is in use. */
type Load<T> = () => Promise<T>;

const notYetLoaded = new Set<Load<unknown>>();
let isInUse = false;

/** Runs one load after another, each when the page has nothing else to do. What fails is loaded again when needed. */
function loadWhenIdle(load: Load<unknown>): void {
  const run = () => void load().catch(() => {});
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200); // Safari has no idle callbacks
}

/**
 * Loads a module at the first call and shares it with later ones; a load that failed is tried again by the next call.
 * Once somebody uses the page (`loadAheadOnUse`), it is loaded ahead.
 */
export function whenNeeded<T>(load: Load<T>): Load<T> {
  let loading: Promise<T> | undefined;
  const once = () => {
    loading ??= loadPart(load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  if (isInUse) loadWhenIdle(once);
  else if (typeof window !== "undefined") notYetLoaded.add(once);
  return once;
}

const SIGNS_OF_USE = ["pointermove", "pointerdown", "touchstart", "keydown"] as const;

/**
 * From the first sign that a person uses the page, loads ahead what it may need next: the first paint waits for none of
 * it, and neither does the person. Returns how to stop listening.
 */
export function loadAheadOnUse(): () => void {
  const controller = new AbortController();
  const start = () => {
    controller.abort();
    isInUse = true;
    for (const load of notYetLoaded) loadWhenIdle(load);
    notYetLoaded.clear();
  };
  for (const sign of SIGNS_OF_USE) {
    window.addEventListener(sign, start, { capture: true, passive: true, signal: controller.signal });
  }
  return () => controller.abort();
}
