const GAP = 4;
const EDGE = 8;

export type Sides = "left" | "right";

/** Puts a box of the top layer under what opened it, one side in line; above where there is more room. */
export function placeBelow(box: HTMLElement, { left, right, top, bottom }: DOMRect, align: Sides): void {
  const roomBelow = window.innerHeight - bottom - GAP - EDGE;
  const isAbove = box.offsetHeight > roomBelow && top > roomBelow;
  box.style.top = `${isAbove ? Math.max(EDGE, top - GAP - box.offsetHeight) : bottom + GAP}px`;
  const wanted = align === "left" ? left : right - box.offsetWidth;
  box.style.left = `${Math.max(EDGE, Math.min(wanted, window.innerWidth - box.offsetWidth - EDGE))}px`;
}
