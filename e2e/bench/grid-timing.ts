import type { Page } from "@playwright/test";

/** How the same things are found in either grid. */
export type GridUnderTest = {
  page: Page;
  /** Selector of the target of a row, counted from 0. */
  cell: (row: number) => string;
  scroller: string;
};

/** Time from keys to what they paint, and of frames while scrolling, in ms. */
export type Timing = { typed: number[]; saved: number[]; frames: number[]; work: number[] };

const SCROLLED_FRAMES = 240;
const PIXELS_A_FRAME = 170;

/** Types a new target into each of the first rows, a key and Enter, and measures both until they are painted. */
export async function timeEdits(
  { page, cell }: GridUnderTest,
  edits: number,
  seed: number,
): Promise<Pick<Timing, "typed" | "saved">> {
  const typed: number[] = [];
  const saved: number[] = [];
  await page.locator(cell(0)).click();
  for (let row = 0; row < edits; row += 1) {
    const text = String(1 + ((row + seed) % 9));
    typed.push(await timeKey(page, text, cell(row), text));
    saved.push(await timeKey(page, "Enter", cell(row), text));
  }
  return { typed, saved };
}

/**
 * From the key's own time until the frame that shows the text has been painted: in the cell, or in the input that has
 * taken its place. Measured inside the page, so that the way from here to there counts for nothing.
 */
async function timeKey(page: Page, key: string, selector: string, text: string): Promise<number> {
  const isSaved = key === "Enter";
  const armed = page.evaluateHandle(
    ({ selector, text, isSaved }) => {
      const isShown = () => {
        const cell = document.querySelector(selector);
        const input = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
        if (!isSaved) return input?.value === text;
        return input === null && cell?.textContent?.replace(", changed", "").trim() === text;
      };
      const latency = new Promise<number>((resolve) => {
        const begin = (event: KeyboardEvent) => {
          const look = () => {
            if (!isShown()) return requestAnimationFrame(look);
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
            return channel.port2.postMessage(null);
          };
          requestAnimationFrame(look);
        };
        window.addEventListener("keydown", begin, { capture: true, once: true });
      });
      return { latency };
    },
    { selector, text, isSaved },
  );
  const handle = await armed;
  await page.keyboard.press(key);
  const ms = await handle.evaluate(({ latency }) => latency);
  await handle.dispose();
  return ms;
}

/** Scrolls some rows a frame, down and up again: how far apart frames come, and what each costs the page's thread. */
export async function timeScrolling({ page, scroller }: GridUnderTest): Promise<Pick<Timing, "frames" | "work">> {
  return page.evaluate(
    async ({ scroller, count, pixels }) => {
      const element = document.querySelector(scroller);
      if (!element) throw new Error(`There is nothing at ${scroller}.`);
      const frames: number[] = [];
      const work: number[] = [];
      let last: number | null = null;
      for (let frame = 0; frame < count; frame += 1) {
        const { began, ended } = await new Promise<{ began: number; ended: number }>((resolve) => {
          requestAnimationFrame(() => {
            const began = performance.now();
            element.scrollTop += frame < count / 2 ? pixels : -pixels;
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve({ began, ended: performance.now() });
            channel.port2.postMessage(null);
          });
        });
        if (last !== null) frames.push(began - last);
        work.push(ended - began);
        last = began;
      }
      return { frames, work };
    },
    { scroller, count: SCROLLED_FRAMES, pixels: PIXELS_A_FRAME },
  );
}
