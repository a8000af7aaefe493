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
import { readAnswers, type SentPoint, type SentRespondent } from "./score-respondent";
import { scoreNext, scoreStored } from "./score-stored";
import type { ReadAnswer } from "./scoring/open-answer";
import { accountOf, requireVersion } from "./surveys";
import { viewRespondent } from "./view-respondent";

/**
 * `POST /addRespondent`: stores one respondent and scores them in the call. With `synchronousResponse: false`, and where
 * too many wait before them, they are scored by a worker: always in the order that the survey's respondents came, so that
 * of two copies the first is none.
 */
export const addRespondent =
  (version: QualityVersion) =>
  async ({ viewer, body, signal }: Call<VersionOperations["addRespondent"]>): Promise<Answer> => {
    const wanted = { accountId: accountOf(viewer), name: body.surveyName, version };
    const answers = isSynchronous(body) ? readAnswers(body.dataPoints) : new Map<number, ReadAnswer>();
    const add = async () => {
      const { row, note } = await addStored(wanted, body, answers);
      const scored = row.scores || !isSynchronous(body) ? row : await scoreUpTo(row);
      const view = viewRespondent(version, scored);
      return succeeded(view, `${view.status === "COMPLETED" ? "Respondent scored." : WAITING}${note}`);
    };
    const turn = { key: `${wanted.accountId}\0${wanted.name}`, atOnce: 1, mostWaiting: MOST_WAITING, signal };
    return inTurn(surveysInTurn(), { ...turn, refusal: () => tooManyRequests(1000) }, add);
  };

const WAITING = "Respondent stored. They are scored as soon as those who came before them.";
const isSynchronous = ({ synchronousResponse = true }: SentRespondent) => synchronousResponse;

/** Whoever waits for a survey's lock holds a connection: in one process, one call of a survey waits for it. */
const surveysInTurn = () => processWide("quality.turns", (): TurnsOf => new Map());
const MOST_WAITING = 500;

type Wanted = { accountId: string; name: string; version: QualityVersion };
type Added = { row: store.QualityRespondent; note: string };

/** Stores a respondent, and scores them where nobody waits before them and the call waits for it. */
const addStored = (wanted: Wanted, body: SentRespondent, answers: ReadonlyMap<number, ReadAnswer>): Promise<Added> =>
  db().transaction(async (transaction) => {
    const survey = await openSurvey(transaction, wanted);
    const added = await store.insertQualityRespondent(transaction, {
      surveyId: survey.id,
      respondentId: body.respondentId,
      dataPoints: body.dataPoints,
      cleaningSettings: body.cleaningSettings ?? null,
      attributes: body.respondentAttributes ?? null,
      ...{ cleans: body.activateCleaning ?? false, ruleReasons: [], isExcluded: false },
    });
    if (!added) throw repeated(body.respondentId);
    const { row, doOthersWait } = added;
    const renamed = await store.questionsWithOtherText(transaction, survey.id, questionsOf(body.dataPoints));
    const note = noteOf(renamed);
    if (isSynchronous(body) && !doOthersWait) {
      return { row: await scoreStored(transaction, { survey, row, answers }), note };
    }
    await store.notifyScorers(transaction);
    return { row, note };
  });

/** So many who wait before a respondent are scored in the respondent's call. */
const MOST_BEFORE = 50;

/** Scores those who wait before a respondent, then the respondent; who has to wait longer is left to a worker. */
async function scoreUpTo(row: store.QualityRespondent): Promise<store.QualityRespondent> {
  for (let turns = 0; turns <= MOST_BEFORE; turns += 1) {
    const isOver = await scoreNext(row.surveyId, { waits: true });
    const [now] = await store.findQualityRespondents(db(), row.surveyId, [row.respondentId]);
    if (now?.scores) return now;
    if (!isOver) break;
  }
  return row;
}

const repeated = (respondentId: string) =>
  invalid({ respondentId: `The survey has a respondent “${respondentId}” already.` });

/** The survey of this name, created where there is none, locked; it takes respondents of this version. */
async function openSurvey(transaction: Connection, wanted: Wanted): Promise<store.QualitySurvey> {
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
