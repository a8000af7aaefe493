import type { TrendNote } from "@/lib/contracts/trends";
import { startOfDay } from "./range";

/** Notes by the start of the bucket in view that their day begins in; those of other days are left out. */
export function notesByBucket(
  notes: readonly TrendNote[],
  starts: readonly number[],
  { timeZone, bucketMs }: { timeZone: string; bucketMs: number },
): Map<number, string[]> {
  const places = new Map<number, string[]>();
  const last = starts.at(-1);
  for (const { day, text } of notes) {
    const moment = startOfDay(day, timeZone);
    const start = starts.findLast((at) => at <= moment);
    if (start === undefined || last === undefined || moment >= last + bucketMs) continue;
    places.set(start, [...(places.get(start) ?? []), text]);
  }
  return places;
}
