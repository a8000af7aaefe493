import * as z from "zod";
import { noQuery, type Operation, operation } from "../operation";
import {
  mostDataPoints,
  type QualityCheck,
  type QualityVersion,
  qualityChecks,
  qualityVersions,
  readableCategories,
} from "../terms/quality";
import * as words from "../words";
import { doneReply, respondentReply, respondentsReply } from "./quality-replies";

/**
 * The respondent-quality interface: one definition, from which the three versions follow. They differ in the prefix of
 * their paths, in `questionId` (required from v2), in the names of categories, and in what v3 alone has.
 */
const prefixes: Record<QualityVersion, "" | "/v2" | "/v3"> = { v1: "", v2: "/v2", v3: "/v3" };
const suffixes: Record<QualityVersion, string> = { v1: "", v2: "V2", v3: "V3" };

const MOST_ANSWER = 20_000;
const MOST_INTERACTIONS = 20_000;
const MOST_PAIRS = 1000;
const MOST_RESPONDENTS = 1000;
const MOST_SURVEYS = 100;
/** Respondents of a page with what was sent of them, which can be megabytes each. */
export const MOST_SENT = 50;

const surveyName = words.text("surveyName", 200);
const respondentId = words.text("respondentId", 200);
const count = z.int().min(0);

/* Requests */

