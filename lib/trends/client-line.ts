import { oneLine } from "@/lib/charts/captions";
import { totalCount } from "@/lib/charts/series";
import { EVERYBODY } from "./comparison";
import { rangeWords, type Told, weightUsed } from "./remarks";

/** Project, period, base, weight, filter and test of a trend in one line, for who reads its charts. */
export function clientLine(told: Told): string {
  const { project, filter, questions, tests, state } = told;
  const weight = weightUsed(told);
  const isMarked = state.marks && tests > 0 && questions.some(({ series }) => series.isTestable);
  return oneLine([
    project,
    rangeWords(told),
    baseWords(told),
    weight === null ? "unweighted" : `weighted by ${weight}`,
    filter === EVERYBODY ? null : `filter: ${filter}`,
    told.includesExcluded ? "with responses excluded for quality" : null,
    isMarked ? "▲▼ significant at 5%, adjusted for all comparisons" : null,
  ]);
}

/** Answers behind the lines: one number where all have the same, else the least and the greatest; null: not known. */
function baseWords({ questions, count }: Told): string | null {
  const totals = questions.map(({ series }) => totalCount(series)).filter((total) => total !== null);
  const [first] = totals;
  if (first === undefined || totals.length < questions.length) return null;
  const least = totals.reduce((a, b) => Math.min(a, b), first);
  const most = totals.reduce((a, b) => Math.max(a, b), first);
  return least === most ? `n ${count(most)}` : `n ${count(least)} to ${count(most)}`;
}
