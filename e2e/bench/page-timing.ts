import type { Page } from "@playwright/test";

/** What runs in a page is compiled here, and asks there for a helper that only Node's copy brings along. */
export const KEEP_NAMES = "globalThis.__name ??= (named) => named;";

/** Ms. `toPaint`: from a key or click to the next paint, as Event Timing has it; `drawn`: until the page rests again. */
export type Interaction = { toPaint: number; drawn: number };

/** The page rests when none of its tasks has been long for so many ms. */
const REST_MS = 500;

type Watched = { events: { start: number; ms: number }[]; lastLongEnd: number };
declare global {
  var watched: Watched;
}

/** From here on the page notes its long tasks, and how long it took to paint after what a person did. */
export const WATCH = `
  globalThis.watched = { events: [], lastLongEnd: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.lastLongEnd = Math.max(watched.lastLongEnd, startTime + duration);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.events.push({ start: startTime, ms: duration });
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
`;

/** Until the page has rested; says when its last long task ended, in ms from its opening. */
export async function restOf(page: Page): Promise<number> {
  return page.evaluate(
    (restMs) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        const look = () => {
          const since = performance.now() - Math.max(began, watched.lastLongEnd);
          if (since >= restMs) resolve(watched.lastLongEnd);
          else setTimeout(look, 50);
        };
        look();
      }),
    REST_MS,
  );
}

/** Does something on a page that rests, and waits until it rests again with what `shows` says. */
export async function timeInteraction(
  page: Page,
  act: () => Promise<void>,
  shows: () => Promise<unknown>,
): Promise<Interaction> {
  await page.evaluate(() => {
    globalThis.watched.events.length = 0;
  });
  await act();
  await shows();
  const lastLongEnd = await restOf(page);
  const events = await page.evaluate(() => globalThis.watched.events);
  if (events.length === 0) return { toPaint: 16, drawn: 16 }; // less is not told
  const toPaint = Math.max(...events.map(({ ms }) => ms));
  const begun = Math.min(...events.map(({ start }) => start));
  return { toPaint, drawn: Math.max(toPaint, lastLongEnd - begun) };
}
