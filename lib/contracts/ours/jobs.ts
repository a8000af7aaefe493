import * as z from "zod";
import * as calls from "../calls/jobs";
import { sentSurveySchema } from "../interfaces/survey";
import { noQuery, operation, pageQuery } from "../operation";
import { priceEffectSchema } from "../rules/price-effect";
import { jobItemStates, jobStates } from "../terms/jobs";
import * as words from "../words";

/** Long work that people start: what the tray and the previews ask of `/api/jobs`. */
/**
 * What a person takes away from work: how each step ended, as a CSV file at any time; a file, of which the steps are
 * only parts, when all of them are done; or a file when the work is done, and how each step ended.
 */
const jobResults = ["outcomes", "file", "file and outcomes"] as const;
export type JobResult = (typeof jobResults)[number];

/** Every kind of job by its name in the rows. A new one needs its code in `lib/start/job-kinds.ts`. */
export const jobKindNames = [
  "change surveys",
  "create surveys",
  "reconcile responses",
  "export table",
  "export book",
  "change activation",
  "import answers",
  "check import",
  "score responses",
  "exclude respondents",
  "copy scored survey",
  "remove demo data",
] as const;
export type JobKindName = (typeof jobKindNames)[number];

const undoQuestionSchema = z.object({ title: z.string(), says: z.string(), confirm: z.string() });
export type UndoQuestion = z.output<typeof undoQuestionSchema>;

