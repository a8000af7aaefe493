import "server-only";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quality";
import { comparedAnswersOf, sentPointsOf } from "@/lib/stores/postgres/quality-scores";
import type { SentPoint } from "./score-respondent";
import { candidatesFor } from "./scoring/candidates";
import { bandsOf, shinglesOf, similarity } from "./scoring/similarity";
import { sentPoints } from "./sent-parts";

/** An answer of somebody else that is like one of a respondent's; `similarity`: Jaccard's of three-character shingles. */
type SimilarAnswer = { respondentId: string; dataPointId: string; similarity: number; answer: string };

export type Evidence = {
  /** What was sent of the respondent, in its order. */
  sent: SentPoint[];
  /** By data point: the median of the survey's latest durations, of those that enough respondents have. */
  medians: Map<string, number>;
  /** The most similar first. */
  similar: SimilarAnswer[];
};

/** Fewer say little of how long it takes. */
const LEAST_DURATIONS = 20;
const LEAST_SIMILARITY = 0.4;
const MOST_SIMILAR = 10;

/** What speaks for and against a respondent of a survey; null: there is none. That the account is the caller's is proven. */
export async function evidenceOf(
  { accountId, name }: { accountId: string; name: string },
  respondentId: string,
): Promise<Evidence | null> {
  const survey = await store.findQualitySurvey(db(), accountId, name);
  if (!survey) return null;
  const [row] = await sentPointsOf(db(), survey.id, [respondentId]);
  if (!row) return null;
  const sent = sentPoints(survey.version, row);
  const timed = sent.filter(({ qualityCheck }) => qualityCheck === "TS").map(({ dataPointId }) => dataPointId);
  const [figures, similar] = await Promise.all([
    store.durationFigures(db(), survey.id, timed),
    similarAnswers(survey, row.id),
  ]);
  const enough = figures.filter(({ respondents }) => respondents >= LEAST_DURATIONS);
  return { sent, similar, medians: new Map(enough.map(({ dataPointId, medianMs }) => [dataPointId, medianMs])) };
}

type Survey = Pick<store.QualitySurvey, "id" | "version">;

async function similarAnswers(survey: Survey, respondent: number): Promise<SimilarAnswer[]> {
  const compared = await comparedAnswersOf(db(), respondent);
  const surveyId = survey.id;
  const own = compared.map((answer) => ({
    ...answer,
    bands: bandsOf(answer.words, `${surveyId}\0${answer.dataPointId}`),
    shingles: shinglesOf(answer.words),
  }));
  const bands = own.flatMap((answer) => answer.bands);
  const sharing = (await store.answersInBands(db(), { surveyId, bands })).filter(
    (answer) => answer.respondent !== respondent,
  );
  const candidates = own.flatMap((answer) => candidatesFor(answer.bands, sharing).candidates);
  const others = await store.wordsOfAnswers(db(), candidates);
  const alike = own.flatMap(({ dataPointId, words, shingles }) =>
    others
      .filter((other) => other.dataPointId === dataPointId)
      .map((other) => ({
        ...other,
        similarity: other.words === words ? 1 : similarity(shingles, shinglesOf(other.words)),
      })),
  );
  const most = alike
    .filter((each) => each.similarity >= LEAST_SIMILARITY)
    .sort((one, other) => other.similarity - one.similarity || one.respondent - other.respondent)
    .slice(0, MOST_SIMILAR);
  return withOriginals(survey, most);
}

/** The answers as they were written; only their words are compared. */
async function withOriginals(
  { id, version }: Survey,
  found: readonly { respondentId: string; dataPointId: string; similarity: number; words: string }[],
): Promise<SimilarAnswer[]> {
  if (found.length === 0) return [];
  const rows = await sentPointsOf(
    db(),
    id,
    found.map(({ respondentId }) => respondentId),
  );
  const points = new Map(rows.map((row) => [row.respondentId, sentPoints(version, row)]));
  return found.map(({ respondentId, dataPointId, similarity, words }) => {
    const point = points
      .get(respondentId)
      ?.find((each) => each.qualityCheck === "OES" && each.dataPointId === dataPointId);
    return { respondentId, dataPointId, similarity, answer: point?.qualityCheck === "OES" ? point.answer : words };
  });
}
