import type { RefCallback } from "react";

/**
 * The frame of a table: one wider than its frame scrolls there, and only then is the frame a stop of the keyboard, named
 * as the table is. It is marked where the table fits: in a frame that scrolls, a header cannot stick.
 */
export const scrollSideways: RefCallback<HTMLElement> = (frame) => {
  const table = frame?.querySelector("table");
  if (!frame || !table) return;
  const observer = new ResizeObserver(() => markFrame(frame, table, table.clientWidth <= frame.clientWidth));
  observer.observe(frame);
  observer.observe(table);
  return () => observer.disconnect();
};

function markFrame(frame: HTMLElement, table: HTMLTableElement, fits: boolean): void {
  frame.toggleAttribute("data-fits", fits);
  const stop = { tabindex: "0", role: "group", "aria-label": `${nameOf(table)}, scrolls` };
  for (const [name, value] of Object.entries(stop)) {
    if (fits) frame.removeAttribute(name);
    else frame.setAttribute(name, value);
  }
}

const nameOf = (table: HTMLTableElement): string =>
  table.getAttribute("aria-label") ?? table.caption?.textContent ?? "Table";
