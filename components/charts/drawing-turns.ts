import { startTransition } from "react";

/** What waits to be drawn. The first is being drawn. */
const turns: (() => void)[] = [];

const begin = () => {
  const [draw] = turns;
  if (draw) startTransition(draw);
};

/**
 * Calls `draw` in a transition once everything before it is drawn: several charts drawn together would block the page
 * for the sum of their times. Call `leaveTurn` with the same function when it is drawn or no longer wanted.
 */
export function takeTurn(draw: () => void): void {
  turns.push(draw);
  if (turns.length === 1) begin();
}

/** Ends a turn or leaves the queue. */
export function leaveTurn(draw: () => void): void {
  const at = turns.indexOf(draw);
  if (at < 0) return;
  turns.splice(at, 1);
  if (at === 0) begin();
}
