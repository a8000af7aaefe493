/** States that can be gone back to and forth from. States are never changed, so that keeping one costs what differs. */
export type History<State> = { past: readonly State[]; present: State; future: readonly State[] };

const MOST_KEPT = 500;

export const beginHistory = <State>(present: State): History<State> => ({ past: [], present, future: [] });

/** The next state; what was undone before cannot be redone any more. */
export function advance<State>(history: History<State>, next: State): History<State> {
  if (next === history.present) return history;
  return { past: [...history.past.slice(1 - MOST_KEPT), history.present], present: next, future: [] };
}

export function undo<State>({ past, present, future }: History<State>): History<State> | null {
  const last = past.at(-1);
  return last === undefined ? null : { past: past.slice(0, -1), present: last, future: [present, ...future] };
}

export function redo<State>({ past, present, future }: History<State>): History<State> | null {
  const [next, ...rest] = future;
  return next === undefined ? null : { past: [...past, present], present: next, future: rest };
}
