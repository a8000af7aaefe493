import "server-only";
import type { ReadRespondent } from "@/lib/contracts/interfaces/quality-replies";
import type { ScoreFigures } from "@/lib/contracts/rules/exclusion";
import {
  type AnswerCategory,
  NOT_SCORED,
  type QualityCheck,
  type QualityVersion,
  readableCategories,
} from "@/lib/contracts/terms/quality";
import * as service from "@/lib/service/quality/read-respondents";
import { isBuiltIn, named, type QualitySurvey, respondentPages, respondentsById } from "./quality";

/** The scores of one respondent without what they rest on; categories as v3 names them. */
export type ScoreRow = ScoreFigures & {
  respondentId: string;
  isPending: boolean;
  isExcluded: boolean;
  /** Why the rules exclude them or would, and who else did. */
  reasons: string[];
  /** When the service was told of them, in epoch milliseconds; null: it does not say. */
  at: number | null;
};

type ScorePage = { version: QualityVersion; isStopped: boolean | null; rows: ScoreRow[] };

/** The scores of all respondents of a survey, some at a time; nothing where the service does not know the survey. */
export async function* scorePages(survey: QualitySurvey): AsyncGenerator<ScorePage> {
  if (isBuiltIn(survey.context)) {
    const state = await service.findSurveyState(named(survey));
    if (!state) return;
    yield { ...state, rows: [] };
    for await (const lines of service.scoreLines(named(survey))) yield { ...state, rows: lines.map(rowOfLine) };
    return;
  }
  for await (const { version, isStopped, respondents } of respondentPages(survey)) {
    yield { version, isStopped, rows: respondents.map((one) => rowOfRespondent(version, one)) };
  }
}

/** The same of those of these respondents that the survey has. */
export async function scoreRowsById(survey: QualitySurvey, ids: readonly string[]): Promise<ScoreRow[]> {
  if (isBuiltIn(survey.context)) return (await service.scoreLinesById(named(survey), ids)).map(rowOfLine);
  const { version, byId } = await respondentsById(survey, ids);
  return [...byId.values()].map((one) => rowOfRespondent(version, one));
}

function rowOfLine(line: service.ScoreLine): ScoreRow {
  const { respondentId, isExcluded, decidedBy, atMs, total, checks, categories, ruleReasons } = line;
  const isPending = total === null;
  const byPerson = isExcluded && ruleReasons.length === 0 && !isPending;
  return {
    ...{ respondentId, isPending, isExcluded, at: atMs, total: total ?? NOT_SCORED },
    reasons: byPerson ? [`Excluded by ${decidedBy ?? "a person"}.`] : ruleReasons,
    ...{ checks: checks ?? {}, categories: categories ?? {} },
  };
}

/** A respondent of any service in the same terms. */
function rowOfRespondent(version: QualityVersion, { respondentId, respondentQuality }: ReadRespondent): ScoreRow {
  if (!respondentQuality) {
    const nothing = { total: NOT_SCORED, checks: {}, categories: {}, reasons: [], at: null };
    return { respondentId, isPending: true, isExcluded: false, ...nothing };
  }
  const { isExcluded, reasonsForExclusion, serviceScore, dataPointsSummary, qualityScoreSummary } = respondentQuality;
  const scored = dataPointsSummary.filter(({ score }) => score !== NOT_SCORED);
  return {
    ...{ respondentId, isPending: false, isExcluded, total: serviceScore, at: null, reasons: reasonsForExclusion },
    checks: checksOf(
      qualityScoreSummary.map(({ qualityCheck, score }) => [qualityCheck, score]),
      scored.map(({ qualityCheck }) => qualityCheck),
    ),
    categories: countsOf(dataPointsSummary.flatMap(({ category }) => categoryOf(version, category) ?? [])),
  };
}

/** A category of any version as v3 names it; null: none, or one that nobody knows. */
export const categoryOf = (version: QualityVersion, name: string | undefined): AnswerCategory | null =>
  name === undefined ? null : (readable[version].get(name) ?? readable.v3.get(name) ?? null);

const readable = { v1: readableCategories("v1"), v2: readableCategories("v2"), v3: readableCategories("v3") };

function checksOf(scores: Iterable<[QualityCheck, number]>, scored: readonly QualityCheck[]): ScoreFigures["checks"] {
  const checks: ScoreFigures["checks"] = {};
  for (const [check, score] of scores) checks[check] = { score, points: 0 };
  for (const check of scored) {
    const one = checks[check];
    if (one) one.points += 1;
  }
  return checks;
}

function countsOf(categories: readonly AnswerCategory[]): ScoreFigures["categories"] {
  const counts: ScoreFigures["categories"] = {};
  for (const category of categories) counts[category] = (counts[category] ?? 0) + 1;
  return counts;
}
