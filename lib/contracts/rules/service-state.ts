/**
 * What is known of a remote service from the calls that were made to it: the facts that are stored, and the one state
 * that people are told.
 */
export type ServiceFacts = {
  /** Failed calls since the last that was answered. */
  failures: number;
  failingSince: Date | null;
  lastReplyAt: Date | null;
  /** When a call last took longer than `SLOW_MS`. */
  slowAt: Date | null;
  /** When it takes the viewer's calls again; null: it has not asked to wait. */
  limitedUntil: Date | null;
};

export const serviceStates = ["responding", "slow", "limited", "not responding"] as const;
export type ServiceState = (typeof serviceStates)[number];

/** A reply later than this is slow. */
export const SLOW_MS = 2000;
/** One slow reply says this much of the next ones. */
const SLOW_FOR_MS = 60_000;
/** Failures in a row after which a service counts as not responding; fewer may be chance. */
export const FAILURES_TO_OPEN = 3;

export const isNotResponding = ({ failures }: Pick<ServiceFacts, "failures">): boolean => failures >= FAILURES_TO_OPEN;

export function serviceState(facts: ServiceFacts, now: Date): { state: ServiceState; since: Date | null } {
  if (isNotResponding(facts)) return { state: "not responding", since: facts.failingSince };
  if (facts.limitedUntil && facts.limitedUntil > now) return { state: "limited", since: null };
  const isSlow = facts.slowAt !== null && now.getTime() - facts.slowAt.getTime() < SLOW_FOR_MS;
  return isSlow ? { state: "slow", since: facts.slowAt } : { state: "responding", since: null };
}
