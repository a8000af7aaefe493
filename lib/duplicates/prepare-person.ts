import type { LookedUp, Seen } from "@/lib/contracts/ours/duplicates";
import type { Format } from "@/lib/tables/format";
import { counted } from "./words";

const timeOf = ({ recorded_at }: Seen) => (recorded_at === null ? Number.POSITIVE_INFINITY : Date.parse(recorded_at));

/** A person's sessions from the oldest on; those without a time stand last, as the service gave them. */
export const fromOldest = ({ records }: LookedUp): Seen[] =>
  records.toReversed().toSorted((one, other) => (timeOf(one) === timeOf(other) ? 0 : timeOf(one) - timeOf(other)));

/** "Seen in 4 surveys, 7 sessions". */
export function seenInWords({ records, more }: LookedUp, format: Format): string {
  const surveys = new Set(records.map(({ survey_number }) => survey_number)).size;
  const sessions = new Set(records.map(({ survey_number, session_id }) => `${survey_number} ${session_id}`)).size;
  const said = `Seen in ${counted(format, surveys, "survey")}, ${counted(format, sessions, "session")}`;
  return more ? `${said}, and more that are not shown` : said;
}

/** The change on any route that was made last. */
export const lastChange = ({ changed }: Seen): Seen["changed"][number] | null =>
  changed.toSorted((one, other) => other.at.localeCompare(one.at))[0] ?? null;
