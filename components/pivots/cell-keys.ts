import type { KeyboardEvent } from "react";

const steps: Record<string, { down: number; across: number }> = {
  ArrowUp: { down: -1, across: 0 },
  ArrowDown: { down: 1, across: 0 },
  ArrowLeft: { down: 0, across: -1 },
  ArrowRight: { down: 0, across: 1 },
};

const figuresOf = (row: Element | null | undefined) => [...(row?.querySelectorAll<HTMLElement>("td button") ?? [])];

/**
 * Arrows go from figure to figure, so that a table is one stop of the Tab key; Home and End to the first and last of
 * the row, with Ctrl of the table.
 */
export function onCellKey(event: KeyboardEvent<HTMLElement>): void {
  const cell = event.target instanceof HTMLElement ? event.target.closest("td") : null;
  const row = cell?.closest("tr");
  if (!cell || !row || event.altKey) return;
  if (event.key === "Home" || event.key === "End") {
    event.preventDefault();
    goToEnd(row, { isLast: event.key === "End", ofTable: event.ctrlKey || event.metaKey });
    return;
  }
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.metaKey) return;
  const place = figuresOf(row).indexOf(cell.querySelector("button") as HTMLElement);
  const next = step.down < 0 ? row.previousElementSibling : step.down > 0 ? row.nextElementSibling : row;
  const target = figuresOf(next)[place + step.across];
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

type Goal = { isLast: boolean; ofTable: boolean };

/** A large table draws what is in view a moment after it is scrolled to. */
const MOST_FRAMES = 60;

/** Scrolls there first: what is far off is not in the page before. */
function goToEnd(from: HTMLTableRowElement, goal: Goal): void {
  const scroller = from.closest("section");
  const body = from.closest("tbody");
  const index = from.getAttribute("aria-rowindex");
  if (!scroller || !body) return;
  const { isLast, ofTable } = goal;
  scroller.scrollTo({
    left: isLast ? scroller.scrollWidth : 0,
    ...(ofTable && { top: isLast ? scroller.scrollHeight : 0 }),
  });
  const look = (frames: number) => {
    const target = atEnd(body, ofTable ? null : index, isLast);
    if (target) {
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if (frames > 0) requestAnimationFrame(() => look(frames - 1));
  };
  requestAnimationFrame(() => look(MOST_FRAMES));
}

/** The figure at the end of the row with this index, or of the table; null while what is there is not that end. */
function atEnd(body: HTMLElement, index: string | null, isLast: boolean): HTMLElement | null {
  const all = [...body.querySelectorAll("tr")];
  const isFiller = (row: Element | undefined) => row?.getAttribute("aria-hidden") === "true";
  if (index === null && isFiller(isLast ? all.at(-1) : all[0])) return null;
  const rows = all.filter(
    (row) => (index === null || row.getAttribute("aria-rowindex") === index) && figuresOf(row)[0],
  );
  const row = isLast ? rows.at(-1) : rows[0];
  // Two cells stand for the columns that are out of view, before and after those that are in it.
  const gaps = [...(row?.querySelectorAll<HTMLElement>("td[aria-hidden]") ?? [])];
  const gap = isLast ? gaps.at(-1) : gaps[0];
  return gap && Number.parseFloat(gap.style.width) === 0
    ? ((isLast ? figuresOf(row).at(-1) : figuresOf(row)[0]) ?? null)
    : null;
}
