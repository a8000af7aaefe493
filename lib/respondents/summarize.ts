import type { RespondentSummary } from "@/lib/contracts/ours/respondents";
import { answerCategories, NOT_SCORED, qualityChecks } from "@/lib/contracts/terms/quality";
import { bandOf, type ReviewDecision, type ScoreBand, suspectCategories } from "@/lib/contracts/terms/respondents";
import { type Joined, timeAt } from "./list-respondents";
import { isExcludedAt, isPendingAt, placesOf, suspectedBy, totalAt } from "./score-table";
import { type Supplier, supplierOf } from "./session-table";

type Figures = Omit<RespondentSummary, "survey" | "read_at">;
type InBands = Record<ScoreBand, number>;

const noBands = (): InBands => ({ bad: 0, poor: 0, fair: 0, good: 0 });

/** Counts and means of a survey's respondents; those who wait to be scored are in the first two counts alone. */
export function summarizeRespondents(joined: Omit<Joined, "thresholds">): Figures {
  const { scores } = joined;
  const all = placesOf(scores);
  const scored = all.filter((at) => !isPendingAt(scores, at));
  return {
    respondents: all.length,
    pending: all.length - scored.length,
    excluded: all.filter((at) => isExcludedAt(scores, at)).length,
    totals: inBands(scored.map((at) => totalAt(scores, at))),
    checks: qualityChecks.map((check, place) => {
      const found = scored.map((at) => scores.scores[place]?.[at] ?? NOT_SCORED).filter((score) => score >= 0);
      return { check, respondents: found.length, mean: meanOf(found), bands: inBands(found) };
    }),
    categories: answerCategories.map((category, place) => {
      const counts = scored.map((at) => scores.categories[place]?.[at] ?? 0).filter((answers) => answers > 0);
      return { category, answers: sum(counts), respondents: counts.length };
    }),
    suppliers: bySupplier(joined, scored).map(({ supplier, places }) => ({ supplier, ...groupOf(joined, places) })),
    days: byDay(joined, scored),
    agreement: agreementWithRules(joined, scored),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** To a tenth; of nothing 0. */
const meanOf = (values: readonly number[]) =>
  values.length === 0 ? 0 : Math.round((sum(values) / values.length) * 10) / 10;

function inBands(scores: readonly number[]): InBands {
  const bands = noBands();
  for (const score of scores) {
    const band = bandOf(score);
    if (band) bands[band] += 1;
  }
  return bands;
}

/** Some respondents by their suppliers, the largest first; null: no session says. */
export function bySupplier(
  { scores, sessions }: Pick<Joined, "scores" | "sessions">,
  places: readonly number[],
): { supplier: Supplier | null; places: number[] }[] {
  const groups = new Map<string | null, { supplier: Supplier | null; places: number[] }>();
  for (const at of places) {
    const supplier = sessions && supplierOf(sessions, scores.ids[at] ?? "");
    const group = groups.get(supplier?.code ?? null) ?? { supplier, places: [] };
    group.places.push(at);
    groups.set(supplier?.code ?? null, group);
  }
  return [...groups.values()].sort((one, other) => other.places.length - one.places.length);
}

function groupOf({ scores }: Pick<Joined, "scores">, places: readonly number[]) {
  const totals = places.map((at) => totalAt(scores, at)).filter((score) => score !== NOT_SCORED);
  return {
    respondents: places.length,
    good: totals.filter((score) => bandOf(score) === "good").length,
    excluded: places.filter((at) => isExcludedAt(scores, at)).length,
    mean: meanOf(totals),
  };
}

const DAY_MS = 24 * 60 * 60_000;

function byDay(joined: Omit<Joined, "thresholds">, places: readonly number[]): Figures["days"] {
  const days = new Map<number, number[]>();
  for (const at of places) {
    const day = Math.floor(timeAt(joined, at) / DAY_MS);
    if (Number.isNaN(day)) continue;
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(at);
    else days.set(day, [at]);
  }
  return [...days]
    .sort(([one], [other]) => one - other)
    .map(([number, ofDay]) => {
      const day = new Date(number * DAY_MS).toISOString().slice(0, 10);
      const { mean: _, ...counts } = groupOf(joined, ofDay);
      return { day, ...counts };
    });
}

/** How reviewers decided of those whom each rule suspects: a score under 60, or an answer of the category. */
function agreementWithRules(
  { scores, reviews }: Omit<Joined, "thresholds">,
  places: readonly number[],
): Figures["agreement"] {
  const decisions = scores.ids.map((id) => reviews.get(id)?.decision ?? null);
  const rules = ["total", ...qualityChecks, ...suspectCategories] as const;
  return rules.map((rule) => {
    const row = { rule, suspected: 0, excluded: 0, kept: 0, flagged: 0 };
    const isSuspected = suspectedBy(rule, scores);
    for (const at of places) {
      if (!isSuspected(at)) continue;
      row.suspected += 1;
      const decision = decisions[at];
      if (decision) row[decisionCounts[decision]] += 1;
    }
    return row;
  });
}

const decisionCounts = { exclude: "excluded", keep: "kept", flag: "flagged" } as const satisfies Record<
  ReviewDecision,
  string
>;
