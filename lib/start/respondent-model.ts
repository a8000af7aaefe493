import type { ResponseStatus } from "@/lib/contracts/terms/demand";
import type { Random } from "@/lib/start/demo-random";

/** How respondents behave: what the demo's past is made of, and what the simulator sends. */

/** How likely people answer surveys in each hour of their day. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 6, 8, 9, 9, 9, 10, 9, 8, 8, 8, 9, 10, 11, 12, 10, 7, 4];
const BUSIEST = Math.max(...HOURS);

/** How likely it is that somebody answers in an hour of their day, against the busiest one, 0 to 1. */
export const activityAt = (hour: number): number => (HOURS[hour] ?? 0) / BUSIEST;

const OUTCOMES: ResponseStatus[] = [
  "complete",
  "standard termination",
  "quality termination",
  "security termination",
  "in progress",
];

/** How an interview ends, with the share of those who get to its end or screen out that get to its end, 0 to 1. */
export function outcomeOfInterview(random: Random, incidence: number): ResponseStatus {
  const index = random.weighted([0.91 * incidence, 0.91 * (1 - incidence), 0.035, 0.012, 0.043]);
  return OUTCOMES[index ?? 0] ?? "complete";
}

/** Minutes from its start to its end: outcomes before the end come after a share of it. */
export function minutesUntil(random: Random, status: ResponseStatus, minutes: number): number {
  const whole = Math.max(0.5, minutes * Math.exp(0.28 * random.spread()));
  if (status === "complete" || status === "in progress") return whole;
  if (status === "standard termination") return whole * random.between(0.05, 0.35);
  return whole * random.between(0.15, 0.8);
}
