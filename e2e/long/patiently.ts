import { setTimeout as sleep } from "node:timers/promises";

const AGAIN_MS = 200;
const PATIENCE_MS = 120_000;

/** Again and again, as long as things may be down. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
