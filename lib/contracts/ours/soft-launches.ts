import * as z from "zod";
import * as calls from "../calls/soft-launches";
import { noQuery, operation } from "../operation";
import { MAX_QUOTAS } from "../terms/demand";
import * as words from "../words";

/**
 * Soft launches: a survey goes live at a share of its targets first. The full targets are ours; what `/api/soft-launches`
 * answers stands beside what the service has.
 */
const softLaunchStates = ["running", "reached", "launched", "stopped"] as const;
export type SoftLaunchState = (typeof softLaunchStates)[number];

const target = z.object({
  id: z.string(),
  name: z.string(),
  /** What is to be collected in the end. */
  full: z.int(),
  /** What was set at the survey for now. */
  set: z.int(),
  /** What stands at the survey; null: it does not say. */
  present: z.number().nullable(),
  /** Starts or completes, as the survey counts; null: unknown. */
  counted: z.number().nullable(),
  /** It stands at another target than was set: somebody changed it elsewhere. */
  changed_elsewhere: z.boolean(),
  /** The quota was added elsewhere since: nothing was set. */
  added_elsewhere: z.boolean(),
});
export type SoftLaunchTarget = z.output<typeof target>;

const figure = z.number().nullable();

const softLaunch = z.object({
  survey_id: z.string(),
  survey_name: z.string(),
  status: z.string().nullable(),
  state: z.enum(softLaunchStates),
  /** Percent of each full target. */
  share: z.number(),
  /** The survey's own first. */
  targets: z.array(target),
  expected: z.object({ incidence_rate: figure, length_of_interview: figure }),
  measured: z.object({
    incidence_rate: figure,
    length_of_interview: figure,
    starts: figure,
    completes: figure,
    /** Percent of those who started and neither completed nor were terminated. */
    drop_rate: figure,
    /** Percent of those who started and were terminated for quality. */
    quality_rate: figure,
  }),
  /** Why the last look at the survey failed. */
  problem: z.string().nullable(),
  /** A change is being written this moment, or was interrupted and is looked into. */
  writing: z.boolean(),
  /** There is a decision that can be undone. */
  can_undo: z.boolean(),
  /** Who decided last: its sign-in looks after the survey. */
  changed_by: z.string(),
  started_at: z.iso.datetime(),
  reached_at: z.iso.datetime().nullable(),
  changed_at: z.iso.datetime(),
});
export type SoftLaunch = z.output<typeof softLaunch>;

const own = {
  authentication: "token",
  rate: { bucket: "soft launches", limit: 100, windowMs: 1000 },
} as const;

const surveyId = words
  .text("survey_id", 200)
  .refine((id) => !id.includes(","), { error: "survey_id must name one survey." });

const waiting = z.object({
  launches: z.array(
    z.object({
      survey_id: z.string(),
      survey_name: z.string(),
      share: z.number(),
      completes: figure,
      respondents: figure,
      reached_at: z.iso.datetime().nullable(),
    }),
  ),
});
export type WaitingSoftLaunch = z.output<typeof waiting>["launches"][number];

export const listWaitingSoftLaunches = operation({
  ...own,
  ...calls.listWaitingSoftLaunches,
  summary: "The viewer's surveys whose soft launch has reached its share and waits for a decision.",
  query: noQuery,
  body: z.undefined(),
  response: { status: 200, schema: waiting },
  reply: waiting,
  errors: [],
});

const found = z.object({ launch: softLaunch.nullable() });

export const getSoftLaunch = operation({
  ...own,
  ...calls.getSoftLaunch,
  summary: "The soft launch of a survey, with what stands at the survey now; null when it never had one.",
  query: z.object({ survey_id: surveyId }),
  body: z.undefined(),
  response: { status: 200, schema: found },
  reply: found,
  errors: [400, 404],
});

const softLaunchActions = ["start", "retarget", "extend", "launch", "stop", "undo"] as const;
export type SoftLaunchAction = (typeof softLaunchActions)[number];

const SHARE = { error: "The share must be a percentage from 1 to 100, with at most two decimals." };
const share = z
  .number(SHARE)
  .min(1, SHARE)
  .max(100, SHARE)
  .refine((percent) => Number(percent.toFixed(2)) === percent, SHARE);

/** A target of each quota, and the survey's own. */
const MOST_TARGETS = MAX_QUOTAS + 1;
const quotaIds = words.list("Quota ids", z.string({ error: "A quota id must be text." }), MOST_TARGETS);

const change = words
  .object("The body", {
    survey_id: surveyId,
    action: z.enum(softLaunchActions, { error: `The action must be one of ${softLaunchActions.join(", ")}.` }),
    /** To start at, or to extend to. */
    share: share.optional(),
    /** Full targets to change, by quota id; the survey's own respondents under "". */
    targets: words
      .record("Targets", { key: z.string(), value: words.integer("A target", 1), most: MOST_TARGETS })
      .optional(),
    /** Quotas that were changed elsewhere and are to be overwritten all the same. */
    overwrite: quotaIds.default([]),
    /** What stopping leaves the survey in. */
    status: z.enum(["Paused", "Complete"], { error: "Status must be Paused or Complete." }).optional(),
    /** The survey's revision that the preview showed: another one is refused. */
    revision: z.string({ error: "revision must be text." }).max(200).optional(),
    /**
     * When the soft launch that was shown was last changed; null: there was none. Another state of it is refused: full
     * targets that round to the same share leave the survey's revision as it is.
     */
    changed_at: z.iso.datetime({ error: "changed_at must be an instant." }).nullable().optional(),
  })
  .refine(({ action, share }) => share !== undefined || (action !== "start" && action !== "extend"), {
    error: "Give the share in percent.",
    path: ["share"],
  })
  .refine(({ action, targets }) => action !== "retarget" || (targets && Object.keys(targets).length > 0), {
    error: "Say which targets change.",
    path: ["targets"],
  });
export type SoftLaunchChange = z.output<typeof change>;
/** As a page sends it. */
export type SoftLaunchAsk = z.input<typeof change>;

const plannedTarget = z.object({
  id: z.string(),
  name: z.string(),
  full: z.int(),
  before: z.number(),
  after: z.number(),
  counted: z.number().nullable(),
  /** Changed elsewhere and left so, unless the person chooses to overwrite it. */
  kept: z.boolean(),
  /** It was changed elsewhere: it may be chosen. */
  changed_elsewhere: z.boolean(),
  full_at_once: z.boolean(),
});
export type PlannedTarget = z.output<typeof plannedTarget>;

const plan = z.object({
  revision: z.string(),
  /** When the soft launch was last changed; null: there is none. */
  changed_at: z.iso.datetime().nullable(),
  share: z.number(),
  /** The survey's own first. */
  targets: z.array(plannedTarget),
  status: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
  notices: z.array(z.string()),
  /** Why it cannot be done. */
  problem: z.string().nullable(),
});
export type SoftLaunchPlan = z.output<typeof plan>;

export const previewSoftLaunch = operation({
  ...own,
  ...calls.previewSoftLaunch,
  summary: "What an action of a soft launch would write, without writing it.",
  query: noQuery,
  body: change,
  response: { status: 200, schema: plan },
  reply: plan,
  errors: [400, 403, 404],
});

export const changeSoftLaunch = operation({
  ...own,
  ...calls.changeSoftLaunch,
  summary: "Start a soft launch, change its full targets, extend, launch in full, stop, or undo the last decision.",
  query: noQuery,
  body: change,
  response: { status: 200, schema: softLaunch },
  reply: softLaunch,
  errors: [400, 403, 404, 412],
});
