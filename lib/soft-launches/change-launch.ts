import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SoftLaunch, SoftLaunchChange, SoftLaunchPlan } from "@/lib/contracts/ours/soft-launches";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { requireSurvey } from "@/lib/gateway/surveys-by-id";
import { changeSurvey } from "@/lib/gateway/write-survey";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { db } from "@/lib/stores/postgres/client";
import { seal } from "@/lib/stores/postgres/sealed";
import * as store from "@/lib/stores/postgres/soft-launches";
import { launchOf, membersOf, settleLaunch, shareTakenAsFull } from "./kept-launch";
import { become } from "./launch";
import { type Plan, planOf } from "./plan";
import { viewSoftLaunch } from "./read-launches";

type PersonContext = SignedInContext<SessionViewer>;

const rulesOf = ({ viewer }: SignedInContext) => ({ ownRules: connectionOf(viewer).demand.url === null });

/** The survey's row as it is now, an interrupted change of it settled. */
async function presentRow(context: PersonContext, survey: Survey): Promise<store.SoftLaunchRow | null> {
  const place = { connection: context.viewer.connection, surveyId: survey.id };
  const found = await store.findSoftLaunch(db(), place);
  return found && settleLaunch(context, found.launch, survey);
}

function plan(context: PersonContext, row: store.SoftLaunchRow | null, survey: Survey, asked: SoftLaunchChange): Plan {
  const planned = planOf(row && launchOf(row), survey, asked, rulesOf(context));
  const problem = row && asked.action === "start" ? shareTakenAsFull(row, survey) : null;
  return { ...planned, problem: problem ?? planned.problem };
}

/** What an action would write. Nothing is changed. */
export async function previewSoftLaunch(context: PersonContext, asked: SoftLaunchChange): Promise<SoftLaunchPlan> {
  const { survey, revision } = await requireSurvey(context, asked.survey_id);
  const row = await presentRow(context, survey);
  const { share, targets, status, notices, problem } = plan(context, row, survey, asked);
  return { revision, changed_at: changedAt(row), share, targets, status, notices, problem };
}

/**
 * Carries an action out: what it is about to do is written down first, then the survey is changed in one write, then
 * what is written down becomes what is. Killed between, the survey shows how far it came (see `settled`).
 */
export async function changeSoftLaunch(context: PersonContext, asked: SoftLaunchChange): Promise<SoftLaunch> {
  const begun: Begun[] = [];
  try {
    const outcome = await changeSurvey(context, asked.survey_id, async (survey, revision) => {
      if (asked.revision !== undefined && asked.revision !== revision) throw changedSince("survey");
      const seen = await presentRow(context, survey);
      if (asked.changed_at !== undefined && asked.changed_at !== changedAt(seen)) throw changedSince("soft launch");
      const planned = plan(context, seen, survey, asked);
      if (planned.problem) throw new AppError("invalid", planned.problem);
      const row = await begin(context, seen, survey, planned, asked.action === "start");
      begun.push({ row, seen, plan: planned });
      return planned.body;
    });
    for (const one of begun) await end(one);
    const survey = outcome?.survey ?? (await requireSurvey(context, asked.survey_id)).survey;
    const view = await viewSoftLaunch(context, survey);
    if (!view) throw new Error("The soft launch just written is there.");
    return view;
  } catch (error) {
    for (const one of begun) await giveUp(context, one, error);
    throw error;
  }
}

const changedAt = (row: store.SoftLaunchRow | null): string | null => row?.updatedAt.toISOString() ?? null;

const changedSince = (what: "survey" | "soft launch") =>
  new AppError("conflict", `This ${what} was changed since you looked. See what would happen now, then confirm again.`);

const somebodyElse = () =>
  new AppError("conflict", "Somebody else changes this soft launch right now. Look again in a moment.");

/** The row as it was, null when there was none, and as it is while the change is written. */
type Begun = { row: store.SoftLaunchRow; seen: store.SoftLaunchRow | null; plan: Plan };

/** Writes down what is about to happen. Until it has happened the soft launch stays what it was. */
async function begin(
  { viewer }: PersonContext,
  seen: store.SoftLaunchRow | null,
  survey: Survey,
  { becoming, targets }: Plan,
  isStart: boolean,
): Promise<store.SoftLaunchRow> {
  const { connection, personId } = viewer;
  const whose = { personId, token: seal(viewer.token) };
  const writing = { ...becoming, at: { ...becoming.at }, full: { ...becoming.full } };
  if (!isStart) {
    const setTargets = { ...seen?.setTargets, at: seen?.setTargets.at ?? {}, writing };
    return (seen && (await store.updateSoftLaunch(db(), seen, { ...whose, setTargets }))) ?? refuse(somebodyElse());
  }
  const before = Object.fromEntries(targets.map((target) => [target.id, target.before]));
  const first = {
    ...whose,
    share: becoming.share,
    fullTargets: { ...becoming.full },
    setTargets: { at: before, writing },
    expected: {
      incidence_rate: survey.incidence_rate ?? null,
      length_of_interview: survey.length_of_interview ?? null,
    },
    // Only the survey's being so makes it run.
    state: "stopped" as const,
  };
  const begun = seen
    ? await store.renewSoftLaunch(db(), seen, first)
    : await store.insertSoftLaunch(db(), { ...first, connection, surveyId: survey.id });
  return begun ?? refuse(somebodyElse());
}

function refuse(error: AppError): never {
  throw error;
}

/** It has happened. Whoever found it interrupted meanwhile came to the same by looking at the survey. */
async function end({ row, plan: { becoming } }: Begun): Promise<void> {
  await store.updateSoftLaunch(db(), row, { ...membersOf(become(becoming), row), problem: null });
}

/** Refusals after which the survey is certainly as it was. */
const CHANGED_NOTHING = new Set(["invalid", "unauthenticated", "forbidden", "not_found", "conflict", "busy"]);

/** A change that failed: refused, it is dropped; in doubt, the survey is looked at, now or later. */
async function giveUp(context: PersonContext, { row, seen }: Begun, error: unknown): Promise<void> {
  try {
    if (error instanceof AppError && CHANGED_NOTHING.has(error.code)) {
      if (!seen) return await store.deleteSoftLaunch(db(), row);
      const { share, fullTargets, setTargets, expected, state, token, personId, problem, reachedAt } = seen;
      const before = { share, fullTargets, setTargets, expected, state, token, personId, problem, reachedAt };
      await store.updateSoftLaunch(db(), row, before);
    } else if (error instanceof AppError && error.code === "unavailable") {
      await settleLaunch(context, row, (await requireSurvey(context, row.surveyId)).survey, true);
    }
  } catch (problem) {
    // It stays marked as being written, and whoever looks next settles it.
    logger.warn({ err: problem, surveyId: row.surveyId }, "a soft launch's change was not put right at once");
  }
}
