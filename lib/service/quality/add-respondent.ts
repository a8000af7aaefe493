import "server-only";
import type { VersionOperations } from "@/lib/contracts/interfaces/quality";
import type { QualityVersion } from "@/lib/contracts/terms/quality";
import { tooManyRequests } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { inTurn, type TurnsOf } from "@/lib/in-turn";
import { processWide } from "@/lib/process-wide";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/quality";
import type { Answer, Call } from "../service";
import { succeeded } from "./envelope";
import {
  type Comparison,
  readAnswers,
  rulesOf,
  type SentPoint,
  type SentRespondent,
  scorePoints,
} from "./score-respondent";
import { findDuplicate, LEAST_WORDS } from "./scoring/duplicates";
import { reasonsToExclude } from "./scoring/exclusion";
import type { ReadAnswer } from "./scoring/open-answer";
import { bandsOf } from "./scoring/similarity";
import { summarize } from "./scoring/summary";
import { accountOf, requireVersion } from "./surveys";
import { viewRespondent } from "./view-respondent";

/**
 * `POST /addRespondent`: stores and scores one respondent in the call, also with `synchronousResponse: false`, which is
 * answered with the result and COMPLETED. The survey is locked meanwhile, so that of two copies one is the first.
 */
export const addRespondent =
  (version: QualityVersion) =>
  async ({ viewer, body, signal }: Call<VersionOperations["addRespondent"]>): Promise<Answer> => {
    const answers = readAnswers(body.dataPoints);
    const add = () => addRead(version, { accountId: accountOf(viewer), body, answers });
    const turn = { key: `${accountOf(viewer)}\0${body.surveyName}`, atOnce: 1, mostWaiting: MOST_WAITING, signal };
    return inTurn(surveysInTurn(), { ...turn, refusal: () => tooManyRequests(1000) }, add);
  };

/** Whoever waits for a survey's lock holds a connection: in one process, one call of a survey waits for it. */
const surveysInTurn = () => processWide("quality.turns", (): TurnsOf => new Map());
const MOST_WAITING = 500;

type Read = { accountId: string; body: SentRespondent; answers: ReadonlyMap<number, ReadAnswer> };

const addRead = (version: QualityVersion, { accountId, body, answers }: Read): Promise<Answer> =>
  db().transaction(async (transaction) => {
    const survey = await openSurvey(transaction, { accountId, name: body.surveyName, version });
    const [present] = await store.findQualityRespondents(transaction, survey.id, [body.respondentId]);
    if (present) throw repeated(body.respondentId);
    const compared = await compare(transaction, survey.id, { points: body.dataPoints, answers });
    const scores = summarize(scorePoints(body.dataPoints, answers, compared));
    const rules = rulesOf(version, body);
    const ruleReasons = rules ? reasonsToExclude(scores, rules) : [];
    const row = await store.insertQualityRespondent(transaction, {
      surveyId: survey.id,
      respondentId: body.respondentId,
      dataPoints: body.dataPoints,
      cleaningSettings: body.cleaningSettings ?? null,
      attributes: body.respondentAttributes ?? null,
      ...{ scores, ruleReasons, isExcluded: ruleReasons.length > 0 },
    });
    if (!row) throw repeated(body.respondentId);
    await storeForOthers(transaction, row, { points: body.dataPoints, answers });
    const renamed = await store.questionsWithOtherText(transaction, survey.id, questionsOf(body.dataPoints));
    return succeeded(viewRespondent(version, row), `Respondent scored.${noteOf(renamed)}`);
  });

const repeated = (respondentId: string) =>
  invalid({ respondentId: `The survey has a respondent “${respondentId}” already.` });

/** The survey of this name, created where there is none, locked; it takes respondents of this version. */
async function openSurvey(
  transaction: Connection,
  wanted: { accountId: string; name: string; version: QualityVersion },
): Promise<store.QualitySurvey> {
  const lock = () => store.lockQualitySurvey(transaction, wanted.accountId, wanted.name);
  let survey = await lock();
  if (!survey) {
    await store.createQualitySurvey(transaction, wanted);
    survey = await lock();
  }
  if (!survey) throw invalid({ surveyName: "The survey was deleted meanwhile. Send the respondent again." });
  requireVersion(survey, wanted.version);
  if (survey.stoppedAt) throw invalid({ surveyName: `The survey “${survey.name}” is stopped. Restart it first.` });
  return survey;
}

type Sent = { points: readonly SentPoint[]; answers: ReadonlyMap<number, ReadAnswer> };

/** The open answers that are compared with others, with the keys by which similar ones are found. */
const comparable = (surveyId: string, { points, answers }: Sent) =>
  [...answers]
    .filter(([, { wordCount, looksForDuplicates }]) => looksForDuplicates && wordCount >= LEAST_WORDS)
    .map(([at, answer]) => {
      const dataPointId = points[at]?.dataPointId ?? "";
      return { ...answer, at, surveyId, dataPointId, bands: bandsOf(answer.words, `${surveyId}\0${dataPointId}`) };
    });

async function compare(transaction: Connection, surveyId: string, sent: Sent): Promise<Comparison> {
  const timed = sent.points.filter(({ qualityCheck }) => qualityCheck === "TS").map(({ dataPointId }) => dataPointId);
  const figures = await store.durationFigures(transaction, surveyId, timed);
  const duplicates = new Map<number, ReturnType<typeof findDuplicate>>();
  for (const answer of comparable(surveyId, sent)) {
    const earlier = await store.answersInBands(transaction, answer);
    duplicates.set(answer.at, findDuplicate(answer.words, answer.wordCount, earlier));
  }
  return { durations: new Map(figures.map((figure) => [figure.dataPointId, figure])), duplicates };
}

/** What those who come later are compared with. */
async function storeForOthers(
  transaction: Connection,
  { id: respondent, surveyId }: store.QualityRespondent,
  sent: Sent,
): Promise<void> {
  const durations = sent.points.flatMap((point) =>
    point.qualityCheck === "TS"
      ? [{ respondent, surveyId, dataPointId: point.dataPointId, durationMs: point.duration }]
      : [],
  );
  await store.insertQualityDurations(transaction, durations);
  const answers = comparable(surveyId, sent).map(({ dataPointId, words, bands }) => ({
    ...{ respondent, surveyId, dataPointId, words, bands },
  }));
  await store.insertQualityAnswers(transaction, answers);
}

/** The text of each question that has an id. */
const questionsOf = (points: readonly SentPoint[]): Map<string, string> =>
  new Map(
    points.flatMap((point) =>
      point.qualityCheck === "CHS"
        ? point.interviewData.flatMap(({ questionId, question }): [string, string][] =>
            questionId === undefined ? [] : [[questionId, question]],
          )
        : [],
    ),
  );

const MOST_NAMED = 10;

function noteOf(questionIds: readonly string[]): string {
  if (questionIds.length === 0) return "";
  const named = questionIds.slice(0, MOST_NAMED).join(", ");
  const more = questionIds.length > MOST_NAMED ? ` and ${questionIds.length - MOST_NAMED} more` : "";
  return ` These questionIds came before with another text of the question: ${named}${more}.`;
}
