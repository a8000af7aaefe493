import type { QueryOf } from "@/lib/contracts/operation";
import type { listRespondents, RespondentRow, Review } from "@/lib/contracts/ours/respondents";
import { type ExclusionThresholds, reasonOf, rulesMet } from "@/lib/contracts/rules/exclusion";
import { answerCategories, NOT_SCORED, qualityChecks } from "@/lib/contracts/terms/quality";
import { bandOf, type RespondentOrder, suspectCategories } from "@/lib/contracts/terms/respondents";
import type { ReviewRow } from "@/lib/stores/postgres/respondent-reviews";
import { figuresAt, isExcludedAt, isPendingAt, placesOf, type ScoreTable, SUSPECT_BELOW, totalAt } from "./score-table";
import { type SessionTable, supplierOf } from "./session-table";

export type RespondentFilter = Omit<QueryOf<typeof listRespondents>, "page" | "page_size">;

/** What rows of the list are made of. */
export type Joined = {
  scores: ScoreTable;
  sessions: SessionTable | null;
  reviews: ReadonlyMap<string, ReviewRow>;
  thresholds: ExclusionThresholds;
};

/** When a respondent ended, else when the service was told of them; NaN: nobody says. */
export function timeAt({ scores, sessions }: Pick<Joined, "scores" | "sessions">, at: number): number {
  const ended = sessions?.facts.get(scores.ids[at] ?? "")?.endedAt;
  return ended ?? scores.times[at] ?? Number.NaN;
}

/** The places of those whom a filter finds, in its order. */
export function findRespondents(joined: Joined, filter: RespondentFilter): number[] {
  const tests = testsOf(joined, filter);
  const found = placesOf(joined.scores).filter((at) => tests.every((test) => test(at)));
  return found.sort(orders[filter.order ?? "suspicion"](joined));
}

type Test = (at: number) => boolean;

function testsOf({ scores, sessions, reviews }: Joined, filter: RespondentFilter): Test[] {
  const { bands, checks, categories, decisions, excluded, suppliers, search } = filter;
  const idAt = (at: number) => scores.ids[at] ?? "";
  const text = search?.trim().toLowerCase();
  const checkPlaces = (checks ?? []).map((check) => qualityChecks.indexOf(check));
  const categoryPlaces = (categories ?? []).map((category) => answerCategories.indexOf(category));
  const isLow = (score: number) => score >= 0 && score < SUSPECT_BELOW;
  const tests: (Test | undefined)[] = [
    bands && ((at) => bands.some((band) => band === bandOf(totalAt(scores, at)))),
    checks && ((at) => checkPlaces.some((place) => isLow(scores.scores[place]?.[at] ?? NOT_SCORED))),
    categories && ((at) => categoryPlaces.some((place) => (scores.categories[place]?.[at] ?? 0) > 0)),
    decisions && ((at) => decisions.includes(reviews.get(idAt(at))?.decision ?? "none")),
    excluded && ((at) => isExcludedAt(scores, at) === (excluded === "only")),
    suppliers && ((at) => suppliers.includes(sessions?.facts.get(idAt(at))?.supplier ?? "")),
    text ? (at) => idAt(at).toLowerCase().includes(text) : undefined,
  ];
  return tests.filter((test) => test !== undefined);
}

type Compare = (one: number, other: number) => number;

/** What could not be scored says nothing against anybody, and stands after the scores. */
const scoreOrder = (scores: ScoreTable): Compare => {
  const rank = (at: number) => (totalAt(scores, at) === NOT_SCORED ? 101 : totalAt(scores, at));
  return (one, other) => rank(one) - rank(other) || one - other;
};

const orders: Record<RespondentOrder, (joined: Joined) => Compare> = {
  score: ({ scores }) => scoreOrder(scores),
  newest: (joined) => {
    const rank = (at: number) => timeAt(joined, at) || 0;
    return (one, other) => rank(other) - rank(one) || other - one;
  },
  suspicion: ({ scores, reviews }) => {
    const byScore = scoreOrder(scores);
    const isReviewed = (at: number) => Number(reviews.has(scores.ids[at] ?? ""));
    return (one, other) => isReviewed(one) - isReviewed(other) || byScore(one, other);
  },
};

const viewReview = ({ decision, note, who, at }: ReviewRow): Review | null =>
  decision && { decision, note, by: who, at: at.toISOString() };

/** The row of the respondent at a place. */
export function viewRow(joined: Joined, at: number): RespondentRow {
  const { scores, sessions, reviews, thresholds } = joined;
  const id = scores.ids[at] ?? "";
  const figures = figuresAt(scores, at);
  const [time, review, given] = [timeAt(joined, at), reviews.get(id), scores.reasons[at] ?? []];
  return {
    respondent_id: id,
    is_pending: isPendingAt(scores, at),
    service_score: figures.total,
    is_excluded: isExcludedAt(scores, at),
    reasons:
      given.length > 0 ? [...given] : rulesMet(figures, thresholds).map((rule) => reasonOf(rule, figures, thresholds)),
    checks: qualityChecks.flatMap((check) => {
      const found = figures.checks[check];
      return found ? [{ check, score: found.score }] : [];
    }),
    categories: suspectCategories.flatMap((category) => {
      const answers = figures.categories[category] ?? 0;
      return answers > 0 ? [{ category, answers }] : [];
    }),
    supplier: sessions && supplierOf(sessions, id),
    at: Number.isNaN(time) ? null : new Date(time).toISOString(),
    review: review ? viewReview(review) : null,
  };
}
