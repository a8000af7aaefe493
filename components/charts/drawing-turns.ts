import { startTransition } from "react";

/** Who waits to be drawn, and who is being drawn: the first. */
const turns: (() => void)[] = [];

const begin = () => {
  const [draw] = turns;
  if (draw) startTransition(draw);
};

/**
 * Draws in a transition when those who asked before have been drawn: what several draw together stops the page for as
 * long as all of them take. `leaveTurn` has to be called with the same function once it is drawn, or is not wanted.
 */
export function takeTurn(draw: () => void): void {
  turns.push(draw);
  if (turns.length === 1) begin();
}

/** Ends a turn, or a wait for one. */
export function leaveTurn(draw: () => void): void {
  const at = turns.indexOf(draw);
  if (at < 0) return;
  turns.splice(at, 1);
  if (at === 0) begin();
}