/** Text that may be empty: nobody has to answer. */
const answerText = (label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .max(MOST_ANSWER, { error: `${label} must have at most ${MOST_ANSWER.toLocaleString("en")} characters.` })
    .refine(words.isStorable, { error: `${label} contains a character that cannot be stored.` });

const number = (label: string, min: number, max: number) =>
  z
    .number({ error: `${label} must be a number.` })
    .min(min, { error: `${label} must be from ${min} to ${max.toLocaleString("en")}.` })
    .max(max, { error: `${label} must be from ${min} to ${max.toLocaleString("en")}.` });

/** Members that other versions ignore. Safe: where one is absent it reads as undefined, as an optional one does. */
const onlyV3 = <T extends Record<string, z.ZodOptional>>(version: QualityVersion, members: T): T =>
  version === "v3" ? members : ({} as T);

const dataPointId = words.text("dataPointId", 200);
const question = words.text("question", 5000);

const openAnswer = words.object("A data point", {
  qualityCheck: z.literal("OES"),
  dataPointId,
  question,
  answer: answerText("answer"),
  /** Words that answers to the question tend to have. */
  keywords: words.list("keywords", words.text("A keyword", 100), 100).optional(),
  /** Left out: duplicates are looked for. */
  activateDuplicateDetection: words.boolean("activateDuplicateDetection").optional(),
  /** Codes such as `EN`. Left out: any language is allowed. */
  allowedLanguages: words.list("allowedLanguages", words.text("A language", 20), 60).optional(),
});

const time = words.object("A data point", {
  qualityCheck: z.literal("TS"),
  dataPointId,
  /** Milliseconds. */
  duration: number("duration", 0, 1_000_000_000),
});

const grid = words.object("A data point", {
  qualityCheck: z.literal("GQS"),
  dataPointId,
  gridAnswersPattern: words.list(
    "gridAnswersPattern",
    z.int({ error: "An answer of a grid must be a whole number." }),
    {
      most: 500,
    },
  ),
});

const TIMESTAMP = "timestamp must be a number of milliseconds or an instant such as 2030-01-31T12:00:00.000Z.";

const interaction = words.object("An interaction", {
  interactionType: z.enum(["KEYSTROKE", "COPY_AND_PASTE"], {
    error: "interactionType must be KEYSTROKE or COPY_AND_PASTE.",
  }),
  value: answerText("value"),
  timestamp: z.union([z.number(), z.iso.datetime({ offset: true, error: TIMESTAMP })], { error: TIMESTAMP }),
});

const behaviour = words.object("A data point", {
  qualityCheck: z.literal("BAS"),
  dataPointId,
  interactionData: words.list("interactionData", interaction, MOST_INTERACTIONS),
});

const interviewEntry = (version: QualityVersion) =>
  words.object("An entry of interviewData", {
    questionId: version === "v1" ? words.text("questionId", 200).optional() : words.text("questionId", 200),
    question,
    answer: z.union([z.number(), answerText("answer")], { error: "answer must be text or a number." }),
  });

const coherence = (version: QualityVersion) =>
  words.object("A data point", {
    qualityCheck: z.literal("CHS"),
    dataPointId,
    interviewData: words.list("interviewData", interviewEntry(version), MOST_PAIRS),
    ...onlyV3(version, { surveyDescription: answerText("surveyDescription").optional() }),
  });

const dataPoints = (version: QualityVersion) => {
  const one = z.discriminatedUnion("qualityCheck", [openAnswer, time, grid, coherence(version), behaviour], {
    error: ({ input }) =>
      typeof input === "object" && input !== null && !Array.isArray(input)
        ? `qualityCheck must be one of ${qualityChecks.join(", ")}.`
        : "A data point must be an object.",
  });
  const most = Object.values(mostDataPoints).reduce((sum, each) => sum + each, 0);
  return words
    .list("dataPoints", one, most)
    .refine((points) => points.length > 0, { error: "dataPoints must have at least one data point." })
    .superRefine((points, context) => {
      for (const check of qualityChecks) {
        if (points.filter(({ qualityCheck }) => qualityCheck === check).length <= mostDataPoints[check]) continue;
        context.addIssue({ code: "custom", message: tooMany(check) });
      }
    });
};

const tooMany = (check: QualityCheck) =>
  `A respondent can have at most ${mostDataPoints[check]} data point${mostDataPoints[check] === 1 ? "" : "s"} of ${check}.`;

const score = (label: string) => number(label, 0, 100).optional();
const activate = words.boolean("activate").optional();
const minDataPoints = words.integer("minDataPoints", 1, 1000).optional();

const checkSettings = (check: QualityCheck) =>
  words.object(check, { activate, score: score(`${check}.score`), minDataPoints });

const categorySettings = words.object("A category", {
  activate,
  /** (public) Another name of `activate`. */
  exclude: words.boolean("exclude").optional(),
  minDataPoints,
});

const cleaningSettings = (version: QualityVersion) => {
  const names = readableCategories(version);
  const error = `Categories of ${version} are ${[...names.keys()].join(", ")}.`;
  return words.object("cleaningSettings", {
    /** The least total that is not excluded. */
    serviceScore: score("serviceScore"),
    TS: checkSettings("TS").optional(),
    GQS: checkSettings("GQS").optional(),
    CHS: checkSettings("CHS").optional(),
    BAS: checkSettings("BAS").optional(),
    OES: checkSettings("OES")
      .extend({
        categories: words
          .record("categories", {
            key: z.string().refine((name) => names.has(name)),
            error: ({ code }) => (code === "invalid_key" ? error : "categories must be an object."),
            value: categorySettings,
            most: 50,
          })
          .optional(),
      })
      .optional(),
  });
};

/** Free words about a respondent, by name. */
const attributes = words.record("respondentAttributes", {
  key: z.string().refine((name) => name.length <= 200 && words.isStorable(name)),
  value: answerText("An attribute"),
  most: 100,
  error: ({ code }) =>
    code === "invalid_key"
      ? "A name of respondentAttributes must have at most 200 characters."
      : "respondentAttributes must be an object.",
});

const respondent = (version: QualityVersion) =>
  newRespondent(version).meta({ id: `NewRespondent${suffixes[version]}` });

const newRespondent = (version: QualityVersion) =>
  words.object("The body", {
    surveyName,
    respondentId,
    dataPoints: dataPoints(version),
    cleaningSettings: cleaningSettings(version).optional(),
    /** Left out: false, and the rules exclude nobody. */
    activateCleaning: words.boolean("activateCleaning").optional(),
    /** False: the respondent is stored, answered as PROCESSING and scored soon. Left out: scored in the call. */
    synchronousResponse: words.boolean("synchronousResponse").optional(),
    ...onlyV3(version, { respondentAttributes: attributes.optional() }),
  });

/* Results */

const dataPointSummary = z
  .object({
    qualityCheck: z.enum(qualityChecks),
    dataPointId: z.string(),
    /** 0 to 100; -999: it could not be scored. */
    score: z.int(),
    category: z.string().optional(),
    reason: z.string().optional(),
  })
  .meta({ id: "DataPointSummary" });

const scoreSummary = z
  .object({
    qualityCheck: z.enum(qualityChecks),
    score: z.int(),
    reason: z.string().optional(),
  })
  .meta({ id: "CheckScore" });

const scored = z
  .object({
    respondentId: z.string(),
    status: z.literal("COMPLETED"),
    respondentQuality: z.object({
      isExcluded: z.boolean(),
      reasonsForExclusion: z.array(z.string()),
      serviceScore: z.int(),
      dataPointsSummary: z.array(dataPointSummary),
      qualityScoreSummary: z.array(scoreSummary),
    }),
  })
  .meta({ id: "ScoredRespondent" });
export type ScoredRespondent = z.output<typeof scored>;

/** Stored, and scored as soon as those who came before are. */
const waiting = z
  .object({ respondentId: z.string(), status: z.literal("PROCESSING") })
  .meta({ id: "WaitingRespondent" });

const result = z.discriminatedUnion("status", [scored, waiting]);
export type RespondentResult = z.output<typeof result>;

/** (ours) What was sent of a respondent, as it was read. */
const sent = z
  .object({
    dataPoints: z.array(z.unknown()),
    cleaningSettings: z.unknown().optional(),
    activateCleaning: z.boolean(),
    respondentAttributes: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: "SentOfRespondent" });

/** A respondent of a list, with what was sent of them where that is asked for. */
const listed = z.discriminatedUnion("status", [
  scored.extend({ sent: sent.optional() }),
  waiting.extend({ sent: sent.optional() }),
]);
export type ListedRespondent = z.output<typeof listed>;

const envelope = <T extends z.ZodType>(results: T) =>
  z.object({ success: z.literal(true), message: z.string(), results });

/** What every refusal of the interface is. */
export const qualityError = z
  .object({
    success: z.literal(false),
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
  })
  .meta({ id: "QualityError" });

const creditsOfPoints = z.object({ credits: z.number(), dataPoints: count });
const creditsOfAnswers = z.object({ credits: z.number(), answers: count });

const creditResults = z
  .object({
    creditCalculation: z.object({
      totalCredits: count,
      calculationBreakdown: z.object({
        OES: creditsOfPoints,
        TS: creditsOfPoints,
        BAS: creditsOfPoints,
        GQS: creditsOfAnswers,
        CHS: creditsOfAnswers,
      }),
    }),
  })
  .meta({ id: "CreditResults" });

const surveyState = z.object({ surveyName: z.string(), isStopped: z.boolean() }).meta({ id: "QualitySurveyState" });
const deleted = z.object({ deleted: count }).meta({ id: "Deleted" });

const allRespondents = z
  .object({
    surveyName: z.string(),
    totalRespondents: count,
    /** Where a page was asked for. */
    page: count.optional(),
    page_size: count.optional(),
    respondents: z.array(listed),
  })
  .meta({ id: "ScoredRespondentList" });

/* Operations */

const statuses = [400, 403, 404, 413] as const;

function post<Body extends z.ZodType, Results extends z.ZodType, Reply extends z.ZodType>(
  version: QualityVersion,
  {
    name,
    body,
    results,
    ...rest
  }: {
    name: string;
    summary: string;
    body: Body;
    results: Results;
    reply: Reply;
    permission: "surveys:write" | "quality:review" | "quality:delete";
  },
) {
  return operation({
    ...{ interface: "quality", authentication: "key", method: "POST", query: noQuery, errors: statuses },
    rate: { bucket: name === "addRespondent" ? "respondents" : "quality", limit: 50, windowMs: 1000 },
    name: `${name}${suffixes[version]}`,
    path: `${prefixes[version]}/${name}`,
    body,
    response: { status: 200, schema: envelope(results) },
    ...rest,
  });
}

const named = words.object("The body", { surveyName });
const points = (label: string) => words.integer(label, 0, 1_000_000).optional();

const operationsIn = (version: QualityVersion) => ({
  addRespondent: {
    ...post(version, {
      name: "addRespondent",
      summary: "Add a respondent to a survey, which the first one creates, and score them now or soon.",
      permission: "surveys:write",
      body: respondent(version),
      results: result,
      reply: respondentReply,
    }),
    acceptsKeys: ["private", "public"] as const,
    cors: { ratePerNetwork: { bucket: "respondents of a network", limit: 10, windowMs: 1000 } },
  },
  getRespondent: post(version, {
    name: "getRespondent",
    summary: "The scores of one respondent, what they rest on, and whether they are excluded.",
    permission: "quality:review",
    body: words.object("The body", { surveyName, respondentId }),
    results: result,
    reply: respondentReply,
  }),
  getAllRespondents: post(version, {
    name: "getAllRespondents",
    summary: "The respondents of a survey in the order that they came: one page, or all, written as they are read.",
    permission: "quality:review",
    body: words
      .object("The body", {
        surveyName,
        page: words.integer("page", 1).optional(),
        page_size: words.integer("page_size", 1, 500).optional(),
        /** (ours) With what was sent of each. */
        includeSent: words.boolean("includeSent").optional(),
      })
      .refine(({ includeSent, page_size = 0 }) => !includeSent || page_size <= MOST_SENT, {
        ...{ path: ["page_size"], error: `With includeSent, page_size must be from 1 to ${MOST_SENT}.` },
      }),
    results: allRespondents,
    reply: respondentsReply,
  }),
  stopSurvey: post(version, {
    name: "stopSurvey",
    summary: "Take no more respondents of a survey.",
    permission: "surveys:write",
    body: named,
    results: surveyState,
    reply: doneReply,
  }),
  restartSurvey: post(version, {
    name: "restartSurvey",
    summary: "Take respondents of a stopped survey again.",
    permission: "surveys:write",
    body: named,
    results: surveyState,
    reply: doneReply,
  }),
  creditCalculation: post(version, {
    name: "creditCalculation",
    summary: "The credits that a respondent with so many data points costs.",
    permission: "quality:review",
    body: words.object("The body", {
      OESDataPoints: points("OESDataPoints"),
      GQSAnswers: points("GQSAnswers"),
      TSDataPoints: points("TSDataPoints"),
      CHSAnswers: points("CHSAnswers"),
      BASDataPoints: points("BASDataPoints"),
    }),
    results: creditResults,
    reply: doneReply,
  }),
});

export type VersionOperations = ReturnType<typeof operationsIn>;

/** The operations that every version has, in each. */
export const versionOperations: Record<QualityVersion, VersionOperations> = {
  v1: operationsIn("v1"),
  v2: operationsIn("v2"),
  v3: operationsIn("v3"),
};

const respondentIds = words
  .list("respondentIds", respondentId, MOST_RESPONDENTS)
  .refine((ids) => ids.length > 0, { error: "respondentIds must name at least one respondent." });

/** What v3 alone has. */
export const laterOperations = {
  deleteRespondents: post("v3", {
    name: "deleteRespondents",
    summary: "Delete respondents of a survey with everything that is stored of them; an unknown one: none is deleted.",
    permission: "quality:delete",
    body: words.object("The body", { surveyName, respondentIds }),
    results: deleted,
    reply: doneReply,
  }),
  deleteSurveys: post("v3", {
    name: "deleteSurveys",
    summary: "Delete surveys with their respondents; an unknown one: none is deleted.",
    permission: "quality:delete",
    body: words.object("The body", {
      surveyNames: words
        .list("surveyNames", surveyName, MOST_SURVEYS)
        .refine((names) => names.length > 0, { error: "surveyNames must name at least one survey." }),
    }),
    results: deleted,
    reply: doneReply,
  }),
  updateRespondentsExcludedStatus: post("v3", {
    name: "updateRespondentsExcludedStatus",
    summary: "Exclude or include respondents: each id is toggled once, or set where isExcluded is given.",
    permission: "quality:review",
    body: words.object("The body", {
      surveyName,
      respondentIds,
      /** (ours) */
      isExcluded: words.boolean("isExcluded").optional(),
    }),
    results: z.object({ respondents: z.array(z.object({ respondentId: z.string(), isExcluded: z.boolean() })) }),
    reply: doneReply,
  }),
};

export const qualityOperations: readonly Operation[] = [
  ...qualityVersions.flatMap((version) => Object.values<Operation>(versionOperations[version])),
  ...Object.values<Operation>(laterOperations),
];
