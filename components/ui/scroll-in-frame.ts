import type { RefCallback } from "react";

/**
 * The frame of a table: one wider than its frame scrolls there, and one that is taller where the frame is of a limited
 * height (`data-tall`). Only then is the frame a stop of the keyboard, named as the table is. It is marked where the
 * table fits: in a frame that scrolls, a header cannot stick to the page.
 */
export const scrollInFrame: RefCallback<HTMLElement> = (frame) => {
  const table = frame?.querySelector("table");
  if (!frame || !table) return;
  const fits = () =>
    table.clientWidth <= frame.clientWidth &&
    (!frame.hasAttribute("data-tall") || table.clientHeight <= frame.clientHeight);
  const observer = new ResizeObserver(() => markFrame(frame, table, fits()));
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