export const jobSchema = z.object({
  id: z.uuid(),
  /** One of `JobKindName`; stored jobs may be of a kind that another release had. */
  kind: z.string(),
  title: z.string(),
  state: z.enum(jobStates),
  total: z.int(),
  /** How many steps are in each state; a state with none is missing. */
  counts: z.partialRecord(z.enum(jobItemStates), z.int()),
  undo_of: z.uuid().nullable(),
  /** A job that undoes this one has been started. */
  undone_by: z.uuid().nullable(),
  can_undo: z.boolean(),
  /** The question that its person confirms before it is undone; null: no question is needed. */
  undo_question: undoQuestionSchema.nullable(),
  /** Answers, or figures of them, are others once it has run. */
  changes_figures: z.boolean(),
  result: z.enum(jobResults),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type Job = z.output<typeof jobSchema>;

const rate = { bucket: "jobs", limit: 100, windowMs: 1000 };
const own = {
  authentication: "token",
  rate,
} as const;

export const listJobs = operation({
  ...own,
  ...calls.listJobs,
  summary: "The viewer's jobs, newest first.",
  query: noQuery,
  body: z.undefined(),
  response: { status: 200, schema: z.object({ jobs: z.array(jobSchema) }) },
  reply: z.object({ jobs: z.array(jobSchema) }),
  errors: [],
});

const surveyIds = words.list("Survey ids", words.text("Survey id", 200), {
  most: 20_000,
  tooMany: "Choose at most 20,000 surveys at once.",
});

const searched = z
  .string({ error: "The text to search for must be text." })
  .max(200, { error: "The text to search for must have at most 200 characters." })
  .refine(words.isStorable, { error: "The text to search for contains a character that no text has." });

/** Which surveys a bulk action is about: chosen ones, or everything that a list's filter finds. */
const surveyChoice = words
  .object("surveys", {
    ids: surveyIds.optional(),
    filter: words
      .object("The filter", {
        search: searched.optional(),
        statuses: words
          .list("Statuses", words.text("Status", 50), {
            most: 100,
            tooMany: "A filter has at most 100 statuses.",
          })
          .optional(),
        project_ids: words
          .list("Project ids", words.text("Project id", 200), {
            most: 1000,
            tooMany: "A filter has at most 1,000 projects.",
          })
          .optional(),
      })
      .optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    error: "Name surveys, or a filter that finds them.",
  });
export type SurveyChoice = z.output<typeof surveyChoice>;

export const surveyChangeSchema = words
  .object("change", {
    status: words.text("Status", 50).optional(),
    offered_price_per_complete: words.price("Price per complete").optional(),
    /** Percent by which each survey's own price changes. */
    price_percent: z
      .number({ error: "The percentage must be a number." })
      .min(-90, { error: "A price can fall by at most 90 percent." })
      .max(1000, { error: "A price can rise by at most 1,000 percent." })
      .refine((percent) => percent !== 0, { error: "Zero percent changes nothing." })
      .optional(),
    out_of_field_date: words.text("Out-of-field date", 64).optional(),
    out_of_field_timezone: words.text("Out-of-field time zone", 120).optional(),
    traffic_control_limit_type: words.text("Pacing", 100).optional(),
    /** Respondents that each quota takes more; fewer when negative. Refused where a target would fall to 0. */
    quotas_by: z
      .int({ error: "Raise quotas by a whole number." })
      .min(-1_000_000, { error: "Quotas can fall by at most 1,000,000." })
      .max(1_000_000, { error: "Quotas can rise by at most 1,000,000." })
      .refine((by) => by !== 0, { error: "Zero changes nothing." })
      .optional(),
    /**
     * Percent by which each survey's quotas change; each keeps its share among those that divide the same respondents.
     * Refused where a target would fall to 0.
     */
    quotas_percent: z
      .number({ error: "The percentage must be a number." })
      .min(-99, { error: "Quotas can fall by at most 99 percent." })
      .max(10_000, { error: "Quotas can rise by at most 10,000 percent." })
      .refine((percent) => percent !== 0, { error: "Zero percent changes nothing." })
      .optional(),
    /**
     * Each survey's own target moves with its quotas: by the same percentage, or by as many as the quotas that divide
     * the same respondents change together, the most of them; missing: yes.
     */
    respondents_too: words.boolean("respondents_too").optional(),
  })
  .refine(({ respondents_too: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: "Say what to change.",
  })
  .refine((change) => change.quotas_by === undefined || change.quotas_percent === undefined, {
    error: "Give a number or a percentage for quotas, not both.",
  })
  .refine((change) => change.offered_price_per_complete === undefined || change.price_percent === undefined, {
    error: "Give a price or a percentage, not both.",
  });
export type SurveyChange = z.output<typeof surveyChangeSchema>;

const changeSurveysInput = words.object("The body", { surveys: surveyChoice, change: surveyChangeSchema });
export type ChangeSurveysInput = z.output<typeof changeSurveysInput>;

/** Made by whoever asks: a second request with it answers with the work that the first one started. */
const requestId = z.uuid({ error: "The request's id must be a UUID." }).optional();

/** Names the surveys: what a filter finds may be others than those that a preview was about. */
const startChangeInput = words.object("The body", {
  surveys: words.object("surveys", { ids: surveyIds }),
  change: surveyChangeSchema,
  request_id: requestId,
});
export type StartChangeInput = z.output<typeof startChangeInput>;

const named = z.object({ id: z.string(), name: z.string(), reason: z.string() });
const preview = z.object({
  total: z.int(),
  /** The surveys that change, in their order: what is started names these, and no other comes to change meanwhile. */
  ids: z.array(z.string()),
  changes: z.int(),
  unchanged: z.int(),
  /** Of those that change: the status of which cannot be brought back by undoing it. */
  irreversible: z.int(),
  /** Asked for by id, and not found among the viewer's surveys. */
  missing: z.array(z.string()),
  refused: z.array(named),
  /** What new prices mean for the surveys that change; null: no price changes. */
  price: priceEffectSchema.nullable(),
  /** The first surveys that change, with what happens to each. */
  examples: z.array(named),
});
export type BulkPreview = z.output<typeof preview>;

export const previewSurveyChange = operation({
  ...own,
  ...calls.previewSurveyChange,
  summary: "What a change of many surveys would do, without doing it.",
  query: noQuery,
  body: changeSurveysInput,
  response: { status: 200, schema: preview },
  reply: preview,
  errors: [400, 403],
});

export const startSurveyChange = operation({
  ...own,
  ...calls.startSurveyChange,
  summary: "Start changing many surveys.",
  query: noQuery,
  body: startChangeInput,
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403],
});

/** Surveys to create, each as the body of a creation. */
const newSurveysInput = words.object("The body", {
  request_id: requestId,
  title: words.text("Title", 200),
  surveys: words
    .list("Surveys", sentSurveySchema, { most: 200, tooMany: "Create at most 200 surveys at once." })
    .min(1, { error: "Choose at least one survey to create." }),
});
export type NewSurveysInput = z.output<typeof newSurveysInput>;

export const startNewSurveys = operation({
  ...own,
  ...calls.startNewSurveys,
  summary: "Start creating several surveys: copies of one for other countries and languages.",
  query: noQuery,
  body: newSurveysInput,
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403],
});

const jobActions = ["pause", "resume", "cancel", "retry", "undo"] as const;
export type JobAction = (typeof jobActions)[number];

export const controlJob = operation({
  ...own,
  ...calls.controlJob,
  // What the job's kind asks for is asked beside it.
  summary: "Pause, resume, cancel, retry what failed, or undo what was done.",
  query: noQuery,
  body: words.object("The body", {
    id: z.uuid({ error: "Name the job." }),
    action: z.enum(jobActions, { error: `The action must be one of ${jobActions.join(", ")}.` }),
  }),
  response: { status: 200, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403, 404],
});

const item = z.object({
  key: z.string(),
  label: z.string(),
  state: z.enum(jobItemStates),
  message: z.string().nullable(),
});

const items = z.object({
  total_items: z.int(),
  items: z.array(item),
  /** There is something in the job's result: a list of what was refused may be empty. */
  has_result: z.boolean(),
});

export const listJobItems = operation({
  ...own,
  ...calls.listJobItems,
  summary: "The steps of a job with the outcome of each, those with a problem first.",
  query: z.object({
    id: z.uuid({ error: "Name the job." }),
    page: pageQuery.page,
  }),
  body: z.undefined(),
  response: { status: 200, schema: items },
  reply: items,
  errors: [400, 404],
});

export const jobResultFile = operation({
  ...own,
  ...calls.jobResultFile,
  summary: "Every step of a job with its outcome, as a CSV file.",
  query: z.object({ id: z.uuid({ error: "Name the job." }) }),
  body: z.undefined(),
  response: { status: 200, schema: z.string() },
  reply: z.string(),
  errors: [400, 403, 404],
});
