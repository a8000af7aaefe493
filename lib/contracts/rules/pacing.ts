/** Pacing of entries, as the fielding rules settle it. */
const multipliers = new Map([
  ["even pacing", 1.1],
  ["accelerated pacing", 1.4],
]);

/** How much faster than evenly a pacing lets responses come; null: no limit. */
export const pacingMultiplier = (limitType: string): number | null =>
  multipliers.get(limitType.trim().toLowerCase()) ?? null;

/**
 * Responses that the coming hour admits: ceil(multiplier * (target - counted) / hours left), the hours to the
 * out-of-field date rounded up and at least one. The multiplier has at most one decimal.
 */
export function hourlyCap(multiplier: number, target: number, counted: number, msLeft: number): number {
  const hoursLeft = Math.max(1, Math.ceil(msLeft / 3_600_000));
  // In whole tenths: 1.1 * 100 is a little more than 110, and would be rounded up to 111.
  const tenths = Math.round(multiplier * 10) * (target - counted);
  return Math.max(0, Math.ceil(tenths / (10 * hoursLeft)));
}

/** `multiplier` null: no limit. `outOfFieldAt`: epoch milliseconds. */
export type PacingRules = { multiplier: number | null; respondents: number; outOfFieldAt: number };

/** `startedAt`: epoch milliseconds. `countedBefore`: respondents counted before the hour began. */
export type PacingHour = { startedAt: number; countedBefore: number };

/** How many an hour of pacing admits in all; null: as many as come. Entries and the survey's page both ask here. */
export const capOfHour = (
  { multiplier, respondents, outOfFieldAt }: PacingRules,
  { startedAt, countedBefore }: PacingHour,
): number | null =>
  multiplier === null ? null : hourlyCap(multiplier, respondents, countedBefore, outOfFieldAt - startedAt);
