/**
 * The health of a remote service, observed from calls to it: the facts that are stored, and the one state that people
 * see.
 */
export type ServiceFacts = {
  /** Failed calls since the last reply. */
  failures: number;
  failingSince: Date | null;
  lastReplyAt: Date | null;
  /** When a call last took longer than `SLOW_MS`. */
  slowAt: Date | null;
  /** When it accepts the viewer's calls again; null: it has not asked us to wait. */
  limitedUntil: Date | null;
};

export const serviceStates = ["responding", "slow", "limited", "not responding"] as const;
export type ServiceState = (typeof serviceStates)[number];

/** A reply later than this is slow. */
export const SLOW_MS = 2000;
/** How long a slow reply counts as a sign that the service is slow. */
const SLOW_FOR_MS = 60_000;
/** Consecutive failures after which a service counts as not responding; fewer may be chance. */
export const FAILURES_TO_OPEN = 3;

export const isNotResponding = ({ failures }: Pick<ServiceFacts, "failures">): boolean => failures >= FAILURES_TO_OPEN;

export function serviceState(facts: ServiceFacts, now: Date): { state: ServiceState; since: Date | null } {
  if (isNotResponding(facts)) return { state: "not responding", since: facts.failingSince };
  if (facts.limitedUntil && facts.limitedUntil > now) return { state: "limited", since: null };
  const isSlow = facts.slowAt !== null && now.getTime() - facts.slowAt.getTime() < SLOW_FOR_MS;
  return isSlow ? { state: "slow", since: facts.slowAt } : { state: "responding", since: null };
}
