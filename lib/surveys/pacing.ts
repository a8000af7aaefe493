/** Pacing of entries, as the fielding rules settle it. */
const multipliers: Record<string, number> = { "even pacing": 1.1, "accelerated pacing": 1.4 };

/** How much faster than evenly a pacing lets responses come; null: no limit. */
export const pacingMultiplier = (limitType: string): number | null =>
  multipliers[limitType.trim().toLowerCase()] ?? null;

/**
 * Responses that the coming hour admits: ceil(multiplier * (target - counted) / hours left), the hours to the
 * out-of-field date rounded up and at least one.
 */
export function hourlyCap(multiplier: number, target: number, counted: number, msLeft: number): number {
  const hoursLeft = Math.max(1, Math.ceil(msLeft / 3_600_000));
  return Math.max(0, Math.ceil((multiplier * (target - counted)) / hoursLeft));
}
