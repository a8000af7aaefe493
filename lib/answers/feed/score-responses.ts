import "server-only";
import * as z from "zod";
import { LIMITS } from "@/lib/answers/limits";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { type FeedMapping, feedMapping } from "@/lib/contracts/ours/scoring-feed";
import { MOST_SCORED } from "@/lib/contracts/terms/scoring-feed";
import { addRespondent } from "@/lib/gateway/add-respondent";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { type QualitySurvey, qualitySurvey, respondentsById } from "@/lib/gateway/quality";
import { AppError } from "@/lib/http/problem";
import { type Begin, type JobToStart, type Kind, newJob, StepEnded, StepHalted } from "@/lib/jobs/kind";
import { readBatches, readFedResponses } from "@/lib/stores/clickhouse/fed-responses";
import { type Answers, findAnswers } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { findScoringFeed } from "@/lib/stores/postgres/scoring-feeds";
import { dataPointsOf, type FedResponse } from "./data-points";
import { isSessionSurvey, surveyOfSession } from "./session-survey";
import { mappingProblems } from "./suggest-mapping";

const jobSchema = z.object({ projectId: z.string(), mapping: feedMapping });
type Job = z.output<typeof jobSchema>;

/** Responses by their ids, as they stand in order. */
const stepSchema = z.object({ after: z.string().nullable(), until: z.string() });
type Step = z.output<typeof stepSchema>;

/** Who of the batch was not scored when it was begun: of them those that are scored later were scored by it. */
const beforeSchema = z.object({ due: z.array(z.string()) });
type Before = z.output<typeof beforeSchema>;

const afterSchema = z.object({
  scored: z.int(),
  /** The quality service had them before. */
  already: z.int(),
  /** They have no answer that a check could look at, or belong to no survey. */
  nothing: z.int(),
  refused: z.int(),
  /** What the service said of those, each sentence once. */
  reasons: z.array(z.string()),
});
type After = z.output<typeof afterSchema>;

/** Another service is asked about each respondent on its own, up to so many. */
const AT_ONCE = 50;
/** Between so many respondents it is asked whether the job may go on. */
const ASK_EVERY = 5;
const MOST_REASONS = 5;

/**
 * Gives a project's responses to the quality service, a batch a step. Whom the service has already is passed over, so that
 * a batch that was interrupted, or is tried again, scores nobody twice.
 */
export const scoreResponses: Kind<Job, Step, Before, After> = {
  kind: "score responses",
  permission: "surveys:write",
  stored: { input: jobSchema, step: stepSchema, before: beforeSchema, after: afterSchema },
  goesOn: true,

  step: async (context, item, begin, { input, mayGoOn }) => {
    const batch = await readBatch(context, input, item.input);
    const present = await presentOf(batch);
    const isPresent = ({ id }: FedResponse) => present.has(id);
    const due = new Set(
      item.before?.due ?? batch.due.map(({ response: { id } }) => id).filter((id) => !present.has(id)),
    );
    const left = batch.due.filter(({ response }) => !isPresent(response));
    const done = { refused: 0, reasons: new Set<string>() };
    await begin({ due: [...due] }, progress(due.size - left.length, due.size));
    for (const [at, { survey, response, points }] of left.entries()) {
      if (at % ASK_EVERY === 0) await goOn(begin, mayGoOn, { due, scored: due.size - left.length + at });
      const reason = await add(survey, { respondentId: response.id, dataPoints: points });
      if (reason === null) continue;
      done.refused += 1;
      if (done.reasons.size < MOST_REASONS) done.reasons.add(reason);
    }
    const after: After = {
      scored: due.size - done.refused,
      already: batch.due.length - due.size,
      nothing: batch.nothing,
      ...{ refused: done.refused, reasons: [...done.reasons] },
    };
    await begin({ due: [...due] }, outcome(after));
    return after;
  },

  settle: async () => "not done",
};

type Due = { survey: QualitySurvey; response: FedResponse; points: ReturnType<typeof dataPointsOf> };
type Batch = { due: Due[]; nothing: number };

async function readBatch(context: SignedInContext, { projectId, mapping }: Job, range: Step): Promise<Batch> {
  const answers = await findAnswers(db(), keyOf(context, await ownProject(context, projectId)));
  if (!answers?.table) throw new StepEnded("refused", NO_ANSWERS);
  const [problem] = mappingProblems(mapping, answers.questions);
  if (problem) throw new StepEnded("refused", problem);
  const responses = await readResponses(answers, { mapping, table: answers.table, range });
  const questions = new Map(answers.questions.map((question) => [question.id, question]));
  const surveys = new Map<string, Promise<QualitySurvey>>();
  const surveyOf = (id: string) => {
    const found = surveys.get(id) ?? qualitySurvey(context, { id });
    surveys.set(id, found);
    return found;
  };
  const batch: Batch = { due: [], nothing: 0 };
  for (const response of responses) {
    const points = dataPointsOf(response, mapping, questions);
    const id = surveyOfSession(response, questions) ?? mapping.survey_id;
    if (points.length === 0 || id === null) batch.nothing += 1;
    else batch.due.push({ survey: await surveyOf(id), response, points });
  }
  return batch;
}

