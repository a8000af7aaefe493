import { type Interaction, pastedShare } from "./behaviour";
import type { Scored } from "./scored";

const LEAST_WORDS = 15;
const MOST_KEYSTROKES = 10;

/**
 * Long answers that were pasted and not typed, by the behaviour at the data point of the same id.
 *
 * Source: our rule. Limits: behaviour alone, never the wording, by which nobody can tell on texts this short; who wrote
 * elsewhere and pasted looks the same, and whoever types a machine's text is not found.
 */
export function scoreAiSuspect(
  answer: string,
  words: number,
  interactions: readonly Interaction[] | undefined,
): Scored | null {
  if (words < LEAST_WORDS || !interactions) return null;
  const { pasted, typed } = pastedShare(interactions);
  if (typed > MOST_KEYSTROKES || pasted < 0.8 * answer.trim().length) return null;
  const reason = `${words} words were pasted, with ${typed} keystrokes`;
  return { score: 30, category: "AI_SUSPECT", reason };
}
