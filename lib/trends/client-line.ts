import { oneLine } from "@/lib/charts/captions";
import { EVERYBODY } from "./comparison";
import { rangeWords, type Told, weightUsed } from "./remarks";

/** Project, period, weight, filter and test of a trend in one line, for who reads its charts. */
export function clientLine(told: Told): string {
  const { project, filter, questions, tests, state } = told;
  const weight = weightUsed(told);
  const isMarked = state.marks && tests > 0 && questions.some(({ series }) => series.isTestable);
  return oneLine([
    project,
    rangeWords(told),
    weight === null ? "unweighted" : `weighted by ${weight}`,
    filter === EVERYBODY ? null : `filter: ${filter}`,
    told.includesExcluded ? "with responses excluded for quality" : null,
    isMarked ? "▲▼ significant at 5%, adjusted for all comparisons" : null,
  ]);
}
