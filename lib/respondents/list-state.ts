import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { QueryOf } from "@/lib/contracts/operation";
import type { listRespondents } from "@/lib/contracts/ours/respondents";
import { qualityChecks } from "@/lib/contracts/terms/quality";
import { respondentOrders, reviewDecisions, scoreBands, suspectCategories } from "@/lib/contracts/terms/respondents";

export const exclusionChoices = ["only", "none"] as const;
const decisionChoices = [...reviewDecisions, "none"] as const;
type DecisionChoice = (typeof decisionChoices)[number];

const texts = parseAsArrayOf(parseAsString).withDefault([]);

/** What narrows a survey's respondents, in the list and in the review alike. */
export const respondentFilterParsers = {
  search: parseAsString.withDefault(""),
  bands: texts,
  checks: texts,
  categories: texts,
  decisions: texts,
  excluded: parseAsStringLiteral(exclusionChoices),
  suppliers: texts,
  order: parseAsStringLiteral(respondentOrders).withDefault("suspicion"),
};

/** A survey's respondents as their address says: a pasted link shows the same. */
export const respondentListParsers = {
  ...respondentFilterParsers,
  page: parseAsInteger.withDefault(1),
  /** Columns in their order; null: all of them. */
  columns: parseAsArrayOf(parseAsString),
};

const loadRespondentListState = createLoader(respondentListParsers);
export type RespondentListState = Awaited<ReturnType<typeof loadRespondentListState>>;
export const loadRespondentFilter = createLoader(respondentFilterParsers);
export type RespondentFilter = Awaited<ReturnType<typeof loadRespondentFilter>>;

export const RESPONDENTS_A_PAGE = 50;
/** As many as a page of a list may have. */
const RESPONDENTS_A_REVIEW = 500;
const MAX_SEARCH = 200;

export const isNarrowed = (state: RespondentFilter): boolean =>
  state.search !== "" ||
  state.excluded !== null ||
  [state.bands, state.checks, state.categories, state.decisions, state.suppliers].some(({ length }) => length > 0);

/** Takes every filter back. */
export const NO_FILTER = {
  search: null,
  bands: null,
  checks: null,
  categories: null,
  decisions: null,
  excluded: null,
  suppliers: null,
} as const;

/** The members of a filter that a call takes, and a sentence for everything in it that means nothing. */
function filterQuery(state: RespondentFilter) {
  const notices: string[] = [];
  const known = <T extends string>(what: string, values: readonly T[], chosen: readonly string[]): T[] =>
    chosen.filter(Boolean).flatMap((text) => {
      const value = values.find((each) => each === text);
      if (value === undefined) notices.push(`There is no ${what} “${text.slice(0, 60)}”: the filter was left out.`);
      return value ?? [];
    });
  const bands = known("score band", scoreBands, state.bands);
  const checks = known("check", qualityChecks, state.checks);
  const categories = known("category", suspectCategories, state.categories);
  const decisions = known("decision", decisionChoices, state.decisions);
  const suppliers = state.suppliers.map((code) => code.trim()).filter(Boolean);
  const search = state.search.replaceAll("\0", "").trim().slice(0, MAX_SEARCH);
  const filter = {
    ...(bands.length > 0 && { bands }),
    ...(checks.length > 0 && { checks }),
    ...(categories.length > 0 && { categories }),
    ...(decisions.length > 0 && { decisions }),
    ...(suppliers.length > 0 && { suppliers }),
    ...(state.excluded && { excluded: state.excluded }),
    ...(search && { search }),
    order: state.order,
  };
  return { filter, notices };
}

type Query = QueryOf<typeof listRespondents>;

/** The call that answers a list's state. */
export function respondentListQuery(surveyId: string, state: RespondentListState): { query: Query; notices: string[] } {
  const { filter, notices } = filterQuery(state);
  const paging = { page: Math.max(1, state.page), page_size: RESPONDENTS_A_PAGE };
  return { query: { survey_id: surveyId, ...filter, ...paging }, notices };
}

/** The call that finds who is to be reviewed: those not reviewed yet, unless the filter names decisions. */
export function reviewQuery(surveyId: string, state: RespondentFilter): { query: Query; notices: string[] } {
  const { filter, notices } = filterQuery(state);
  const decisions: DecisionChoice[] = filter.decisions ?? ["none"];
  return {
    query: { survey_id: surveyId, ...filter, decisions, page: 1, page_size: RESPONDENTS_A_REVIEW },
    notices,
  };
}
