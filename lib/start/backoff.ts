const FIRST_MS = 50;
const LONGEST_MS = 2000;
const HEALTHY_MS = 5000;

/** How long to wait before something that stopped is started again: longer each time it dies young, never long. */
export function backoff() {
  let delayMs = 0;
  return {
    after(livedMs: number): number {
      delayMs = livedMs >= HEALTHY_MS ? FIRST_MS : Math.min(LONGEST_MS, Math.max(FIRST_MS, delayMs * 2));
      return delayMs;
    },
  };
}
