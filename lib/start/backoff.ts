const FIRST_MS = 100;
const LONGEST_MS = 5000;
const HEALTHY_MS = 10_000;

/** How long to wait before something that stopped is started again: longer each time it dies young, never forever. */
export function backoff() {
  let delayMs = 0;
  return {
    after(livedMs: number): number {
      delayMs = livedMs >= HEALTHY_MS ? FIRST_MS : Math.min(LONGEST_MS, Math.max(FIRST_MS, delayMs * 2));
      return delayMs;
    },
  };
}
