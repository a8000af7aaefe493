import type { SessionSummary } from "@/lib/contracts/interfaces/fielding";
import type { PacingHour } from "@/lib/contracts/rules/pacing";

const HOUR_MS = 3_600_000;

/**
 * The hour of pacing that a survey's next entry falls into. `summary` null: nobody has entered, since the survey is new.
 * Null: the hour that the summary is about is over. `now`: epoch milliseconds.
 */
export function pacingHour(
  summary: Pick<SessionSummary, "hour"> | null,
  { byStarts, now }: { byStarts: boolean; now: number },
): PacingHour | null {
  const hour = summary?.hour;
  // Before a survey goes live its first hour would begin now.
  if (!hour) return { startedAt: now, countedBefore: 0 };
  const startedAt = Date.parse(hour.started_at);
  if (now >= startedAt + HOUR_MS) return null;
  return { startedAt, countedBefore: byStarts ? hour.starts_before : hour.completes_before };
}

/** When the next hour begins and the summary has to be read again, in ms from now; false: nothing will change it. */
export function msToNextHour(summary: Pick<SessionSummary, "hour"> | undefined, now: number): number | false {
  if (!summary?.hour) return false;
  // A server whose clock is behind would otherwise be asked again and again.
  return Math.max(15_000, Date.parse(summary.hour.started_at) + HOUR_MS - now);
}