const NO_ANSWERS = "This project has no answers any more. Import them again, then score them.";

type Read = { mapping: FeedMapping; table: string; range: Step };

async function readResponses({ questions }: Answers, { mapping, table, range }: Read): Promise<FedResponse[]> {
  const wanted = questions.filter(isIn(mapping));
  const rows = await readFedResponses({ table, questions, wanted, range }, LIMITS);
  const ids = wanted.map(({ id }) => id);
  return rows.map(({ id, durationMs, answers, wasAsked }) => ({
    ...{ id, durationMs },
    answers: new Map(ids.map((question, at) => [question, answers[at] ?? null])),
    asked: new Set(ids.filter((_, at) => wasAsked[at])),
  }));
}

/** The questions of a mapping, and the survey of sessions. */
function isIn({ open, times, grids, interview }: FeedMapping): (question: Question) => boolean {
  const ids = new Set([
    ...[...open, ...times].flatMap(({ question_id: id }) => id ?? []),
    ...grids.flatMap(({ question_ids: all }) => all),
    ...interview,
  ]);
  return (question) => ids.has(question.id) || isSessionSurvey(question);
}

/** Whom the service has already, by survey. */
async function presentOf({ due }: Batch): Promise<Set<string>> {
  const bySurvey = new Map<QualitySurvey, string[]>();
  for (const { survey, response } of due) bySurvey.set(survey, [...(bySurvey.get(survey) ?? []), response.id]);
  const present = new Set<string>();
  for (const [survey, ids] of bySurvey) {
    const { byId } = await respondentsById(survey, ids);
    for (const id of byId.keys()) present.add(id);
  }
  return present;
}

type Added = Parameters<typeof addRespondent>[1];

/** Null: added, by this call or by somebody else meanwhile; else why the service refuses it. */
async function add(survey: QualitySurvey, respondent: Added): Promise<string | null> {
  try {
    await addRespondent(survey, respondent);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    const { byId } = await respondentsById(survey, [respondent.respondentId]);
    return byId.has(respondent.respondentId) ? null : sentenceOf(error);
  }
}

const sentenceOf = ({ message, fields = {} }: AppError): string => Object.values(fields)[0] ?? message;

async function goOn(
  begin: Begin<Before>,
  mayGoOn: () => Promise<boolean>,
  { due, scored }: { due: ReadonlySet<string>; scored: number },
): Promise<void> {
  if (!(await mayGoOn())) throw new StepHalted("It may not go on now.");
  await begin({ due: [...due] }, progress(scored, due.size));
}

const number = (value: number) => value.toLocaleString("en");

const progress = (scored: number, of: number) => `${number(scored)} of ${number(of)} scored so far.`;

function outcome({ scored, already, nothing, refused, reasons }: After): string {
  return [
    `${number(scored)} scored.`,
    ...(already > 0 ? [`${number(already)} were scored before.`] : []),
    ...(nothing > 0 ? [`${number(nothing)} have nothing to score.`] : []),
    ...(refused > 0 ? [`${number(refused)} refused: ${reasons.join(" ")}`] : []),
  ].join(" ");
}

type Start = { project_id: string; request_id?: string | undefined };

/** The scoring that was asked for, as a job. */
export async function scoreJob(
  context: SignedInContext<SessionViewer>,
  { project_id, request_id: id }: Start,
): Promise<JobToStart> {
  const project = await ownProject(context, project_id);
  const key = keyOf(context, project);
  const [answers, feed] = await Promise.all([findAnswers(db(), key), findScoringFeed(db(), key)]);
  if (!answers?.table) throw new AppError("invalid", "This project has no answers yet: import some first.");
  if (!feed) throw new AppError("invalid", "Save first which questions are given to which check.");
  const { mapping } = feed;
  const [problem] = mappingProblems(mapping, answers.questions);
  if (problem) throw new AppError("invalid", problem);
  if (mapping.survey_id !== null) await qualitySurvey(context, { id: mapping.survey_id });
  const { total, untils } = await readBatches(answers.table, AT_ONCE, LIMITS);
  if (total > MOST_SCORED) {
    throw new AppError("invalid", `One job scores at most ${number(MOST_SCORED)} responses: this project has more.`);
  }
  const items = untils.map((until, at) => ({
    key: String(at + 1),
    label: `Responses ${number(at * AT_ONCE + 1)} to ${number(Math.min(total, (at + 1) * AT_ONCE))}`,
    input: { after: untils[at - 1] ?? null, until },
  }));
  const title = `Score ${number(total)} responses of ${project.name}`.slice(0, 200);
  return newJob(scoreResponses, { id, title, input: { projectId: project.id, mapping }, items });
}
