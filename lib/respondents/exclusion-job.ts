import "server-only";
import * as z from "zod";
import type { SessionViewer } from "@/lib/auth/viewer";
import { chunked } from "@/lib/chunked";
import type { BodyOf } from "@/lib/contracts/operation";
import type { Job } from "@/lib/contracts/ours/jobs";
import type * as contract from "@/lib/contracts/ours/respondents";
import { reviewDecisions } from "@/lib/contracts/terms/respondents";
import { answersKey } from "@/lib/gateway/answers-of-respondents";
import type { SignedInContext } from "@/lib/gateway/call";
import {
  isExcludedNow,
  noRespondent,
  type QualitySurvey,
  qualitySurvey,
  respondentsById,
  reviewedSurvey,
} from "@/lib/gateway/quality";
import { AppError } from "@/lib/http/problem";
import { type Kind, newJob, noted, type StepRow } from "@/lib/jobs/kind";
import { startJob } from "@/lib/jobs/start-job";
import { db } from "@/lib/stores/postgres/client";
import { listReviews, type NewReview } from "@/lib/stores/postgres/respondent-reviews";
import { excludedAmong } from "@/lib/stores/postgres/response-exclusions";
import { applyThresholds, newlyExcluded, newlyIncluded } from "./apply-thresholds";
import { excludeEverywhere } from "./exclude";
import { readSnapshot, type Snapshot } from "./snapshot";
import { stillCounted } from "./still-counted";
import { NOBODY_SCORED } from "./words";

/** The job that excludes and includes many respondents, some hundreds a step; undoing it reverses exactly its changes. */
const reviewSchema = z.object({
  respondentId: z.string(),
  decision: z.enum(reviewDecisions).nullable(),
  note: z.string(),
});

const stepSchema = z.object({
  ids: z.array(z.string()),
  isExcluded: z.boolean(),
  /** Whose answers are concerned, where they are not those of `ids`. */
  answerIds: z.array(z.string()).optional(),
  /** Decisions to note; missing: rules decided, no reviewer. */
  reviews: z.array(reviewSchema).optional(),
  reason: z.string(),
});
type Step = z.output<typeof stepSchema>;

/** Whom a step is about to change at the service and in the answers, and the decisions of before. */
const beforeSchema = z.object({
  changed: z.array(z.string()),
  answers: z.array(z.string()),
  reviews: z.array(reviewSchema),
});
type Before = z.output<typeof beforeSchema>;

const inputSchema = z.object({ survey_id: z.string() });
type Input = z.output<typeof inputSchema>;

export const excludeRespondents: Kind<Input, Step, Before, null> = {
  kind: "exclude respondents",
  permission: "quality:review",
  stored: { input: inputSchema, step: stepSchema, before: beforeSchema, after: z.null() },
  goesOn: true,
  changesFigures: true,

  step: async (context, item, begin, { input }) => {
    const survey = await qualitySurvey(context, { id: input.survey_id });
    const before = await foundBefore(survey, item);
    await begin(before, wordsOf(item.input, before));
    await carryOut(survey, item.input);
    return null;
  },

  // Everything is set, not toggled: what was cut off is carried out again, and what was recorded of before stays.
  settle: async (context, { input: step, before }, ended, { survey_id }) => {
    if (!before) return "not done";
    const survey = await qualitySurvey(context, { id: survey_id });
    const done = await changedSoFar(survey, step, before);
    const isWhole = done.changed.length === before.changed.length && done.answers.length === before.answers.length;
    if (isWhole && ended !== "killed" && ended !== "failed") return "done";
    if (ended === "killed" || ended === "failed") return "not done";
    if (done.changed.length + done.answers.length === 0) return "not done";
    return { left: { ...before, ...done }, words: `Cancelled after ${done.changed.length} had changed.` };
  },

  reverse: ({ key, label, input, before }) => {
    const { changed, answers, reviews } = noted(before);
    const back: Step = {
      ...{ ids: changed, answerIds: answers, isExcluded: !input.isExcluded, reason: `Undone: ${input.reason}` },
      ...(input.reviews && { reviews }),
    };
    return { key, label, input: back };
  },

  undoable: [
    { states: ["done", "cancelled"], has: "changed" },
    { states: ["done", "cancelled"], has: "answers" },
  ],
};

const wordsOf = ({ isExcluded }: Step, { changed, answers }: Before) =>
  changed.length === 0 && answers.length > 0
    ? `Left out the answers of ${answers.length}.`
    : `${isExcluded ? "Excluded" : "Included"} ${changed.length}.`;

function carryOut(survey: QualitySurvey, { ids, answerIds = ids, isExcluded, reviews = [], reason }: Step) {
  const all = (of: readonly string[]) => new Map(of.map((id) => [id, isExcluded]));
  return excludeEverywhere(survey, { isExcluded: all(ids), answers: all(answerIds), reviews, reason });
}

