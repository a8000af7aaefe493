import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString } from "nuqs/server";
import type { listResponses } from "@/lib/contracts/interfaces/demand";
import type { QueryOf } from "@/lib/contracts/operation";
import { readResponseStatus } from "@/lib/contracts/terms/demand";
import { MOST_ASKED } from "@/lib/contracts/terms/responses";

/** A survey's responses as their address says: a pasted link shows the same. */
export const responseListParsers = {
  ids: parseAsArrayOf(parseAsString).withDefault([]),
  status: parseAsArrayOf(parseAsString).withDefault([]),
  page: parseAsInteger.withDefault(1),
  /** Columns in their order; null: all of them. */
  columns: parseAsArrayOf(parseAsString),
};

const loadResponseListState = createLoader(responseListParsers);
export type ResponseListState = Awaited<ReturnType<typeof loadResponseListState>>;

export const RESPONSES_A_PAGE = 50;

/** Ids as they are pasted: between blanks, commas, semicolons or the quotes of a CSV. */
export const readIds = (text: string): string[] => [...new Set(text.split(/[\s,;"]+/).filter(Boolean))];

/** The call that answers a list's state, and a sentence for everything in it that means nothing. */
export function responseListQuery(surveyId: string, state: ResponseListState) {
  const notices: string[] = [];
  const ids = state.ids.filter(Boolean);
  if (ids.length > MOST_ASKED) {
    notices.push(`The list shows the first ${MOST_ASKED} of ${ids.length.toLocaleString("en")} ids.`);
  }
  const statuses = state.status.filter(Boolean).flatMap((text) => {
    const status = readResponseStatus(text);
    if (!status) notices.push(`There is no status “${text.slice(0, 60)}”: the filter was left out.`);
    return status ?? [];
  });
  const query: QueryOf<typeof listResponses> = {
    survey_id: surveyId,
    page: Math.max(1, state.page),
    page_size: RESPONSES_A_PAGE,
    ...(ids.length > 0 && { rduds: ids.slice(0, MOST_ASKED) }),
    ...(statuses.length > 0 && { statuses }),
  };
  return { query, notices };
}
