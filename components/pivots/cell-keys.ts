import type { KeyboardEvent } from "react";

const steps: Record<string, { down: number; across: number }> = {
  ArrowUp: { down: -1, across: 0 },
  ArrowDown: { down: 1, across: 0 },
  ArrowLeft: { down: 0, across: -1 },
  ArrowRight: { down: 0, across: 1 },
};

/** Arrows go from figure to figure, so that a table is one stop of the Tab key. */
export function onCellKey(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  const cell = event.target instanceof HTMLElement ? event.target.closest("td") : null;
  const row = cell?.closest("tr");
  if (!step || !cell || !row || event.ctrlKey || event.metaKey || event.altKey) return;
  const figures = (of: Element | null) => [...(of?.querySelectorAll<HTMLElement>("td button") ?? [])];
  const place = figures(row).indexOf(cell.querySelector("button") as HTMLElement);
  const next = step.down < 0 ? row.previousElementSibling : step.down > 0 ? row.nextElementSibling : row;
  const target = figures(next)[place + step.across];
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
}
