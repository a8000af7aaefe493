import { notScored, type Scored } from "./scored";

export type Interaction = {
  interactionType: "KEYSTROKE" | "COPY_AND_PASTE";
  value: string;
  timestamp: number | string;
};

const LEAST_KEYSTROKES = 50;
/** Shorter pastes are names, addresses and corrections. */
const LEAST_PASTED = 20;
/** Faster than the fastest typists by half. */
const LEAST_MEDIAN_MS = 20;
/** People vary between keystrokes by a third and more of the mean. */
const LEAST_VARIATION = 0.05;

/** Who types so many without a correction or a pause of half a second copies, or is no person. */
const LEAST_FLUENT = 200;
const PAUSE_MS = 500;

const instantOf = ({ timestamp }: Interaction) =>
  typeof timestamp === "number" ? timestamp : new Date(timestamp).getTime();

/** How much of what was entered was pasted; special keys such as `Backspace` count as one character. */
export function pastedShare(interactions: readonly Interaction[]): { pasted: number; typed: number; share: number } {
  const pastes = interactions.filter(({ interactionType }) => interactionType === "COPY_AND_PASTE");
  const pasted = pastes.reduce((sum, { value }) => sum + value.length, 0);
  const typed = interactions.length - pastes.length;
  return { pasted, typed, share: pasted + typed === 0 ? 0 : pasted / (pasted + typed) };
}

/** Milliseconds from the first to the last interaction; 0 of fewer than two, below it where the clock ran backwards. */
export function spanOf(interactions: readonly Interaction[]): number {
  const [first, last] = [interactions[0], interactions.at(-1)];
  return first && last ? instantOf(last) - instantOf(first) : 0;
}

/**
 * How an answer was entered: pasted instead of typed, faster than hands can type, in a rhythm that hands don't have, or
 * at length without a pause or a correction.
 *
 * Source: our rules; the limits are beyond what typing studies measured of people. Limits: dictation, autocompletion
 * and assistive technology look alike, so a paste alone stays above the default threshold; nothing is said under 50
 * keystrokes without a paste, or when the clock ran backwards.
 */
export function scoreBehaviour(interactions: readonly Interaction[]): Scored {
  const times = interactions.map(instantOf);
  if (times.some((time, at) => at > 0 && time < (times[at - 1] ?? time))) {
    return notScored("The times of the interactions run backwards");
  }
  const { pasted, typed, share } = pastedShare(interactions);
  if (pasted >= LEAST_PASTED && share >= 0.5) {
    const percent = Math.round(share * 100);
    return { score: 100 - Math.round(share * 70), reason: `${percent}% of the text was pasted (${pasted} characters)` };
  }
  const keyed = interactions.filter(({ interactionType }) => interactionType === "KEYSTROKE").map(instantOf);
  if (typed < LEAST_KEYSTROKES) return notScored(`Fewer than ${LEAST_KEYSTROKES} keystrokes`);
  const gaps = keyed.slice(1).map((time, at) => time - (keyed[at] ?? time));
  const median = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  if (median < LEAST_MEDIAN_MS) {
    return { score: 10, reason: `${typed} keystrokes, half of them within ${median} ms: faster than anybody types` };
  }
  if (variation(gaps) < LEAST_VARIATION) {
    return { score: 15, reason: `${typed} keystrokes at the same distance of ${median} ms` };
  }
  const corrects = interactions.some(({ value }) => value === "Backspace" || value === "Delete");
  if (typed >= LEAST_FLUENT && !corrects && gaps.every((gap) => gap < PAUSE_MS)) {
    return { score: 60, reason: `${typed} keystrokes without a pause of half a second or a correction` };
  }
  return { score: 100, reason: `${typed} keystrokes in a usual rhythm` };
}

/** Standard deviation over mean. */
function variation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return mean === 0 ? 0 : Math.sqrt(variance) / mean;
}
