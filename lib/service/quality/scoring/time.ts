import { notScored, type Scored } from "./scored";

/** How long those before took at the same data point of the survey. */
export type ComparedDurations = {
  respondents: number;
  medianMs: number;
  /** Mean and standard deviation of the natural logarithms of the milliseconds. */
  logMean?: number | null;
  logDeviation?: number | null;
};

/** Fewer say little of how long it takes, and of how far their times lie apart. */
const LEAST_RESPONDENTS = 20;
const LEAST_FOR_TAIL = 50;
/** Standard deviations below the mean logarithm: 5 and 0.5 in 100 of a log-normal distribution lie there. */
const COMMON_TAIL = -1.645;
const RARE_TAIL = -2.576;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Speeding, against the survey itself: at least half of the median of those who came before is fine, less is doubtful,
 * and under a third is speeding. From 50 respondents the spread of their times counts too: half of the median is less
 * doubtful where one in twenty is that fast, and what one in 200 is faster than is doubtful above it.
 *
 * Source: the usual cut-offs of half and a third of the median duration; log-normal tails, as response times are skewed
 * (van der Linden 2006). Limits: needs 20 respondents before; a fast reader is not a careless one (one in four careless
 * respondents is found); nobody is doubted for taking long.
 */
export function scoreTime(durationMs: number, compared: ComparedDurations | undefined): Scored {
  if (!compared || compared.respondents < LEAST_RESPONDENTS) {
    return notScored(`Fewer than ${LEAST_RESPONDENTS} respondents before to compare the time with`);
  }
  if (compared.medianMs <= 0) return notScored("The survey's median time is zero");
  const share = durationMs / compared.medianMs;
  const tail = tailOf(durationMs, compared);
  const evidence = `${seconds(durationMs)}, where the median of ${compared.respondents} respondents is ${seconds(compared.medianMs)}`;
  if (share >= 1 / 2) {
    const isRare = tail !== null && tail < RARE_TAIL;
    return isRare
      ? { score: 60, reason: `Faster than all but 1 in 200: ${evidence}` }
      : { score: 100, reason: evidence };
  }
  if (share >= 1 / 3) {
    const isCommon = tail !== null && tail > COMMON_TAIL;
    const usual = isCommon ? ", and the times of these respondents lie far apart" : "";
    return { score: isCommon ? 70 : 50, reason: `Less than half of the usual time: ${evidence}${usual}` };
  }
  return { score: Math.floor(share * 3 * 20), reason: `Less than a third of the usual time: ${evidence}` };
}

/** Standard deviations from the mean logarithm; null: too few respondents, or all took the same time. */
function tailOf(durationMs: number, { respondents, logMean, logDeviation }: ComparedDurations): number | null {
  if (respondents < LEAST_FOR_TAIL || logMean == null || !logDeviation) return null;
  return (Math.log(Math.max(durationMs, 1)) - logMean) / logDeviation;
}
