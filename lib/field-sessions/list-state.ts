import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { listSessions } from "@/lib/contracts/interfaces/fielding";
import type { QueryOf } from "@/lib/contracts/operation";
import { reasons } from "@/lib/contracts/terms/fielding";

/** Whether tests are listed; nothing: they are not. */
export const testChoices = ["with", "only"] as const;

/** A survey's sessions as their address says: a pasted link shows the same. */
export const fieldSessionParsers = {
  search: parseAsString.withDefault(""),
  reasons: parseAsArrayOf(parseAsString).withDefault([]),
  suppliers: parseAsArrayOf(parseAsString).withDefault([]),
  tests: parseAsStringLiteral(testChoices),
  page: parseAsInteger.withDefault(1),
  /** Columns in their order; null: all of them. */
  columns: parseAsArrayOf(parseAsString),
};

const loadFieldSessionState = createLoader(fieldSessionParsers);
export type FieldSessionState = Awaited<ReturnType<typeof loadFieldSessionState>>;

export const SESSIONS_A_PAGE = 50;
const MAX_SEARCH = 200;

/** What a filter by reason may name: sessions under way have none. */
export const reasonChoices = ["open", ...reasons] as const;
export type ReasonChoice = (typeof reasonChoices)[number];

/** The call that answers a list's state, and a sentence for everything in it that means nothing. */
export function fieldSessionQuery(surveyId: string, state: FieldSessionState) {
  const notices: string[] = [];
  const known = state.reasons.filter(Boolean).flatMap((text) => {
    const choice = reasonChoices.find((each) => each === text);
    if (!choice) notices.push(`There is no reason “${text.slice(0, 60)}”: the filter was left out.`);
    return choice ?? [];
  });
  const suppliers = state.suppliers.map((code) => code.trim()).filter(Boolean);
  const search = state.search.replaceAll("\0", "").trim().slice(0, MAX_SEARCH);
  const query: QueryOf<typeof listSessions> = {
    survey_id: surveyId,
    page: Math.max(1, state.page),
    page_size: SESSIONS_A_PAGE,
    ...(known.length > 0 && { reasons: known }),
    ...(suppliers.length > 0 && { suppliers }),
    ...(state.tests && { tests: state.tests }),
    ...(search && { search }),
  };
  return { query, notices };
}
