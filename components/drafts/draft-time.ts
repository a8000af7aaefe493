import { formatInstant } from "@/components/ui/format";

/** When a draft was kept: the time alone on the same day, else with the date; the zone is named either way. */
export function draftTime(iso: string, now = Date.now()): string {
  const [day, time] = formatInstant(iso).split(", ");
  const [today] = formatInstant(new Date(now).toISOString()).split(", ");
  return time && day === today ? time : formatInstant(iso);
}
