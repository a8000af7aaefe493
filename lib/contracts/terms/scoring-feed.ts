import { mostDataPoints } from "./quality";

/** Units that a numeric question may state a time in, in milliseconds. */
export const timeUnits = { milliseconds: 1, seconds: 1000, minutes: 60_000 } as const;
export type TimeUnit = keyof typeof timeUnits;
export const timeUnitNames = Object.keys(timeUnits) as TimeUnit[];

/** What of a mapping a respondent may have; of the interview the interface's own limit. */
export const mostMapped = {
  open: mostDataPoints.OES,
  times: mostDataPoints.TS,
  grids: mostDataPoints.GQS,
  interview: 1000,
} as const;

/** A pattern of fewer answers says nothing. */
export const LEAST_OF_GRID = 3;

/** Responses that one job scores. */
export const MOST_SCORED = 200_000;
