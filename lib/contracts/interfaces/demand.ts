import * as z from "zod";
import * as calls from "../calls/demand";
import { isObject } from "../lenient";
import { commaList, listOf, noBody, noQuery, operation, pageQuery, type Rate, searchText } from "../operation";
import { judging, listReply, thingReply } from "../replies";
import { givenPassword } from "../rules/password";
import { responseStatuses, surveySortKeys } from "../terms/demand";
import { sentAs } from "../wire-shape";
import * as words from "../words";
import {
  type Definitions,
  type ProjectSums,
  readDefinitions,
  readNamed,
  readProject,
  readQuestion,
  readResponse,
  readToken,
  readUser,
} from "./demand-replies";
import {
  builtInSurveySchema,
  describedNewSurvey,
  describedSurveyPatch,
  newSurveySchema,
  surveyPatchSchema,
} from "./survey";
import { decodeSurvey, flattenBody } from "./survey-codec";
import { surveyFieldNames, surveyStatuses } from "./survey-fields";

/** The survey demand interface: every operation, labelled v1.1, described as version 1.0.0. */
const surveyRate: Rate = { bucket: "surveys", limit: 10, windowMs: 1000 };
const ownRate = (bucket: string): Rate => ({ bucket, limit: 10, windowMs: 1000 });
const responseRate: Rate = { bucket: "responses", limit: 6000, windowMs: 60_000 };

/** A body object in either wire shape, handed on flat; a member in both places is refused. */
const eitherShape = <T extends z.ZodType>(schema: T) =>
  z
    .unknown()
    .transform((body, context) => {
      if (!isObject(body)) {
        context.issues.push({ code: "custom", message: "The body must be one survey object.", input: body });
        return z.NEVER;
      }
      const group = body.survey_attributes;
      if (group !== undefined && !isObject(group)) {
        const message = "survey_attributes must be an object.";
        context.issues.push({ code: "custom", path: ["survey_attributes"], message, input: body });
        return z.NEVER;
      }
      const { flat, repeated } = flattenBody(body);
      for (const name of repeated) {
        const message = `${name} is given twice: at the top and in survey_attributes.`;
        context.issues.push({ code: "custom", path: [name], message, input: body });
      }
      return flat;
    })
    .pipe(judging(schema));

const listSchema = (things: string, item: z.ZodType, id: string) =>
  z
    .object({
      [`total_${things}`]: z.int(),
      page: z.int(),
      page_size: z.int(),
      [things]: z.array(item),
    })
    .meta({ id });

/* Tokens, people, accounts */

const token = z.object({ token: z.string(), expiration: z.iso.datetime() }).meta({ id: "Token" });

export const createToken = operation({
  ...calls.createToken,
  summary: "Exchange an e-mail and password for a token.",
  authentication: "none",
  query: noQuery,
  body: words.object("The body", { email: words.text("E-mail", 320), password: givenPassword }),
  response: { status: 200, schema: token },
  reply: thingReply("token", readToken),
  errors: [400, 401],
  rate: ownRate("tokens"),
});

const account = z.object({ id: z.string(), name: z.string() }).meta({ id: "Account" });
const user = z.object({ id: z.string(), email: z.string(), name: z.string() }).meta({ id: "User" });

export const listAccounts = operation({
  ...calls.listAccounts,
  summary: "The caller's accounts.",
  authentication: "token",
  query: z.object(pageQuery),
  body: noBody,
  response: { status: 200, schema: listSchema("accounts", account, "AccountList") },
  reply: listReply("accounts", readNamed),
  errors: [400],
  rate: ownRate("accounts"),
});

export const listUsers = operation({
  ...calls.listUsers,
  summary: "The users of the caller's accounts.",
  authentication: "token",
  query: z.object(pageQuery),
  body: noBody,
  response: { status: 200, schema: listSchema("users", user, "UserList") },
  reply: listReply("users", readUser),
  errors: [400],
  rate: ownRate("users"),
});

/* Lookup values */

const namedCode = z.object({ name: z.string(), code: z.string() }).meta({ id: "NamedCode" });
const namedValue = z.object({ name: z.string() }).meta({ id: "NamedValue" });

const country = namedCode.extend({ language_options: z.array(namedCode) }).meta({ id: "Country" });

const definitions = z
  .object({
    survey_attributes: z.object({
      countries: z.array(country),
      time_zones: z.array(namedValue),
      calculation_types: z.array(namedValue),
      traffic_control_limits: z.array(namedValue),
      statuses: z.array(namedValue),
      device_compatibilities: z.array(namedValue),
    }),
  })
  .meta({ id: "Definitions" });
export type BuiltInDefinitions = z.output<typeof definitions>;

export const getDefinitions = operation({
  ...calls.getDefinitions,
  summary: "Countries, languages, time zones and the other values a survey may take.",
  authentication: "token",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: definitions },
  reply: thingReply("set of definitions", readDefinitions),
  errors: [],
  rate: ownRate("definitions"),
});

