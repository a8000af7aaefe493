import type { Format } from "@/lib/tables/format";

const SECOND = 1000;
const MINUTE = 60_000;

/** "0.8 s", "45 s", "12.5 min". */
export function durationText(ms: number, { tenths, count }: Pick<Format, "tenths" | "count">): string {
  if (ms >= 2 * MINUTE) return `${tenths(ms / MINUTE)} min`;
  return `${ms < 10 * SECOND ? tenths(ms / SECOND) : count(ms / SECOND)} s`;
}
