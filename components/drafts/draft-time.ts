import type { Format } from "@/lib/tables/format";

/** When a draft was kept: the time alone on the same day, else with the date; the zone is named either way. */
export function draftTime(format: Format, iso: string, now = Date.now()): string {
  const [day, time] = format.instant(iso).split(", ");
  const [today] = format.instant(new Date(now).toISOString()).split(", ");
  return time && day === today ? time : format.instant(iso);
}