/** Definitions as the interface writes them. */
export function writeDefinitions({ countries, ...lists }: Definitions): BuiltInDefinitions {
  const values = (names: string[]) => names.map((name) => ({ name }));
  return {
    survey_attributes: {
      countries,
      time_zones: values(lists.time_zones),
      calculation_types: values(lists.calculation_types),
      traffic_control_limits: values(lists.traffic_control_limits),
      statuses: values(lists.statuses),
      device_compatibilities: values(lists.device_compatibilities),
    },
  };
}

const qualificationSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    text: z.string(),
    type: z.string(),
    options: z.array(z.object({ id: z.int(), text: z.string() })),
  })
  .meta({ id: "Question" });
export type BuiltInQuestion = z.output<typeof qualificationSchema>;

export const listQualifications = operation({
  ...calls.listQualifications,
  summary: "Questions and answer options that quotas can screen on.",
  authentication: "token",
  query: z.object({ ...pageQuery, country_code: z.string().optional(), language_code: z.string().optional() }),
  body: noBody,
  response: { status: 200, schema: listSchema("qualifications", qualificationSchema, "QuestionList") },
  reply: listReply("qualifications", readQuestion),
  errors: [400],
  rate: ownRate("qualifications"),
});

/* Projects */

const projectSchema = z
  .object({
    id: z.uuid(),
    account_id: z.uuid(),
    project_manager_id: z.uuid(),
    project_name: z.string(),
    project_number: z.string(),
    session_exclusions: z.array(z.string()),
    business_unit: z.string().nullable(),
  })
  .meta({ id: "Project" });

/** Sums over a project's surveys (an addition of the built-in service, asked for with `sums=true`). */
const projectSumsSchema: z.ZodType<ProjectSums> = z
  .object({
    surveys: z.int(),
    live: z.int(),
    respondents: z.int(),
    survey_completes: z.int(),
    total_cost: z.number(),
    next_out_of_field: z.iso.datetime().nullable(),
  })
  .meta({ id: "ProjectSums" });

const listedProject = projectSchema.extend({ survey_sums: projectSumsSchema.optional() }).meta({ id: "ListedProject" });

export const listProjects = operation({
  ...calls.listProjects,
  summary: "The projects of the caller's accounts.",
  authentication: "token",
  query: z.object({
    ...pageQuery,
    ids: commaList.optional(),
    project_manager_ids: commaList.optional(),
    search: searchText.optional(),
    sums: sentAs(
      { type: "boolean" },
      z.enum(["true", "false"], { error: "sums must be true or false." }).transform((value) => value === "true"),
    ).optional(),
  }),
  body: noBody,
  response: { status: 200, schema: listSchema("projects", listedProject, "ProjectList") },
  reply: listReply("projects", readProject),
  errors: [400],
  rate: ownRate("projects"),
});

/** Every list and audit entry of projects carries them. */
const MOST_EXCLUSIONS = 1000;
const sessionExclusion = words.text("Session exclusion", 200);
const projectMembers = {
  account_id: words.text("Account", 200),
  project_manager_id: words.text("Project manager", 200),
  project_name: words.text("Project name", 500),
  project_number: words.text("Project number", 200),
  session_exclusions: words
    .list(
      "Session exclusions",
      z.preprocess((item) => (Number.isInteger(item) ? String(item) : item), sessionExclusion),
      {
        most: MOST_EXCLUSIONS,
        tooMany: `A project has at most ${MOST_EXCLUSIONS.toLocaleString("en")} session exclusions.`,
      },
    )
    .refine((items) => new Set(items).size === items.length, { error: "Name each session exclusion once." }),
  business_unit: words.text("Business unit", 200),
};

const newProject = words
  .object("The body", {
    ...projectMembers,
    session_exclusions: projectMembers.session_exclusions.optional(),
    business_unit: projectMembers.business_unit.optional(),
  })
  .meta({ id: "NewProject" });
export type NewProject = z.output<typeof newProject>;

export const createProject = operation({
  ...calls.createProject,
  summary: "Create a project.",
  authentication: "token",
  query: noQuery,
  body: newProject,
  response: { status: 201, schema: projectSchema },
  reply: thingReply("project", readProject),
  errors: [400, 403, 413],
  rate: ownRate("projects"),
  takesHeaders: ["Idempotency-Key"],
});

const projectPatch = words
  .object("The body", projectMembers)
  .partial()
  .extend({ id: words.text("Project id", 200) })
  .meta({ id: "ProjectPatch" });
export type ProjectPatch = z.output<typeof projectPatch>;

export const updateProject = operation({
  ...calls.updateProject,
  summary: "Change a project.",
  authentication: "token",
  query: noQuery,
  body: z.preprocess(
    (body) =>
      isObject(body) && body.project_name === undefined && body.name !== undefined
        ? { ...body, project_name: body.name }
        : body,
    projectPatch,
  ),
  response: { status: 200, schema: projectSchema },
  reply: thingReply("project", readProject),
  errors: [400, 403, 404, 413],
  rate: ownRate("projects"),
  described: { body: projectPatch },
});

