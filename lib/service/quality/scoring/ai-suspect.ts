import { type Interaction, pastedShare, spanOf } from "./behaviour";
import type { Scored } from "./scored";

const LEAST_WORDS = 15;
const MOST_KEYSTROKES = 10;
/** Characters a second; the fastest typists reach about 15 for minutes. */
const FASTEST_TYPING = 25;

/**
 * Long answers that were pasted and not typed, or that came faster than anybody types, by the behaviour at the data point
 * of the same id.
 *
 * Source: our rule. Limits: behaviour alone, never the wording, by which nobody can tell on texts this short; who wrote
 * elsewhere and pasted, dictated or completed words looks the same, and whoever types a machine's text is not found.
 */
export function scoreAiSuspect(
  answer: string,
  words: number,
  interactions: readonly Interaction[] | undefined,
): Scored | null {
  if (words < LEAST_WORDS || !interactions) return null;
  const { pasted, typed } = pastedShare(interactions);
  const characters = answer.trim().length;
  const suspect = (reason: string): Scored => ({ score: 30, category: "AI_SUSPECT", reason });
  if (typed <= MOST_KEYSTROKES) {
    return pasted >= 0.8 * characters ? suspect(`${words} words were pasted, with ${typed} keystrokes`) : null;
  }
  const ms = spanOf(interactions);
  if (typed < characters / 2 || ms <= 0 || (typed * 1000) / ms < FASTEST_TYPING) return null;
  return suspect(`${typed} keystrokes in ${(ms / 1000).toFixed(1)} s: faster than anybody types`);
}
