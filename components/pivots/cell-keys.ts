import type { KeyboardEvent } from "react";
import { type Move, moveTop } from "./cell-moves";

const moves: Record<string, Move> = {
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
  PageUp: { pages: -1 },
  PageDown: { pages: 1 },
};
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

const figuresOf = (row: Element | null | undefined) => [...(row?.querySelectorAll<HTMLElement>("td button") ?? [])];

/**
 * Arrows go from figure to figure, so that a table is one stop of the Tab key; Page Up and Page Down as many rows as
 * are in view; Home and End to the first and last of the row, with Ctrl of the table.
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
  if (event.ctrlKey || event.metaKey) return;
  const place = figuresOf(row).indexOf(cell.querySelector("button") as HTMLElement);
  const move = moves[event.key];
  if (move) {
    // At the last row too: the page is not to scroll away from under the focus.
    event.preventDefault();
    goDown(row, place, move);
    return;
  }
  const target = figuresOf(row)[place + (steps[event.key] ?? Number.NaN)];
  if (!target) return;
  event.preventDefault();
  focusOn(target);
}

/** The head stands over the rows: a figure under it is not in view. */
function focusOn(figure: HTMLElement): void {
  const scroller = figure.closest("section");
  const head = figure.closest("table")?.tHead;
  if (scroller && head) scroller.style.scrollPaddingTop = `${head.offsetHeight}px`;
  figure.focus({ preventScroll: true });
  figure.scrollIntoView({ block: "nearest", inline: "nearest" });
}

const indexOf = (row: Element) => Number(row.getAttribute("aria-rowindex"));

/** Scrolls there first, as to an end: the row may not be in the page before. */
function goDown(from: HTMLTableRowElement, place: number, move: Move): void {
  const scroller = from.closest("section");
  const table = from.closest("table");
  const body = from.closest("tbody");
  if (!scroller || !table || !body) return;
  const { by, top } = moveTop(move, {
    index: indexOf(from),
    first: (table.tHead?.rows.length ?? 0) + 1,
    last: Number(table.getAttribute("aria-rowcount")),
    rowTop: from.offsetTop,
    rowHeight: from.offsetHeight,
    headHeight: table.tHead?.offsetHeight ?? 0,
    scrollTop: scroller.scrollTop,
    viewHeight: scroller.clientHeight,
  });
  if (by === 0) return;
  scroller.scrollTo({ top });
  whenThere(() => figureNear(body, { index: indexOf(from) + by, from: indexOf(from) }, place));
}

/** The figure in this row or, where it is a base's, in the nearest on the way to it; null while the row is not there. */
function figureNear(body: HTMLElement, way: { index: number; from: number }, place: number): HTMLElement | null {
  const rows = [...body.querySelectorAll("tr[aria-rowindex]")];
  if (!rows.some((row) => indexOf(row) === way.index)) return null;
  const down = Math.sign(way.index - way.from);
  const isOnWay = (row: Element) => (indexOf(row) - way.from) * down > 0 && (way.index - indexOf(row)) * down >= 0;
  const figures = rows.filter(isOnWay).map((row) => figuresOf(row)[place]);
  return (down > 0 ? figures.reverse() : figures).find((figure) => figure !== undefined) ?? null;
}

type Goal = { isLast: boolean; ofTable: boolean };

/** A large table draws what is in view a moment after it is scrolled to. */
const MOST_FRAMES = 60;

function whenThere(find: () => HTMLElement | null, frames = MOST_FRAMES): void {
  const target = find();
  if (target) focusOn(target);
  else if (frames > 0) requestAnimationFrame(() => whenThere(find, frames - 1));
}

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
  // What is in the page at once is of the place before.
  requestAnimationFrame(() => whenThere(() => atEnd(body, ofTable ? null : index, isLast)));
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
