import type { ProjectSums } from "@/lib/contracts/interfaces/demand-replies";

/** Completes of all surveys against the sum of their targets, in percent; null: unknown, or there is no target. */
export function projectPercent(sums: ProjectSums | undefined): number | null {
  return sums && sums.respondents > 0 ? (100 * sums.survey_completes) / sums.respondents : null;
}

/** What a complete has cost on average, in dollars; null: unknown, or there is none yet. */
export function meanPricePerComplete(sums: ProjectSums | undefined): number | null {
  return sums && sums.survey_completes > 0 ? sums.total_cost / sums.survey_completes : null;
}

export type FieldAlarm = "past" | "soon" | null;

const SOON_MS = 48 * 3_600_000;

/** Whether the first live survey to leave the field does so within 48 hours, or should have. `now`: epoch milliseconds. */
export function fieldAlarm(sums: ProjectSums | undefined, now: number): FieldAlarm {
  const time = Date.parse(sums?.next_out_of_field ?? "");
  if (!Number.isFinite(time) || time >= now + SOON_MS) return null;
  return time < now ? "past" : "soon";
}
