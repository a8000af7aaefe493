import "server-only";
import type { Connection } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quality";
import type { Comparison, SentPoint } from "./score-respondent";
import { candidatesFor } from "./scoring/candidates";
import { findDuplicate, LEAST_WORDS } from "./scoring/duplicates";
import type { ReadAnswer } from "./scoring/open-answer";
import { bandsOf } from "./scoring/similarity";

export type Compared = {
  /** By their number, in the order that respondents came. */
  respondent: number;
  surveyId: string;
  points: readonly SentPoint[];
  answers: ReadonlyMap<number, ReadAnswer>;
};

/**
 * A respondent against those who came before, and stored for those who come later. The survey is locked meanwhile.
 * What stands in one list is sent at once and carried out in its order.
 */
export async function compareRespondent(transaction: Connection, compared: Compared): Promise<Comparison> {
  const { surveyId, respondent, points } = compared;
  const times = points.filter((point) => point.qualityCheck === "TS");
  const grids = points.filter((point) => point.qualityCheck === "GQS");
  const own = answersToStore(compared);
  const [figures, sharing, answers, patterns] = await Promise.all([
    store.durationFigures(transaction, surveyId, idsOf(times)),
    store.answersInBands(transaction, { surveyId, bands: own.flatMap(({ bands }) => bands) }),
    store.latestAnswers(transaction, surveyId, idsOf(own)),
    store.latestGrids(transaction, surveyId, idsOf(grids)),
  ]);
  const found = own.map((answer) => ({ ...answer, ...candidatesFor(answer.bands, sharing) }));
  const place = { surveyId, respondent };
  const rowsOf = {
    durations: times.map(({ dataPointId, duration }) => ({ ...place, dataPointId, durationMs: duration })),
    grids: grids.map(({ dataPointId, gridAnswersPattern }) => ({ ...place, dataPointId, pattern: gridAnswersPattern })),
    answers: found.map(({ dataPointId, words, openBands }) => ({ ...place, dataPointId, words, bands: openBands })),
  };
  const [earlier] = await Promise.all([
    store.wordsOfAnswers(
      transaction,
      found.flatMap(({ candidates }) => candidates),
    ),
    store.insertQualityDurations(transaction, rowsOf.durations),
    store.insertQualityGrids(transaction, rowsOf.grids),
    store.insertQualityAnswers(transaction, rowsOf.answers),
  ]);
  return {
    durations: new Map(figures.map((figure) => [figure.dataPointId, figure])),
    duplicates: new Map(found.map((answer) => [answer.at, copyOf(answer, earlier)])),
    others: byDataPoint(answers, ({ words }) => words),
    grids: byDataPoint(patterns, ({ pattern }) => pattern),
  };
}

const idsOf = (points: readonly { dataPointId: string }[]) => points.map(({ dataPointId }) => dataPointId);

function byDataPoint<Row extends { dataPointId: string }, Value>(
  rows: readonly Row[],
  pick: (row: Row) => Value,
): Map<string, Value[]> {
  const all = new Map<string, Value[]>();
  for (const row of rows) {
    const values = all.get(row.dataPointId);
    if (values) values.push(pick(row));
    else all.set(row.dataPointId, [pick(row)]);
  }
  return all;
}

/** Shorter answers say nothing of what a question is about. */
const LEAST_STORED_WORDS = 4;

/** The answers that others are compared with; one that may be a copy, or be copied, has keys. */
const answersToStore = ({ surveyId, points, answers }: Compared) =>
  [...answers]
    .filter(([, { wordCount }]) => wordCount >= LEAST_STORED_WORDS)
    .map(([at, answer]) => {
      const dataPointId = points[at]?.dataPointId ?? "";
      const isCompared = answer.looksForDuplicates && answer.wordCount >= LEAST_WORDS;
      const bands = isCompared ? bandsOf(answer.words, `${surveyId}\0${dataPointId}`) : [];
      return { ...answer, at, dataPointId, bands };
    });

type Found = ReadAnswer & { dataPointId: string; candidates: readonly store.AnswerPlace[] };

function copyOf({ words, wordCount, dataPointId, candidates }: Found, earlier: readonly store.StoredAnswer[]) {
  const respondents = new Set(candidates.map(({ respondent }) => respondent));
  const others = earlier.filter((each) => each.dataPointId === dataPointId && respondents.has(each.respondent));
  return findDuplicate(words, wordCount, others);
}
