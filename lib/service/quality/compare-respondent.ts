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
  const { surveyId, respondent } = compared;
  const place = { surveyId, respondent };
  const times = compared.points.filter((point) => point.qualityCheck === "TS");
  const own = answersToCompare(compared);
  const [figures, sharing] = await Promise.all([
    store.durationFigures(
      transaction,
      surveyId,
      times.map(({ dataPointId }) => dataPointId),
    ),
    store.answersInBands(transaction, { surveyId, bands: own.flatMap(({ bands }) => bands) }),
  ]);
  const found = own.map((answer) => ({ ...answer, ...candidatesFor(answer.bands, sharing) }));
  const [earlier] = await Promise.all([
    store.wordsOfAnswers(
      transaction,
      found.flatMap(({ candidates }) => candidates),
    ),
    store.insertQualityDurations(
      transaction,
      times.map(({ dataPointId, duration }) => ({ ...place, dataPointId, durationMs: duration })),
    ),
    store.insertQualityAnswers(
      transaction,
      found.map(({ dataPointId, words, openBands }) => ({ ...place, dataPointId, words, bands: openBands })),
    ),
  ]);
  return {
    durations: new Map(figures.map((figure) => [figure.dataPointId, figure])),
    duplicates: new Map(found.map((answer) => [answer.at, copyOf(answer, earlier)])),
  };
}

const answersToCompare = ({ surveyId, points, answers }: Compared) =>
  [...answers]
    .filter(([, { wordCount, looksForDuplicates }]) => looksForDuplicates && wordCount >= LEAST_WORDS)
    .map(([at, answer]) => {
      const dataPointId = points[at]?.dataPointId ?? "";
      return { ...answer, at, dataPointId, bands: bandsOf(answer.words, `${surveyId}\0${dataPointId}`) };
    });

type Found = ReadAnswer & { dataPointId: string; candidates: readonly store.AnswerPlace[] };

function copyOf({ words, wordCount, dataPointId, candidates }: Found, earlier: readonly store.StoredAnswer[]) {
  const respondents = new Set(candidates.map(({ respondent }) => respondent));
  const others = earlier.filter((each) => each.dataPointId === dataPointId && respondents.has(each.respondent));
  return findDuplicate(words, wordCount, others);
}
