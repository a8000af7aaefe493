import type { TrendExtent } from "@/lib/contracts/ours/trends";
import type { Exclusions } from "@/lib/tables/exclusion-words";
import type { Extent } from "./extent";
import { dayOf } from "./range";
import { exclusionsIn } from "./read-trend";

/** What a project has, and who of it is excluded for quality; null: the service does not say. */
export type ProjectExtent = Extent & { exclusions: Exclusions | null };

/** What our own server says of a project's answers, by the days of a zone. */
export const extentBy = (
  { questions, answered, ...responses }: TrendExtent,
  { timeZone, includeExcluded }: { timeZone: string; includeExcluded: boolean },
): ProjectExtent => ({
  questions,
  days: answered && {
    from: dayOf(Date.parse(answered.first), timeZone),
    to: dayOf(Date.parse(answered.last), timeZone),
  },
  unread: null,
  exclusions: exclusionsIn(responses, { isAsked: includeExcluded }),
});
