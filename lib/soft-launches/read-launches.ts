import "server-only";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SoftLaunch, WaitingSoftLaunch } from "@/lib/contracts/ours/soft-launches";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { listResponses } from "@/lib/gateway/demand-reads";
import { requireSurvey, surveysById } from "@/lib/gateway/surveys-by-id";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/soft-launches";
import { launchOf, settleLaunch } from "./kept-launch";
import { canUndo, isUnderWay } from "./launch";
import { hasStatus, targetOf } from "./targets";
import { measure, viewTargets } from "./view";

/** A survey's soft launch beside what the survey has now; null when it never had one. */
export async function readSoftLaunch(context: SignedInContext, id: string): Promise<SoftLaunch | null> {
  const { survey } = await requireSurvey(context, id);
  return viewSoftLaunch(context, survey);
}

export async function viewSoftLaunch(context: SignedInContext, survey: Survey): Promise<SoftLaunch | null> {
  const found = await store.findSoftLaunch(db(), { connection: context.viewer.connection, surveyId: survey.id });
  if (!found) return null;
  const [row, open] = await Promise.all([settleLaunch(context, found.launch, survey), openSessionsOf(context, survey)]);
  const launch = launchOf(row);
  return {
    survey_id: survey.id,
    survey_name: survey.name ?? survey.id,
    status: survey.status ?? null,
    state: row.state,
    share: row.share,
    targets: viewTargets(launch, survey),
    expected: row.expected,
    measured: measure(survey, open),
    problem: row.problem,
    writing: launch.writing !== null,
    can_undo: launch.writing === null && (isUnderWay(launch) || row.problem === null) && canUndo(launch),
    changed_by: found.person,
    started_at: row.createdAt.toISOString(),
    reached_at: row.reachedAt?.toISOString() ?? null,
    changed_at: row.updatedAt.toISOString(),
  };
}

/** How many sessions started and have no outcome; null: the service does not tell, which leaves only one figure open. */
async function openSessionsOf(
  context: SignedInContext,
  { id, field_details: details }: Survey,
): Promise<number | null> {
  if (!details?.survey_starts) return null;
  const query = { survey_id: id, statuses: ["in progress"], page: 1, page_size: 1 };
  const found = await listResponses(context, query).catch(() => null);
  return found?.total ?? null;
}

/** Looked at before it is known whether more are wanted. */
const AT_ONCE = 100;

const MOST_WAITING = 500;
/** Other people's of the same connection may stand before the viewer's: so far is looked for his. */
const MOST_PAGES = 50;

/** The viewer's surveys that wait for a decision, the latest first. One that is complete or gone waits for none. */
export async function listWaiting(context: SignedInContext): Promise<WaitingSoftLaunch[]> {
  const { viewer } = context;
  const ownUser = connectionOf(viewer).demand.url === null ? viewer.email : null;
  const waiting: WaitingSoftLaunch[] = [];
  for (let page = 0; page < MOST_PAGES && waiting.length < MOST_WAITING; page += 1) {
    const paging = { from: page * AT_ONCE, most: AT_ONCE };
    const rows = await store.listReachedSoftLaunches(db(), { connection: viewer.connection, ownUser, ...paging });
    waiting.push(...(await waitingOfThese(context, rows)));
    if (rows.length < AT_ONCE) break;
  }
  return waiting.slice(0, MOST_WAITING);
}

async function waitingOfThese(context: SignedInContext, rows: store.SoftLaunchRow[]): Promise<WaitingSoftLaunch[]> {
  const found = await surveysById(
    context,
    rows.map(({ surveyId }) => surveyId),
  );
  const surveys = new Map(found.map((survey) => [survey.id, survey]));
  return rows.flatMap((row) => {
    const survey = surveys.get(row.surveyId);
    return survey && !hasStatus(survey, "Complete") ? [waitingOf(row, survey)] : [];
  });
}

const waitingOf = (row: store.SoftLaunchRow, survey: Survey): WaitingSoftLaunch => ({
  survey_id: survey.id,
  survey_name: survey.name ?? survey.id,
  share: row.share,
  completes: survey.field_details?.survey_completes ?? null,
  respondents: targetOf(row.fullTargets, "") ?? null,
  reached_at: row.reachedAt?.toISOString() ?? null,
});