/** What the step changes, with what an earlier try of it recorded. */
async function foundBefore(survey: QualitySurvey, item: StepRow<Step, Before, null>): Promise<Before> {
  const { ids, answerIds = ids, isExcluded, reviews = [] } = item.input;
  const [{ byId }, excluded, decided] = await Promise.all([
    respondentsById(survey, ids),
    excludedAnswers(survey, answerIds),
    reviews.length === 0 ? [] : listReviews(db(), reviewedSurvey(survey)),
  ]);
  const unknown = ids.find((id) => !byId.has(id));
  if (unknown !== undefined) throw noRespondent(unknown);
  const earlier = item.before ?? { changed: [], answers: [], reviews: [] };
  const due = [...byId.values()].filter((one) => isExcludedNow(one) !== isExcluded);
  const answersDue = excluded === null ? [] : answerIds.filter((id) => excluded.has(id) !== isExcluded);
  const latest = new Map(decided.map((review) => [review.respondentId, review]));
  const formerReviews = reviews.map(({ respondentId }): NewReview => {
    const { decision = null, note = "" } = latest.get(respondentId) ?? {};
    return { respondentId, decision, note };
  });
  return {
    changed: [...new Set([...earlier.changed, ...due.map(({ respondentId }) => respondentId)])],
    answers: [...new Set([...earlier.answers, ...answersDue])],
    reviews: item.before ? earlier.reviews : formerReviews,
  };
}

/** Those of these whose answers are left out now; null: the survey's project is not known. */
async function excludedAnswers(survey: QualitySurvey, ids: readonly string[]): Promise<ReadonlySet<string> | null> {
  const project = answersKey(survey);
  if (project === null) return null;
  return new Set(await excludedAmong(db(), project, ids));
}

async function changedSoFar(survey: QualitySurvey, { isExcluded }: Step, { changed, answers }: Before) {
  const [{ byId }, excluded] = await Promise.all([respondentsById(survey, changed), excludedAnswers(survey, answers)]);
  const isDone = (id: string) => {
    const one = byId.get(id);
    return one !== undefined && isExcludedNow(one) === isExcluded;
  };
  return {
    changed: changed.filter(isDone),
    answers: answers.filter((id) => excluded?.has(id) === isExcluded),
  };
}

/* Starting it */

const PER_STEP = 500;

type Asked = BodyOf<typeof contract.startExclusion>;

/** Starts it for the respondents that are named, or for those whom thresholds exclude and include. */
export async function startExclusion(context: SignedInContext<SessionViewer>, asked: Asked): Promise<Job> {
  const snapshot = await readSnapshot(context, asked.survey_id);
  if (snapshot.scored === null) throw new AppError("not_found", NOBODY_SCORED);
  if (snapshot.scored.version !== "v3") throw tooOld(snapshot.scored.version);
  const steps = "thresholds" in asked ? await stepsByRules(snapshot, asked) : stepsByName(snapshot, asked);
  if (steps.length === 0) throw new AppError("invalid", "Nobody's exclusion would change: there is nothing to do.");
  const count = steps.reduce((sum, step) => sum + respondentsOf(step).length, 0);
  const items = steps.map((input, at) => ({
    key: String(at + 1),
    label: `${verbOf(input)} ${many(respondentsOf(input).length)}`,
    input,
  }));
  const [verb = "", ...others] = [...new Set(steps.map(verbOf))];
  const verbs = others.length > 0 ? "Exclude and include" : verb;
  const title = `${verbs} ${many(count)} of ${snapshot.survey.name}`;
  return startJob(context, newJob(excludeRespondents, { title, input: { survey_id: asked.survey_id }, items }));
}

/** Of a step that only reaches answers: theirs. */
const respondentsOf = ({ ids, answerIds = [] }: Step) => (ids.length > 0 ? ids : answerIds);
const verbOf = ({ ids, isExcluded }: Step) =>
  ids.length === 0 ? "Leave out the answers of" : isExcluded ? "Exclude" : "Include";

const many = (count: number) => (count === 1 ? "1 respondent" : `${count.toLocaleString("en")} respondents`);

const tooOld = (version: string) =>
  new AppError(
    "invalid",
    `The survey was created with ${version}, where nobody can be excluded or included afterwards. Copy it to a survey of v3 first.`,
  );

/** Also of those whom the service excludes already, whose answers still count: as another client excluded them. */
async function stepsByRules(
  { scores, ...snapshot }: Snapshot,
  { thresholds }: Extract<Asked, { thresholds: unknown }>,
): Promise<Step[]> {
  const applied = applyThresholds({ ...snapshot, scores, thresholds }, thresholds);
  const behind = await stillCounted({ ...snapshot, scores }, applied);
  const steps = (places: number[], isExcluded: boolean): Step[] =>
    chunked(places, PER_STEP).map((some) => ({
      ids: some.map((at) => scores.ids[at] ?? ""),
      isExcluded,
      reason: isExcluded ? "Excluded by the thresholds of the survey." : "Included by the thresholds of the survey.",
    }));
  return [
    ...steps(newlyExcluded(applied), true),
    ...steps(newlyIncluded(applied), false),
    ...chunked(behind, PER_STEP).map(
      (answerIds): Step => ({ ids: [], answerIds, isExcluded: true, reason: AT_SERVICE }),
    ),
  ];
}

const AT_SERVICE = "The quality service excludes this respondent.";

/** Who is named is decided of by a person: thresholds leave them as they are from then on. */
function stepsByName(
  { scores }: Snapshot,
  { respondent_ids, is_excluded: isExcluded }: Extract<Asked, { respondent_ids: unknown }>,
): Step[] {
  const ids = [...new Set(respondent_ids)];
  const unknown = ids.find((id) => !scores.placeOf.has(id));
  if (unknown !== undefined) throw noRespondent(unknown);
  return chunked(ids, PER_STEP).map((some) => ({
    ...{ ids: some, isExcluded, reason: isExcluded ? "Excluded by a reviewer." : "Included by a reviewer." },
    reviews: some.map((respondentId) => ({ respondentId, decision: isExcluded ? "exclude" : "keep", note: "" })),
  }));
}
