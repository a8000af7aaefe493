import "server-only";
import * as z from "zod";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import {
  type BulkPreview,
  type ChangeSurveysInput,
  type Job,
  type StartChangeInput,
  type SurveyChange,
  type SurveyChoice,
  surveyChangeSchema,
} from "@/lib/contracts/ours/jobs";
import { holds } from "@/lib/contracts/rules/same-survey";
import { connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { beforeWrite } from "@/lib/gateway/errors";
import { listSurveys } from "@/lib/gateway/list-surveys";
import { findSurvey, surveysById } from "@/lib/gateway/surveys-by-id";
import { surveyIdsInOrder } from "@/lib/gateway/whole-lists";
import { changeSurvey } from "@/lib/gateway/write-survey";
import { digestOf } from "@/lib/http/digest";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { type JobToStart, type Kind, newJob, noted, StepEnded } from "@/lib/jobs/kind";
import { type PersonContext, startJobOnce } from "@/lib/jobs/start-job";
import { db } from "@/lib/stores/postgres/client";
import { surveysUnderWay } from "@/lib/stores/postgres/soft-launches";
import { draftOf } from "@/lib/surveys/draft";
import { priceEffect } from "@/lib/surveys/price-effect";
import {
  bodyOf,
  changeProblems,
  changeTitle,
  describeTarget,
  isIrreversible,
  type Judgement,
  judgeChange,
  membersOf,
  stillHas,
  type Target,
  targetSchema,
  withTarget,
} from "./survey-change";

/** What tells a repeat of a request from another one; the steps hold the change. Empty for an undo. */
const inputSchema = z.object({ change: surveyChangeSchema.optional(), surveys: z.string().optional() });

/** The same members of each survey, or back to what each had. */
const stepSchema = z.union([
  z.object({ change: surveyChangeSchema }),
  z.object({ back: targetSchema, from: targetSchema }),
]);

const beforeSchema = z.object({
  revision: z.string(),
  target: targetSchema,
  members: targetSchema,
  /** No undo is offered of it: it would be refused. */
  irreversible: z.literal(true).optional(),
});

type Input = z.output<typeof inputSchema>;
type Step = z.output<typeof stepSchema>;
type Before = z.output<typeof beforeSchema>;

/** Changing many surveys. */
export const changeSurveys: Kind<Input, Step, Before, Target> = {
  kind: "change surveys",
  permission: "surveys:write",
  stored: { input: inputSchema, step: stepSchema, before: beforeSchema, after: targetSchema },

  step: async (context, item, begin) => {
    const step = item.input;
    let target: Target = {};
    const outcome = await changeSurvey(context, item.key, async (survey, revision) => {
      const judged = besideLaunch(survey, judgeStep(survey, step, context), await underLaunch(context, [survey]));
      if (judged.outcome !== "change") throw new StepEnded(judged.outcome, judged.reason);
      target = judged.target;
      const isFinal = isIrreversible(survey, target, rulesOf(context));
      const before: Before = {
        ...{ revision, target, members: membersOf(survey, target) },
        ...(isFinal && { irreversible: true }),
      };
      await begin(before, judged.words);
      return bodyOf(survey, target);
    });
    return outcome && membersOf(outcome.survey, target);
  },

  settle: async (context, item) => {
    const { before } = item;
    // Killed before anything was sent: nothing has happened.
    if (!before) return "not done";
    const present = await findSurvey(context, item.key);
    if (!present) return "unknown";
    const { survey } = present;
    if (holdsTarget(survey, before.target)) return "done";
    return stillHas(survey, before.members) ? "not done" : "unknown";
  },

  undoable: [{ states: ["done"], lacks: "irreversible" }],

  reverse: ({ key, label, before, after }) => {
    const { members, target } = noted(before);
    // As the service read it back, which may round a price and write a date in its own way.
    const from = { ...target, ...known(after ?? {}) };
    return { key, label, input: { back: members, from } };
  },
  reverseInput: () => ({}),
};

/** Whether a survey has what a change left, whatever its spelling. */
function holdsTarget(survey: Survey, { quota_targets: quotas, ...members }: Target): boolean {
  return holds(members, survey) && (!quotas || stillHas(survey, { quota_targets: quotas }));
}

/** A soft launch holds the targets of its survey: what stands there is a share, which no bulk change may take as full. */
const UNDER_LAUNCH = "It has a soft launch: change its targets there.";

function besideLaunch({ id }: Survey, judged: Judgement, launches: ReadonlySet<string>): Judgement {
  if (judged.outcome !== "change" || !launches.has(id)) return judged;
  const { quota_targets: quotas, respondents } = judged.target;
  return quotas || respondents !== undefined ? { outcome: "refused", reason: UNDER_LAUNCH } : judged;
}

const underLaunch = ({ viewer }: SignedInContext, surveys: readonly Survey[]) =>
  surveysUnderWay(db(), { connection: viewer.connection, surveyIds: surveys.map(({ id }) => id) });

function judgeStep(survey: Survey, step: Step, context: SignedInContext): Judgement {
  if ("change" in step) return judgeChange(survey, step.change, rulesOf(context));
  if (!holdsTarget(survey, step.from)) {
    return { outcome: "refused", reason: `It was changed since: ${describeTarget(survey, step.back)} is not undone.` };
  }
  const { quota_targets: quotas, ...members } = step.back;
  const back: Target = { ...known(members), ...(quotas && { quota_targets: known(quotas) }) };
  return { outcome: "change", target: back, words: describeTarget(survey, back) };
}

/** What was not known before the change cannot be brought back. */
const known = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as T;

const rulesOf = ({ viewer }: SignedInContext) => ({
  ownRules: connectionOf(viewer).demand.url === null,
  now: Date.now(),
});

/** @throws AppError invalid: no survey of our own service can take one of the values */
function refuseUnknownValues(context: SignedInContext, change: SurveyChange): void {
  const problems = rulesOf(context).ownRules ? Object.entries(changeProblems(change)) : [];
  if (problems.length > 0) throw invalid(Object.fromEntries(problems.map(([name, says]) => [`change.${name}`, says])));
}

const MOST = 20_000;

/** The chosen surveys; ids that are not found are named. */
async function chosenSurveys(
  context: SignedInContext,
  choice: SurveyChoice,
  fields?: string[],
): Promise<{ surveys: Survey[]; missing: string[] }> {
  const wanted = [...new Set(choice.ids ?? (await foundIds(context, choice.filter)))];
  const surveys = await surveysById(context, wanted, fields && { fields });
  const found = new Set(surveys.map(({ id }) => id));
  return { surveys, missing: wanted.filter((id) => !found.has(id)) };
}

/** What a filter finds, as one list: a survey that leaves it while pages are read would hide another. */
async function foundIds(context: SignedInContext, filter: SurveyChoice["filter"]): Promise<string[]> {
  // One survey tells how many there are, before too many are read.
  const { total } = await listSurveys(context, { ...filter, page: 1, page_size: 1, fields: ["name"] });
  if (total !== null && total > MOST) throw tooMany(total);
  const ids = await surveyIdsInOrder(context, filter ?? {});
  if (ids.length > MOST) throw tooMany(ids.length);
  return ids;
}

function tooMany(total: number): AppError {
  const [most, found] = [MOST.toLocaleString("en"), total.toLocaleString("en")];
  return new AppError("invalid", `The filter finds ${found} surveys. Narrow it to ${most} or fewer.`);
}

const EXAMPLES = 20;

/** What a change would do: how many surveys, which are refused and why. Nothing is changed. */
export async function previewSurveyChange(context: SignedInContext, input: ChangeSurveysInput): Promise<BulkPreview> {
  refuseUnknownValues(context, input.change);
  const { surveys, missing } = await chosenSurveys(context, input.surveys);
  const rules = rulesOf(context);
  const launches = await underLaunch(context, surveys);
  const judged = surveys.map((survey) => ({
    survey,
    judgement: besideLaunch(survey, judgeChange(survey, input.change, rules), launches),
  }));
  const named = ({ survey, judgement }: (typeof judged)[number]) => ({
    id: survey.id,
    name: survey.name ?? survey.id,
    reason: judgement.outcome === "change" ? judgement.words : judgement.reason,
  });
  const of = (outcome: Judgement["outcome"]) => judged.filter(({ judgement }) => judgement.outcome === outcome);
  return {
    total: surveys.length,
    ids: of("change").map(({ survey }) => survey.id),
    changes: of("change").length,
    unchanged: of("unchanged").length,
    irreversible: judged.filter(
      ({ survey, judgement }) => judgement.outcome === "change" && isIrreversible(survey, judgement.target, rules),
    ).length,
    missing,
    refused: of("refused").map(named),
    price: priceEffectOf(judged, rules.ownRules),
    examples: of("change").slice(0, EXAMPLES).map(named),
  };
}

function priceEffectOf(
  judged: readonly { survey: Survey; judgement: Judgement }[],
  isBuiltIn: boolean,
): BulkPreview["price"] {
  const changes = judged.flatMap(({ survey, judgement }) => {
    if (judgement.outcome !== "change" || judgement.target.offered_price_per_complete == null) return [];
    return [{ survey, edited: draftOf(withTarget(survey, judgement.target)) }];
  });
  return changes.length > 0 ? priceEffect(changes, isBuiltIn) : null;
}

/** What tells a repeat of a start from another one. */
const requestOf = async ({ request_id: id, surveys, change }: StartChangeInput) => ({
  id,
  input: { change, surveys: await digestOf(surveys.ids) },
});

/** Looks for the job that the request has started before its surveys: of those it may have left nothing to do. */
export const startSurveyChange = async (context: PersonContext, asked: StartChangeInput): Promise<Job> =>
  startJobOnce(context, { ...(await requestOf(asked)), kind: changeSurveys }, () => surveyChangeJob(context, asked));

/** A change as a job: a step a survey, each judged anew when its turn comes. */
export async function surveyChangeJob(context: SignedInContext, asked: StartChangeInput): Promise<JobToStart> {
  refuseUnknownValues(context, asked.change);
  const reading = chosenSurveys(context, asked.surveys, ["name"]);
  const { surveys: chosen } = await beforeWrite({ noun: "survey", act: "change" }, reading);
  if (chosen.length === 0)
    throw new AppError("invalid", "None of these surveys could be found: there is nothing to do.");
  const step: Step = { change: asked.change };
  const items = chosen.map(({ id, name }) => ({ key: id, label: name ?? id, input: step }));
  return newJob(changeSurveys, {
    ...(await requestOf(asked)),
    title: changeTitle(asked.change, items.length),
    items,
  });
}
