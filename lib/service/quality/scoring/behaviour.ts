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

const instantOf = ({ timestamp }: Interaction) =>
  typeof timestamp === "number" ? timestamp : new Date(timestamp).getTime();

/** How much of what was entered was pasted; special keys such as `Backspace` count as one character. */
export function pastedShare(interactions: readonly Interaction[]): { pasted: number; typed: number; share: number } {
  const pastes = interactions.filter(({ interactionType }) => interactionType === "COPY_AND_PASTE");
  const pasted = pastes.reduce((sum, { value }) => sum + value.length, 0);
  const typed = interactions.length - pastes.length;
  return { pasted, typed, share: pasted + typed === 0 ? 0 : pasted / (pasted + typed) };
}

/**
 * How an answer was entered: pasted instead of typed, faster than hands can type, or in a rhythm that hands don't have.
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
  return { score: 100, reason: `${typed} keystrokes in a usual rhythm` };
}

/** Standard deviation over mean. */
function variation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return mean === 0 ? 0 : Math.sqrt(variance) / mean;
}