/* Surveys */

/** `name` ascending, `-name` descending. */
const surveySort = sentAs(
  { type: "string", enum: surveySortKeys.flatMap((key) => [key, `-${key}`]) },
  z.string().regex(new RegExp(`^-?(${surveySortKeys.join("|")})$`), {
    error: `sort must be one of ${surveySortKeys.join(", ")}, with - before it for descending.`,
  }),
);

const listedSurvey = builtInSurveySchema.partial().required({ id: true }).meta({ id: "ListedSurvey" });

export const listSurveys = operation({
  ...calls.listSurveys,
  summary: "Surveys, oldest first; `search` and `sort` are additions of the built-in service.",
  authentication: "token",
  query: z.object({
    ...pageQuery,
    ids: commaList.optional(),
    project_ids: commaList.optional(),
    statuses: listOf(surveyStatuses).optional(),
    fields: listOf(surveyFieldNames).optional(),
    search: searchText.optional(),
    sort: surveySort.optional(),
  }),
  body: noBody,
  response: { status: 200, schema: listSchema("surveys", listedSurvey, "SurveyList") },
  answersETag: true,
  reply: listReply("surveys", decodeSurvey),
  errors: [400],
  rate: surveyRate,
});

export const createSurvey = operation({
  ...calls.createSurvey,
  summary: "Create a survey with its quotas.",
  authentication: "token",
  query: noQuery,
  body: eitherShape(newSurveySchema),
  response: { status: 201, schema: builtInSurveySchema },
  reply: thingReply("survey", decodeSurvey),
  errors: [400, 403, 413],
  rate: surveyRate,
  takesHeaders: ["Idempotency-Key"],
  answersETag: true,
  described: { body: describedNewSurvey },
});

export const updateSurvey = operation({
  ...calls.updateSurvey,
  summary: "Change a survey; respondent_attributes, when present, is the whole list of its quotas.",
  authentication: "token",
  query: noQuery,
  body: eitherShape(surveyPatchSchema),
  response: { status: 200, schema: builtInSurveySchema },
  reply: thingReply("survey", decodeSurvey),
  errors: [400, 403, 404, 412, 413],
  rate: surveyRate,
  takesHeaders: ["If-Match"],
  answersETag: true,
  described: { body: describedSurveyPatch },
});

/* Responses */

export const reconciliationStatuses = ["Accepted", "Rejected"] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];

const responseSchema = z
  .object({
    rdud: z.string(),
    survey_id: z.uuid(),
    status: z.enum(responseStatuses),
    reconciliation_status: z.enum(reconciliationStatuses).nullable(),
    buyer_cpi: z.number().nullable(),
    qualification_attributes: z.array(z.object({ question_id: z.int(), option_ids: z.array(z.int()) })),
    quota_attributes: z.array(z.string()),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Response" });
export type BuiltInResponse = z.output<typeof responseSchema>;

export const listResponses = operation({
  ...calls.listResponses,
  summary: "A survey's responses.",
  authentication: "token",
  query: z.preprocess(
    (query) => (isObject(query) && query.survey_id === undefined ? { ...query, survey_id: query.id } : query),
    z.object({
      ...pageQuery,
      survey_id: z.string({ error: "survey_id is required." }).min(1, { error: "survey_id is required." }),
      rduds: commaList.optional(),
      statuses: commaList.optional(),
    }),
  ),
  body: noBody,
  response: { status: 200, schema: listSchema("responses", responseSchema, "ResponseList") },
  reply: listReply("responses", readResponse),
  errors: [400, 404],
  rate: responseRate,
  described: {
    query: z.object({
      ...pageQuery,
      survey_id: z.string(),
      rduds: commaList.optional(),
      statuses: listOf(responseStatuses).optional(),
    }),
  },
});

const describedReconciliation = z
  .object({ rdud: z.string().max(200), reconciliation_status: z.enum(reconciliationStatuses) })
  .meta({ id: "Reconciliation" });

const reconciliation = words.object("The body", {
  rdud: words.text("Response id (rdud)", 200),
  reconciliation_status: words
    .text("Reconciliation status", 50)
    .transform((text) => reconciliationStatuses.find((status) => status.toLowerCase() === text.trim().toLowerCase()))
    .refine((status) => status !== undefined, { error: "Reconciliation status must be Accepted or Rejected." })
    .transform((status) => status as ReconciliationStatus),
});

export const updateResponse = operation({
  ...calls.updateResponse,
  summary: "Accept or reject a response.",
  authentication: "token",
  query: noQuery,
  body: reconciliation,
  response: { status: 200, schema: responseSchema },
  reply: thingReply("response", readResponse),
  errors: [400, 403, 404, 413],
  rate: responseRate,
  described: { body: describedReconciliation },
});

export const demandOperations = [
  createToken,
  listAccounts,
  listUsers,
  getDefinitions,
  listQualifications,
  listProjects,
  createProject,
  updateProject,
  listSurveys,
  createSurvey,
  updateSurvey,
  listResponses,
  updateResponse,
] as const;
