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

/** A respondent against those who came before, and stored for those who come later. The survey is locked meanwhile. */
export async function compareRespondent(transaction: Connection, compared: Compared): Promise<Comparison> {
  const durations = await compareDurations(transaction, compared);
  const duplicates = await compareAnswers(transaction, compared);
  return { durations, duplicates };
}

async function compareDurations(
  transaction: Connection,
  { respondent, surveyId, points }: Compared,
): Promise<Comparison["durations"]> {
  const times = points.filter((point) => point.qualityCheck === "TS");
  const ids = times.map(({ dataPointId }) => dataPointId);
  const figures = await store.durationFigures(transaction, surveyId, ids);
  const rows = times.map(({ dataPointId, duration }) => ({ respondent, surveyId, dataPointId, durationMs: duration }));
  await store.insertQualityDurations(transaction, rows);
  return new Map(figures.map((figure) => [figure.dataPointId, figure]));
}

async function compareAnswers(
  transaction: Connection,
  { respondent, surveyId, points, answers }: Compared,
): Promise<Comparison["duplicates"]> {
  const own = [...answers]
    .filter(([, { wordCount, looksForDuplicates }]) => looksForDuplicates && wordCount >= LEAST_WORDS)
    .map(([at, answer]) => {
      const dataPointId = points[at]?.dataPointId ?? "";
      return { ...answer, at, dataPointId, bands: bandsOf(answer.words, `${surveyId}\0${dataPointId}`) };
    });
  const sharing = await store.answersInBands(transaction, { surveyId, bands: own.flatMap(({ bands }) => bands) });
  const found = own.map((answer) => ({ ...answer, candidates: candidatesFor(answer.bands, sharing) }));
  const earlier = await store.wordsOfAnswers(
    transaction,
    found.flatMap(({ candidates }) => candidates.answers),
  );
  const rows = found.map(({ dataPointId, words, candidates }) => ({
    ...{ respondent, surveyId, dataPointId, words, bands: candidates.openBands },
  }));
  await store.insertQualityAnswers(transaction, rows);
  return new Map(
    found.map(({ at, words, wordCount, dataPointId, candidates }) => {
      const respondents = new Set(candidates.answers.map((answer) => answer.respondent));
      const others = earlier.filter((each) => each.dataPointId === dataPointId && respondents.has(each.respondent));
      return [at, findDuplicate(words, wordCount, others)];
    }),
  );
}
