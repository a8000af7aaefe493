import { notScored, type Scored } from "./scored";

/** How long those before took at the same data point of the survey. */
export type ComparedDurations = { respondents: number; medianMs: number };

/** Fewer say little of how long it takes. */
const LEAST_RESPONDENTS = 20;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Speeding, against the survey itself: at least half of the median of those who came before is fine, less is doubtful,
 * and under a third is speeding.
 *
 * Source: the usual cut-offs of half and a third of the median duration. Limits: needs 20 respondents before; a fast
 * reader is not a careless one (one in four careless respondents is found); nobody is doubted for taking long.
 */
export function scoreTime(durationMs: number, compared: ComparedDurations | undefined): Scored {
  if (!compared || compared.respondents < LEAST_RESPONDENTS) {
    return notScored(`Fewer than ${LEAST_RESPONDENTS} respondents before to compare the time with`);
  }
  if (compared.medianMs <= 0) return notScored("The survey's median time is zero");
  const share = durationMs / compared.medianMs;
  const evidence = `${seconds(durationMs)}, where the median of ${compared.respondents} respondents is ${seconds(compared.medianMs)}`;
  if (share >= 1 / 2) return { score: 100, reason: evidence };
  if (share >= 1 / 3) return { score: 50, reason: `Less than half of the usual time: ${evidence}` };
  return { score: Math.floor(share * 3 * 20), reason: `Less than a third of the usual time: ${evidence}` };
}
